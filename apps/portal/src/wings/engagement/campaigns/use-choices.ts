/** What a campaign can be made of on its domain. */

import { purposes } from '@luvalla/contract/consent/purposes';
import { publishedConstellations } from '@luvalla/contract/engagement/constellations';
import { senders } from '@luvalla/contract/engagement/senders';
import { connectors } from '@luvalla/contract/profiles/connectors';
import { segments } from '@luvalla/contract/profiles/segments';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { purposeName } from '#portal/lib/purpose-name.ts';
import { useLanguage } from '#portal/lib/say.ts';

export function useChoices(scope: Scope) {
	const { customerId, domainId } = scope;
	const language = useLanguage();
	const params = { customerId: customerId ?? 0 };
	const constellations = useQuery(asQuery(publishedConstellations, { query: {} }, scope));
	const segment = useQuery(asQuery(segments, { query: {} }, scope));
	const purpose = useQuery(asQuery(purposes, { params, query: domainId ? { domainId } : {} }));
	const connector = useQuery(asQuery(connectors, { params: { id: customerId ?? 0 } }));
	const sender = useQuery(asQuery(senders, { query: {} }, { customerId }));
	const first = [constellations, segment, purpose, connector, sender].find((one) => !one.isSuccess);
	const own = (sender.data?.data ?? []).filter((one) => one.domainId === domainId);
	return {
		/** For `FormDrawer`: the first that is on its way or failed. */
		loading: first && { isError: first.isError, isSuccess: false, error: first.error, refetch: first.refetch },
		constellations: constellations.data?.data ?? [],
		/** Those that are filled by a rule keep themselves up to date. */
		allSegments: (segment.data?.data ?? []).filter((one) => one.isActive),
		segments: (segment.data?.data ?? []).filter((one) => one.isActive && one.rule === null),
		/** Until then it is not known which of those that were chosen are gone. */
		purposesKnown: purpose.isSuccess,
		purposes: (purpose.data?.data ?? [])
			.filter((one) => one.channels.length > 0)
			.map((one) => ({ ...one, name: purposeName(one, language) })),
		connectors: (connector.data?.data ?? []).filter((one) => one.isActive && one.direction === 'none'),
		senders: own,
		/** Who writes where nobody is chosen: the first that is ready, else the first. */
		usualSender: own.find((one) => one.ready) ?? own[0] ?? null,
	};
}
export type Choices = ReturnType<typeof useChoices>;
