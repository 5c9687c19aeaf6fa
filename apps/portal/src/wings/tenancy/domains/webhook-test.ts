/** The portal's own test of a consent-change webhook. */
import { type Domain, MASKED } from '@luvalla/contract/tenancy/domains';

type Webhook = NonNullable<Domain['consentChangeWebHook']>;

/**
 * Posts `{ Domain, UpdatedTs }` from this browser straight to the webhook's address, with its headers. A kept header is
 * shown masked, so its value is not known here and it is left out. Resolves whatever becomes of it: by the specification
 * (calls.md sections 7 and 8) a failure is swallowed, and without the other side's leave the browser tells us nothing.
 */
export async function sendTest({ url, headerValues }: Webhook, domain: string): Promise<void> {
	try {
		await fetch(url, {
			method: 'POST',
			headers: [
				['content-type', 'application/json'],
				...headerValues.filter((one) => !one.value.startsWith(MASKED)).map((one): [string, string] => [one.header, one.value]),
			],
			body: JSON.stringify({ Domain: domain, UpdatedTs: new Date().toISOString() }),
			credentials: 'omit',
			referrerPolicy: 'no-referrer',
			// the drawer, or the page, may be closed before the other side answers
			keepalive: true,
		});
	} catch {
		// never shown: the deliveries, which the server sends, are where failures are seen
	}
}
