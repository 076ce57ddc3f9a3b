<?php
// Once after the install: dm-edh's permalinks and zone, no sample posts, no pings.
$_SERVER['HTTP_HOST'] = $argv[1];
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
require __DIR__ . '/site/wp-load.php';
update_option('permalink_structure', '/%category%/%post_id%');
update_option('timezone_string', 'Asia/Tokyo');
update_option('gmt_offset', '');
update_option('default_ping_status', 'closed');
update_option('default_comment_status', 'closed');
global $wp_rewrite;
$wp_rewrite->init();
$wp_rewrite->flush_rules(false);
echo 'done';
