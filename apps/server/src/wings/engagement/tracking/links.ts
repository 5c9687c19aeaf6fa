/**
 * Addresses that stand in messages. Whoever permits to be followed gets links of their own, and a picture that says when it was opened;
 * everybody else gets links that are the run's, and count without saying who. Where a link leads stands in it, sealed: nobody can make
 * it lead elsewhere.
 */
import type { Links } from '../message.ts';
import type { DeliveryKey, Names } from '../runs/token.ts';

/** Before where a link leads. */
export const TO = '?to=';

export const linksOf = (publicUrl: string, names: Names, key: DeliveryKey, deliveryId: string, tracked: boolean): Links => {
	const run = `${key.customerId.toString(36)}-${key.runId.replaceAll('-', '')}`;
	return {
		unsubscribe: `${publicUrl}/u/${deliveryId}`,
		preferences: `${publicUrl}/u/${deliveryId}/choose`,
		why: `${publicUrl}/u/${deliveryId}/why`,
		through: (url, place) =>
			tracked
				? `${publicUrl}/t/c/${deliveryId}/${place}-${names.sealOf(deliveryId, String(place), url)}${TO}${encodeURIComponent(url)}`
				: `${publicUrl}/t/l/${run}/${place}-${names.sealOf(run, String(place), url)}${TO}${encodeURIComponent(url)}`,
		pixel: tracked ? `${publicUrl}/t/o/${deliveryId}.gif` : null,
	};
};
