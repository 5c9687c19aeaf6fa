/** Whether a webhook could be sent at all to where somebody says. Names are judged when something is sent: they may change. */
import type { Domain } from '@luvalla/contract/tenancy/domains.ts';
import { invalidFields } from '#kernel/http/errors.ts';
import { createGuard, OutboundRefused } from '#kernel/outbound/guard.ts';

/**
 * @param before where it goes so far: what is only sent back is not judged again
 * @throws Refused 422: an address of a network that is closed, which OUTBOUND_ALLOW does not name
 */
export const demandReach = (
	allowed: readonly string[],
	sent: Domain['consentChangeWebHook'] | undefined,
	before: string | null = null,
): void => {
	if (sent == null || sent.url === '' || sent.url === before) return;
	const { hostname, port } = new URL(sent.url);
	try {
		createGuard(allowed).check(hostname, port === '' ? 443 : Number(port));
	} catch (error) {
		if (!(error instanceof OutboundRefused)) throw error;
		const message = 'Use an address that can be reached from outside';
		throw invalidFields([{ message, path: ['consentChangeWebHook', 'url'] }], 'not_usable');
	}
};
