<?php
// From the command line: operations as JSON on stdin; prints "done".
$_SERVER['HTTP_HOST'] = $argv[1];
$_SERVER['SERVER_PROTOCOL'] = 'HTTP/1.1';
require __DIR__ . '/site/wp-load.php';
require __DIR__ . '/operations.php';
census_operate(json_decode(stream_get_contents(STDIN), true, 512, JSON_THROW_ON_ERROR));
echo 'done';
