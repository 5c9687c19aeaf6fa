<?php
/**
 * What the plugin kept goes with it.
 *
 * @package Luvalla
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'luvalla_settings' );
