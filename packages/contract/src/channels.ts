/** The seven channels of a campaign, in the order of the specification's contents. */
export const CHANNELS = ['email', 'sms', 'mobile', 'web', 'leaflet', 'webhook', 'ad'] as const;
export type Channel = (typeof CHANNELS)[number];
