<?php
/**
 * Plugin Name:       Luvalla
 * Description:       Puts the consent banner of a Luvalla installation first in the head of every page.
 * Version:           1.0.1
 * Requires at least: 5.7
 * Requires PHP:      7.4
 * Author:            Luvalla
 * License:           Apache-2.0
 * License URI:       https://www.apache.org/licenses/LICENSE-2.0
 * Text Domain:       luvalla
 * Domain Path:       /languages
 *
 * @package Luvalla
 */

defined( 'ABSPATH' ) || exit;

const LUVALLA_OPTION = 'luvalla_settings';
const LUVALLA_PAGE   = 'luvalla';

/** Settings as they are kept: the server's address, and the domain's id. Empty ones: nothing is put on the pages. */
function luvalla_settings() {
	$kept = get_option( LUVALLA_OPTION, array() );
	return array_merge(
		array(
			'server' => '',
			'domain' => '',
		),
		is_array( $kept ) ? $kept : array()
	);
}

/** The address of the banner's script; '' where it is not set up. */
function luvalla_address() {
	$settings = luvalla_settings();
	if ( '' === $settings['server'] || '' === $settings['domain'] ) {
		return '';
	}
	return $settings['server'] . '/cmp/d/' . $settings['domain'] . '.js';
}

/**
 * What was typed, as it is kept. The whole line of the Snippet dialog may be pasted into either field. Where something of it cannot be
 * used, what was kept before stays: a slip takes no banner off the site.
 *
 * @param mixed $given Of the form.
 */
function luvalla_cleaned( $given ) {
	$given  = is_array( $given ) ? $given : array();
	$server = trim( (string) ( isset( $given['server'] ) ? $given['server'] : '' ) );
	$domain = trim( (string) ( isset( $given['domain'] ) ? $given['domain'] : '' ) );
	if ( preg_match( '~(https?://[^/\s"\'<>?#]+)/cmp/d/([0-9a-f-]{36})\.js~i', $server . ' ' . $domain, $found ) ) {
		$server = $found[1];
		$domain = $found[2];
	}
	$server  = rtrim( $server, '/' );
	$is_good = true;
	if ( '' !== $server && ! preg_match( '~^https?://[^/\s"\'<>?#]+$~i', $server ) ) {
		add_settings_error( LUVALLA_OPTION, 'server', __( 'The address of the server begins with https:// and has nothing behind its name.', 'luvalla' ) );
		$is_good = false;
	}
	if ( '' !== $domain && ! preg_match( '~^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$~i', $domain ) ) {
		add_settings_error( LUVALLA_OPTION, 'domain', __( 'This is no id of a domain. Copy it from the Snippet dialog of the portal.', 'luvalla' ) );
		$is_good = false;
	}
	if ( ! $is_good ) {
		return luvalla_settings();
	}
	return array(
		'server' => esc_url_raw( $server ),
		'domain' => strtolower( $domain ),
	);
}

/**
 * Once on a page. First in head, before any other script: neither async nor deferred, and left alone by optimisers that know these marks.
 */
function luvalla_print() {
	static $is_printed = false;
	$address           = luvalla_address();
	if ( '' === $address || $is_printed ) {
		return;
	}
	$is_printed = true;
	// phpcs:ignore WordPress.WP.EnqueuedResources.NonEnqueuedScript -- enqueued scripts stand behind what wp_head prints before them.
	echo '<script src="' . esc_url( $address ) . '" data-cfasync="false" data-no-optimize="1" data-no-defer="1" data-pagespeed-no-defer></script>' . "\n";
}
add_action( 'wp_head', 'luvalla_print', -10000 );
// For themes that leave wp_head out: it comes late there, and works as far as it can.
add_action( 'wp_body_open', 'luvalla_print', -10000 );
add_action( 'wp_footer', 'luvalla_print', -10000 );

/**
 * Optimisers that are told by a filter leave it where it stands.
 *
 * @param mixed $excluded Parts of addresses.
 */
