<?php
// Sends every request that is no file to WordPress, and writes one line a request into the log.
$began = microtime(true);
$path = urldecode(parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH));
register_shutdown_function(function () use ($began) {
    $line = json_encode(array(
        'began' => $began,
        'ended' => microtime(true),
        'method' => $_SERVER['REQUEST_METHOD'],
        'target' => $_SERVER['REQUEST_URI'],
        'status' => http_response_code(),
        'agent' => $_SERVER['HTTP_USER_AGENT'] ?? '',
        'if_none_match' => $_SERVER['HTTP_IF_NONE_MATCH'] ?? '',
        'if_modified_since' => $_SERVER['HTTP_IF_MODIFIED_SINCE'] ?? '',
    ));
    file_put_contents(dirname(__DIR__) . '/requests.jsonl', $line . "\n", FILE_APPEND | LOCK_EX);
});
if ($path !== '/' && is_file(__DIR__ . $path)) {
    return false;
}
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
require __DIR__ . '/index.php';
