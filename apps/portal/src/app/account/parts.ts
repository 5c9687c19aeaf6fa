/** The parts of the account page, in the order of their tabs: screens of several wings that belong together. */
import type { Text } from '#portal/lib/say.ts';
import { managers, type Who } from '../screen.ts';

export interface AccountPart {
	/** Its screen. */
	to: string;
	label: Text;
	/** As its screen says; whoever sees one part alone sees no tabs. */
	who: readonly Who[];
}

export const accountParts = [
	{ to: '/manageaccount', label: { en: 'Team', fi: 'Tiimi' }, who: ['customerAdmin'] },
	{ to: '/manageaccount/company', label: { en: 'Company', fi: 'Yritys' }, who: managers },
	{ to: '/manageaccount/licences', label: { en: 'Licences', fi: 'Lisenssit' }, who: managers },
	{ to: '/manageaccount/vouchers', label: { en: 'Vouchers', fi: 'Arvosetelit' }, who: managers },
	{ to: '/manageaccount/credits', label: { en: 'Credits and payments', fi: 'Krediitit ja maksut' }, who: managers },
	{ to: '/manageaccount/costs', label: { en: 'Costs', fi: 'Kulut' }, who: managers },
] as const satisfies readonly AccountPart[];
