<?php
/**
 * What the plugin kept goes with it, on each site of a network.
 *
 * @package Luvalla
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

if ( is_multisite() ) {
	// All of them: a number that is left out means a hundred.
	foreach ( get_sites(
		array(
			'fields' => 'ids',
			'number' => 0,
		)
	) as $luvalla_site ) {
		delete_blog_option( $luvalla_site, 'luvalla_settings' );
	}
} else {
	delete_option( 'luvalla_settings' );
}
