/** Who may use a segment: four flags of the call as one choice. */
import type { Segment } from '@luvalla/contract/profiles/segments';
import type { Person } from '#portal/lib/session.ts';
import type { SegmentTexts } from './texts.ts';

const WHO_MAY = ['all', 'domain', 'customer', 'admin'] as const;
export type WhoMay = (typeof WHO_MAY)[number];

type Flags = Pick<Segment, 'isPublic' | 'isDomainSpecific' | 'isCustomerSpecific' | 'isAdminOnly'>;

/** The narrowest flag wins, as it does on the server. */
export const whoMayOf = ({ isDomainSpecific, isCustomerSpecific, isAdminOnly }: Flags): WhoMay =>
	isAdminOnly ? 'admin' : isCustomerSpecific ? 'customer' : isDomainSpecific ? 'domain' : 'all';

/** `isPublic` is its own fact: it stays as it was. */
export const flagsOf = (who: WhoMay): Omit<Flags, 'isPublic'> => ({
	isDomainSpecific: who === 'domain',
	isCustomerSpecific: who === 'customer',
	isAdminOnly: who === 'admin',
});

/** What a person may choose: only ADMIN makes segments of the platform, and who sees a domain alone has no word for the customer. */
export const choicesFor = ({ isAdmin, isPartner, customerAdmin }: Person): readonly WhoMay[] =>
	WHO_MAY.filter((one) => (one === 'admin' ? isAdmin : one === 'customer' ? isAdmin || isPartner || customerAdmin : true));

/** In words of a list. */
export function whoMayText(t: SegmentTexts, row: Flags & Pick<Segment, 'customerName' | 'domain'>): string {
	const who = whoMayOf(row);
	if (who === 'domain') return row.domain === null ? t('who_domain') : t('who_domainOf', { domain: row.domain });
	if (who === 'admin') return t('who_admin');
	if (who === 'customer') return t('who_customer', { customer: row.customerName });
	return row.isPublic ? t('who_all', { customer: row.customerName }) : t('who_private', { customer: row.customerName });
}
