/** What the server finds while somebody types: asked once they pause, and no longer wanted as soon as they type on. */
import { FEWEST_LETTERS, type Found, find } from '@luvalla/contract/guidance/find';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '#portal/lib/client.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import type { Entry, Group } from './entry.ts';
import { usePaletteTexts } from './texts.ts';

const TYPING_PAUSE_MS = 150;

/** @param customerId of whom people, domains, banners and records are found */
export function useFound(typed: string, customerId: number | undefined) {
	const wanted = typed.trim();
	const [q] = useDebouncedValue(wanted, TYPING_PAUSE_MS);
	const enough = wanted.length >= FEWEST_LETTERS;
	const query = useQuery({
		queryKey: ['palette', q, customerId ?? null],
		queryFn: ({ signal }) => ask(find, { query: { q, customerId } }, {}, signal),
		enabled: enough && q.length >= FEWEST_LETTERS,
		placeholderData: keepPreviousData,
		// somebody may have just made what they look for
		staleTime: 0,
		gcTime: 30_000,
	});
	const groups = useFoundGroups(enough ? query.data?.data : undefined, customerId);
	return {
		groups,
		pending: enough && (wanted !== q || query.isFetching),
		failed: enough && query.isError && !query.isFetching,
		again: () => void query.refetch(),
	};
}

/** As the lists and pages of each kind are addressed; ADMIN's say whose they are. */
function useFoundGroups(found: Found | undefined, customerId: number | undefined): readonly Group[] {
	const t = usePaletteTexts();
	const { isAdmin } = usePerson();
	if (!found) return [];
	const customer: Record<string, string> = isAdmin && customerId !== undefined ? { customer: String(customerId) } : {};
	const entry = (kind: Entry['kind'], id: string | number, label: string, rest: Pick<Entry, 'detail' | 'does'>): Entry => ({
		id: `${kind} ${id}`,
		kind,
		label,
		...rest,
	});
	return [
		{
			key: 'domains',
			label: t('domains'),
			entries: found.domains.map((one) =>
				entry('domain', one.id, one.domain, {
					detail: isAdmin ? one.customerName : one.name,
					does: { to: isAdmin ? '/domains' : '/customerdomains', search: { id: one.id } },
				}),
			),
		},
		{
			key: 'banners',
			label: t('banners'),
			entries: found.banners.map((one) =>
				entry('banner', one.id, one.title, {
					detail: `${one.type === 1 ? t('tcf') : t('light')} · ${one.domain}`,
					does: { to: `${one.type === 1 ? '/tcfconfig' : '/lightconfig'}/${one.id}`, search: customer },
				}),
			),
		},
		{
			key: 'people',
			label: t('people'),
			entries: found.people.map((one) =>
				entry('person', one.id, one.name, { does: { to: `/domainprofiles/${one.id}`, search: customer } }),
			),
		},
		{
			key: 'records',
			label: t('records'),
			entries: found.records.map((one) =>
				entry('record', one.id, `${one.value ? t('yes') : t('no')}: ${one.purpose}`, {
					detail: one.domain,
					does: { to: `/reports/records/${one.id}`, search: customer },
				}),
			),
		},
		{
			key: 'customers',
			label: t('customers'),
			entries: found.customers.map((one) =>
				entry('customer', one.id, one.name, { does: { to: '/customers', search: { id: String(one.id) } } }),
			),
		},
		{
			key: 'users',
			label: t('users'),
			entries: found.users.map((one) =>
				entry('user', one.email, one.email, { detail: one.name, does: { to: '/users', search: { id: one.email } } }),
			),
		},
		{
			key: 'partners',
			label: t('partners'),
			entries: found.partners.map((one) => entry('partner', one.id, one.name, { does: { to: '/partners', search: { id: one.id } } })),
		},
	];
}
