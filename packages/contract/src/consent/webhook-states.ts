/** What a webhook's delivery may be: in a file of its own, since the portal's addresses name it. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;

/**
 * Why no answer came: nothing answers there, the name has no address, the connection ended, no answer in time, no TLS that we understand,
 * a certificate that has expired, is for another name or signed by nobody we trust, an address or port that nothing is sent to, or the
 * domain names no address any more.
 */
export const DELIVERY_FAILURES = [
	'refused',
	'no_name',
	'hung_up',
	'slow',
	'no_tls',
	'certificate_expired',
	'certificate_name',
	'certificate_unknown',
	'not_allowed',
	'no_address',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];
