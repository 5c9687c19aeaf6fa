/** Texts of devices, wherever they stand. */
export const en = {
	title: 'Devices',
	onSystem: '{{browser}} on {{system}}',
	other: 'Another browser',
	otherSystem: 'another system',
	kind_phone: 'Phone',
	kind_tablet: 'Tablet',
	kind_desktop: 'Computer',
	kind_unknown: 'Unknown',
	purpose: 'Remembered by a yes to',
	firstSeen: 'First seen',
	lastSeen: 'Last seen',
	none: 'No device of this person may be remembered.',
	failed: 'The devices could not be loaded.',
	seen: 'last seen',
} as const;
