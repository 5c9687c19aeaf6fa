/** The seven channels of a campaign, in the order of the specification's contents. */
export const CHANNELS = ['email', 'sms', 'mobile', 'web', 'leaflet', 'webhook', 'ad'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The channel that a number stands for, as campaigns, constellations and deliveries store it. @throws RangeError where there is none */
export const channelAt = (code: number): Channel => {
	const channel = CHANNELS[code];
	if (channel === undefined) throw new RangeError(`There is no channel ${code}.`);
	return channel;
};

/**
 * Sets by which a channel can find somebody: of those who have an address of its kind, and of those whose address works as far as is known;
 * null: nothing that is known yet, so it reaches nobody.
 */
export const FOUND_BY: Readonly<Record<Channel, { readonly has: readonly string[]; readonly works: readonly string[] } | null>> = {
	email: { has: ['email'], works: ['mailable'] },
	sms: { has: ['phone'], works: ['textable'] },
	mobile: { has: ['device'], works: ['device'] },
	web: { has: ['browser'], works: ['browser'] },
	leaflet: { has: ['post'], works: ['post'] },
	webhook: { has: ['email', 'phone', 'externalId'], works: ['email', 'phone', 'externalId'] },
	ad: { has: ['email', 'phone'], works: ['email', 'phone'] },
};

/** What people are known by that a message of the channel is addressed to; null: something else, or nothing that is known yet. */
export const ADDRESSED_TO: Readonly<Record<Channel, 'email' | 'phone' | null>> = {
	email: 'email',
	sms: 'phone',
	mobile: null,
	web: null,
	leaflet: null,
	webhook: null,
	ad: null,
};

/** Whether messages of the channel are pages on paper, which are looked at before and paid one by one. */
export const PRINTED: Readonly<Record<Channel, boolean>> = {
	email: false,
	sms: false,
	mobile: false,
	web: false,
	leaflet: true,
	webhook: false,
	ad: false,
};

/** Whether messages of the channel are files, which somebody takes from here. */
export const FILED: Readonly<Record<Channel, boolean>> = {
	...PRINTED,
	ad: true,
};

/** `PRINTED` of a channel by its number; a number that stands for none is not printed. */
export const isPrinted = (code: number): boolean => {
	const channel = CHANNELS[code];
	return channel !== undefined && PRINTED[channel];
};

/** `FILED` of a channel by its number; a number that stands for none is no file. */
export const isFiled = (code: number): boolean => {
	const channel = CHANNELS[code];
	return channel !== undefined && FILED[channel];
};
