<!DOCTYPE html>
<html <?php language_attributes(); ?>><head><meta charset="<?php bloginfo('charset'); ?>"><?php wp_head(); ?></head>
<body <?php body_class(); ?>><div id="body_wrap"><main id="main_content" class="l-mainContent l-article">
<ul class="p-postList -type-card">
<?php while (have_posts()) : the_post(); ?>
<li class="p-postList__item"><a href="<?php the_permalink(); ?>" class="p-postList__link">
<h2 class="p-postList__title"><?php the_title(); ?></h2>
<div class="p-postList__excerpt"><?php echo get_the_excerpt(); ?></div>
<time class="c-postTimes__posted" datetime="<?php the_time('Y-m-d'); ?>"><?php the_time('Y.m.d'); ?></time>
</a></li>
<?php endwhile; ?>
</ul>
<div class="c-pagination"><?php echo paginate_links(); ?></div>
</main><aside id="sidebar"><p>《超竜バジュラ》(統率者)で遊ぼう</p></aside></div>
<?php wp_footer(); ?></body></html>
