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
$head                     = printed( 'luvalla_print' );
check( 1 === preg_match( '~^<script src="https://luvalla\.example/cmp/d/' . DOMAIN . '\.js"[^>]*></script>\n$~', $head ), 'the line is printed' );
check( 0 === preg_match( '~\s(async|defer)[\s=>]~', $head ), 'neither async nor deferred' );

$page = printed( 'luvalla_page' );
check( false !== strpos( $page, 'value="https://luvalla.example"' ) && false !== strpos( $page, '<code>https://luvalla.example/cmp/d/' ), 'the page shows what is set' );
check( 2 === substr_count( $page, '<label for=' ), 'each field has its label' );
$may = false;
check( '' === printed( 'luvalla_page' ), 'nobody else sees the page' );
check( in_array( '/cmp/d/', luvalla_not_optimised( null ), true ), 'optimisers are told, whatever they hand in' );
check( false !== strpos( luvalla_choices(), 'data-luvalla-show' ), 'the button opens the choices' );

$kept['luvalla_settings'] = 'broken';
check( '' === printed( 'luvalla_print' ), 'settings that are none put nothing on pages' );

echo "all held\n";
