<?php
// A must-use plugin that does what owners and plugins do to a site; DIR/switches.json says which.
$census_switches = json_decode((string) @file_get_contents(dirname(ABSPATH) . '/switches.json'), true) ?: array();

function census_switch($name) {
    global $census_switches;
    return $census_switches[$name] ?? null;
}

if (PHP_SAPI === 'cli-server') {
    if (census_switch('bom')) {
        // A file saved with a byte order mark: three bytes before everything that is sent.
        echo "\xEF\xBB\xBF";
    }
    if (census_switch('notice')) {
        ini_set('display_errors', '1');
        trigger_error('Undefined array key "layout" [0] in {theme}', E_USER_NOTICE);
        ini_set('display_errors', '0');
    }
}

// The statuses by which a closed REST answers: 401 as core words it, 403 as firewalls do, 404, or a page.
$census_rest = census_switch('rest');
if ($census_rest === 404) {
    add_filter('rest_endpoints', function ($endpoints) {
        foreach (array_keys($endpoints) as $route) {
            if (strpos($route, '/wp/v2') === 0) {
                unset($endpoints[$route]);
            }
        }
        return $endpoints;
    });
} elseif ($census_rest === 'html') {
    add_action('rest_api_init', function () {
        header('Content-Type: text/html; charset=UTF-8');
        echo '<!DOCTYPE html><html><body><h1>Hello</h1></body></html>';
        exit;
    });
} elseif (is_int($census_rest)) {
    add_filter('rest_authentication_errors', function ($result) use ($census_rest) {
        return new WP_Error('rest_not_logged_in', 'Only members may ask.', array('status' => $census_rest));
    });
}

if (census_switch('no_sitemap')) {
    add_filter('wp_sitemaps_enabled', '__return_false');
}

if (census_switch('no_feed')) {
    foreach (array('do_feed', 'do_feed_rdf', 'do_feed_rss', 'do_feed_rss2', 'do_feed_atom') as $hook) {
        add_action($hook, function () {
            wp_die('No feed here.', '', array('response' => 404));
        }, 1);
    }
}

// Something that happens on the site while a crawl is under way: once, after `after` requests to match.
$census_meanwhile = census_switch('meanwhile');
if ($census_meanwhile && PHP_SAPI === 'cli-server'
    && preg_match('#' . $census_meanwhile['match'] . '#', $_SERVER['REQUEST_URI'])) {
    register_shutdown_function(function () use ($census_meanwhile) {
        $done = dirname(ABSPATH) . '/meanwhile.done';
        if (is_file($done)) {
            return;
        }
        file_put_contents($done, 'done');
        require_once dirname(ABSPATH) . '/operations.php';
        census_operate($census_meanwhile['operations']);
    });
}
