/** What the two domain lists keep in the URL. */
import { DELIVERY_STATES } from '@luvalla/contract/consent/webhook-states';
import * as z from 'zod';
import { listSearch, searchNumber, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

/** Tabs of a domain's drawer; the first is the default. */
const domainTabs = ['details', 'proof', 'token', 'deliveries'] as const;

export const domainSearch = z.object({
	...listSearch,
	...pickerSearch,
	banner: searchWord(['published', 'none']),
	proof: searchWord(['proven', 'unproven']),
	/** The look for snippets that is shown. */
	run: searchText,
	/** The domain whose deletion is asked for; `choose`: none is chosen yet. */
	ask: searchText,
	tab: searchWord(domainTabs),
	/** Of the deliveries in the drawer; the list behind it has its own page. */
	delivery: searchWord(DELIVERY_STATES),
	deliveryPage: searchNumber,
	deliverySize: searchNumber,
});
export type DomainSearch = z.infer<typeof domainSearch>;

/** The list of all customers narrowed to one of them, as its call takes it. */
export const customerFilterOf = ({ customer }: DomainSearch): string[] => (customer === undefined ? [] : [`customerId:${customer}`]);

/** Closes the drawer: whatever belongs to it leaves the URL. */
export const drawerClosed = {
	id: undefined,
	tab: undefined,
	delivery: undefined,
	deliveryPage: undefined,
	deliverySize: undefined,
} satisfies Partial<DomainSearch>;