function luvalla_not_optimised( $excluded ) {
	$excluded   = is_array( $excluded ) ? $excluded : array();
	$excluded[] = '/cmp/d/';
	return $excluded;
}
add_filter( 'rocket_exclude_defer_js', 'luvalla_not_optimised' );
add_filter( 'rocket_delay_js_exclusions', 'luvalla_not_optimised' );
add_filter( 'rocket_minify_excluded_external_js', 'luvalla_not_optimised' );
add_filter( 'litespeed_optimize_js_excludes', 'luvalla_not_optimised' );
add_filter( 'litespeed_optm_js_defer_exc', 'luvalla_not_optimised' );

/** `[luvalla_choices]`: a button that opens the choices again. */
function luvalla_choices() {
	return '<button type="button" data-luvalla-show>' . esc_html__( 'Cookie settings', 'luvalla' ) . '</button>';
}
add_shortcode( 'luvalla_choices', 'luvalla_choices' );

/** The settings and the page of them. */
function luvalla_admin_init() {
	register_setting(
		LUVALLA_PAGE,
		LUVALLA_OPTION,
		array(
			'type'              => 'array',
			'sanitize_callback' => 'luvalla_cleaned',
			'default'           => array(),
		)
	);
}
add_action( 'admin_init', 'luvalla_admin_init' );

function luvalla_admin_menu() {
	add_options_page( __( 'Consent banner', 'luvalla' ), 'Luvalla', 'manage_options', LUVALLA_PAGE, 'luvalla_page' );
}
add_action( 'admin_menu', 'luvalla_admin_menu' );

/**
 * In the list of plugins: where it is set up.
 *
 * @param mixed $links HTML of each.
 */
function luvalla_links( $links ) {
	$own = '<a href="' . esc_url( admin_url( 'options-general.php?page=' . LUVALLA_PAGE ) ) . '">' . esc_html__( 'Settings', 'luvalla' ) . '</a>';
	return array_merge( array( $own ), is_array( $links ) ? $links : array() );
}
add_filter( 'plugin_action_links_' . plugin_basename( __FILE__ ), 'luvalla_links' );

/** The page itself. */
function luvalla_page() {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$settings = luvalla_settings();
	$address  = luvalla_address();
	?>
	<div class="wrap">
		<h1><?php esc_html_e( 'Consent banner', 'luvalla' ); ?></h1>
		<p><?php esc_html_e( 'Open Snippet in the portal of your Luvalla and paste its line into one of the fields, or write both.', 'luvalla' ); ?></p>
		<form action="options.php" method="post">
			<?php settings_fields( LUVALLA_PAGE ); ?>
			<table class="form-table" role="presentation">
				<tr>
					<th scope="row"><label for="luvalla-server"><?php esc_html_e( 'Address of the server', 'luvalla' ); ?></label></th>
					<td><input id="luvalla-server" class="regular-text code" name="<?php echo esc_attr( LUVALLA_OPTION ); ?>[server]" value="<?php echo esc_attr( $settings['server'] ); ?>" placeholder="https://your-luvalla.example"></td>
				</tr>
				<tr>
					<th scope="row"><label for="luvalla-domain"><?php esc_html_e( 'Id of the domain', 'luvalla' ); ?></label></th>
					<td><input id="luvalla-domain" class="regular-text code" name="<?php echo esc_attr( LUVALLA_OPTION ); ?>[domain]" value="<?php echo esc_attr( $settings['domain'] ); ?>"></td>
				</tr>
			</table>
			<p>
				<?php
				echo '' === $address
					? esc_html__( 'Nothing is put on the pages yet.', 'luvalla' )
					/* translators: %s: address of a script */
					: wp_kses( sprintf( __( 'First on every page: %s', 'luvalla' ), '<code>' . esc_html( $address ) . '</code>' ), array( 'code' => array() ) );
				?>
			</p>
			<?php submit_button(); ?>
		</form>
	</div>
	<?php
}

function luvalla_load_words() {
	load_plugin_textdomain( 'luvalla', false, dirname( plugin_basename( __FILE__ ) ) . '/languages' );
}
add_action( 'init', 'luvalla_load_words' );
