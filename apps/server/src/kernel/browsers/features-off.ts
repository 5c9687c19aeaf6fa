/**
 * What Chromium need not be where nobody sits before it. Of several such switches it heeds the last: Playwright’s list, which ours takes
 * the place of, is repeated (`browsers.test.ts` holds the two together).
 */

/** Each new window would load two pages of the address bar’s own, half a second of processor, as much as a page of ours. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

const PLAYWRIGHTS = [
	'AvoidUnnecessaryBeforeUnloadCheckSync',
	'DestroyProfileOnBrowserClose',
	'HttpsUpgrades',
	'HttpsFirstBalancedModeAutoEnable',
	'LensOverlay',
	'MediaRouter',
	'PaintHolding',
	'ThirdPartyStoragePartitioning',
	'AvoidCorsURLLoaderRestartOnRedirect',
	'TcpPortRandomizationWin',
	'OptimizationHints',
	'NetworkTimeServiceQuerying',
	'AimEnabled',
	'PreconnectToSearch',
	'msForceBrowserSignIn',
	'msEdgeUpdateLaunchServicesPreferredVersion',
];

export const FEATURES_OFF = `--disable-features=${[...PLAYWRIGHTS, ...ADDRESS_BAR].join(',')}`;
