<!DOCTYPE html>
<html <?php language_attributes(); ?>><head><meta charset="<?php bloginfo('charset'); ?>"><?php wp_head(); ?></head>
<body><table><tr><td>
<?php while (have_posts()) : the_post(); ?>
<h2><a href="<?php the_permalink(); ?>"><?php the_title(); ?></a></h2>
<small><?php the_time('Y年n月j日'); ?> <?php the_author(); ?></small>
<div><?php the_content(); ?></div>
<?php wp_link_pages(); ?>
<?php endwhile; ?>
<?php posts_nav_link(); ?>
</td><td><ul><?php wp_list_categories(); ?></ul><p>《超竜バジュラ》で遊ぼう</p></td></tr></table>
<?php wp_footer(); ?></body></html>
