<?php
/**
 * Runs the plugin on fakes of what WordPress offers: `php deploy/wordpress/test.php`. Not part of the plugin.
 *
 * @package Luvalla
 */

error_reporting( E_ALL );
set_error_handler(
	function ( $number, $text, $file, $line ) {
		fwrite( STDERR, "$text at $file:$line\n" );
		exit( 1 );
	}
);

define( 'ABSPATH', __DIR__ );
$kept    = array();
$actions = array();
$filters = array();
$errors  = array();
$may     = true;

function get_option( $name, $otherwise ) {
	global $kept;
	return isset( $kept[ $name ] ) ? $kept[ $name ] : $otherwise;
}
function add_action( $name, $what, $priority = 10 ) {
	global $actions;
	$actions[ $name ][ $priority ][] = $what;
}
function plugin_basename( $file ) {
	return basename( dirname( $file ) ) . '/' . basename( $file );
}
function admin_url( $path ) {
	return "https://site.example/wp-admin/$path";
}
function add_filter( $name, $what ) {
	global $filters;
	$filters[ $name ][] = $what;
}
function add_shortcode( $name, $what ) {
	global $filters;
	$filters[ "[$name]" ][] = $what;
}
function add_settings_error( $setting, $code, $text ) {
	global $errors;
	$errors[] = $code;
}
function current_user_can( $right ) {
	global $may;
	return $may && 'manage_options' === $right;
}
function escaped( $text ) {
	return htmlspecialchars( $text, ENT_QUOTES );
}
function esc_url( $url ) {
	return escaped( $url );
}
function esc_url_raw( $url ) {
	return $url;
}
function esc_attr( $text ) {
	return escaped( $text );
}
function esc_html( $text ) {
	return escaped( $text );
}
function __( $text, $domain ) {
	check( 'luvalla' === $domain, 'each text is of the plugin' );
	return $text;
}
function esc_html__( $text, $domain ) {
	return escaped( __( $text, $domain ) );
}
function esc_html_e( $text, $domain ) {
	echo esc_html__( $text, $domain );
}
function wp_kses( $html, $allowed ) {
	check( array( 'code' => array() ) === $allowed, 'only code may stand in a sentence' );
	return $html;
}
function settings_fields( $page ) {
	echo "<input name=\"option_page\" value=\"$page\">";
}
function submit_button() {
	echo '<button>Save</button>';
}
function check( $holds, $what ) {
	if ( ! $holds ) {
		echo "does not hold: $what\n";
		exit( 1 );
	}
}
function printed( $what ) {
	ob_start();
	call_user_func( $what );
	return ob_get_clean();
}

require __DIR__ . '/luvalla/luvalla.php';

const DOMAIN = '0197a3c0-0000-7000-8000-000000000001';

check( '' === printed( 'luvalla_print' ), 'nothing is put on pages before it is set up' );
check( array( 'luvalla_print' ) === $actions['wp_head'][ min( array_keys( $actions['wp_head'] ) ) ], 'it is the first in head' );
check( min( array_keys( $actions['wp_head'] ) ) < -1000, 'nothing else is likely to be before it' );

$line   = '<script src="https://luvalla.example/cmp/d/' . DOMAIN . '.js"></script>';
$wanted = array(
	'server' => 'https://luvalla.example',
	'domain' => DOMAIN,
);
check( luvalla_cleaned( array( 'server' => $line ) ) === $wanted, 'the line may be pasted into the first field' );
check( luvalla_cleaned( array( 'domain' => $line ) ) === $wanted, 'and into the second' );
check(
	luvalla_cleaned(
		array(
			'server' => ' https://luvalla.example/ ',
			'domain' => strtoupper( DOMAIN ),
		)
	) === $wanted,
	'both fields may be written'
);
check( array() === $errors, 'none of it is refused' );

$empty = array(
	'server' => '',
	'domain' => '',
);
check(
	luvalla_cleaned(
		array(
			'server' => 'javascript:alert(1)',
			'domain' => '"><script>',
		)
	) === $empty,
	'what is neither is not kept'
);
check( array( 'server', 'domain' ) === $errors, 'and both are told' );
check( luvalla_cleaned( 'nonsense' ) === $empty, 'what is no form is nothing' );

$kept['luvalla_settings'] = $wanted;
$slips                    = array(
	array(
		'server' => 'luvalla.example',
		'domain' => DOMAIN,
	),
	array(
		'server' => 'https://luvalla.example',
		'domain' => 'x',
	),
);
foreach ( $slips as $slip ) {
	check( luvalla_cleaned( $slip ) === $wanted, 'a slip leaves what was kept as it was' );
}
check( luvalla_cleaned( $empty ) === $empty, 'and whoever empties the fields takes it off the site' );
$head = printed( 'luvalla_print' );
check( 1 === preg_match( '~^<script src="https://luvalla\.example/cmp/d/' . DOMAIN . '\.js"[^>]*></script>\n$~', $head ), 'the line is printed' );
check( '' === printed( 'luvalla_print' ), 'once on a page' );
foreach ( array( 'wp_body_open', 'wp_footer' ) as $later ) {
	check( array( 'luvalla_print' ) === $actions[ $later ][-10000], 'a theme without wp_head gets it later' );
}
check( 0 === preg_match( '~\s(async|defer)[\s=>]~', $head ), 'neither async nor deferred' );

$page = printed( 'luvalla_page' );
check( false !== strpos( $page, 'value="https://luvalla.example"' ) && false !== strpos( $page, '<code>https://luvalla.example/cmp/d/' ), 'the page shows what is set' );
check( 2 === substr_count( $page, '<label for=' ), 'each field has its label' );
$may = false;
check( '' === printed( 'luvalla_page' ), 'nobody else sees the page' );
check( in_array( '/cmp/d/', luvalla_not_optimised( null ), true ), 'optimisers are told, whatever they hand in' );
check( false !== strpos( luvalla_choices(), 'data-luvalla-show' ), 'the button opens the choices' );

$links = call_user_func( $filters['plugin_action_links_luvalla/luvalla.php'][0], array( 'Deactivate' ) );
check( '<a href="https://site.example/wp-admin/options-general.php?page=luvalla">Settings</a>' === $links[0] && 'Deactivate' === $links[1], 'the list of plugins leads to the settings' );

$kept['luvalla_settings'] = 'broken';
check( '' === printed( 'luvalla_print' ), 'settings that are none put nothing on pages' );

// Uninstalling: a network's sites have settings of their own.
define( 'WP_UNINSTALL_PLUGIN', true );
$is_network = false;
$gone       = array();
function is_multisite() {
	global $is_network;
	return $is_network;
}
function get_sites( $asked ) {
	return array(
		'fields' => 'ids',
		'number' => 0,
	) === $asked ? array( 1, 2 ) : array();
}
function delete_blog_option( $site, $name ) {
	global $gone;
	$gone[] = "$site $name";
}
function delete_option( $name ) {
	global $gone;
	$gone[] = $name;
}
require __DIR__ . '/luvalla/uninstall.php';
$is_network = true;
require __DIR__ . '/luvalla/uninstall.php';
check( array( 'luvalla_settings', '1 luvalla_settings', '2 luvalla_settings' ) === $gone, 'what was kept goes, on each site' );

echo "all held\n";
