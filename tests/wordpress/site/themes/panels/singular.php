<!DOCTYPE html>
<html <?php language_attributes(); ?>><head><meta charset="<?php bloginfo('charset'); ?>"><?php wp_head(); ?></head>
<body <?php body_class(); ?>><div id="body_wrap"><main id="main_content" class="l-mainContent l-article">
<?php while (have_posts()) : the_post(); ?>
<h1 class="c-postTitle__ttl"><?php the_title(); ?></h1>
<div class="p-articleMetas"><time class="c-postTimes__posted icon-posted" datetime="<?php the_time('Y-m-d'); ?>"><?php the_time('Y年n月j日'); ?></time>
<time class="c-postTimes__modified icon-modified" datetime="<?php the_modified_time('Y-m-d'); ?>"><?php the_modified_time('Y年n月j日'); ?></time></div>
<div class="post_content"><?php the_content(); ?></div>
<div class="c-pagination"><?php wp_link_pages(); ?></div>
<?php endwhile; ?>
</main><aside id="sidebar"><p>《超竜バジュラ》(統率者)で遊ぼう</p></aside></div>
<?php wp_footer(); ?></body></html>
