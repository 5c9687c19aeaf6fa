/** The frame of the account page: its title, whose account it is, its parts as tabs, and a pane beside the open one. */

import { domainLicences } from '@luvalla/contract/billing/licences';
import { myRedemptions } from '@luvalla/contract/billing/vouchers';
import { domainUsers } from '@luvalla/contract/identity/account';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { useSay } from '#portal/lib/say.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { whoseOf } from '#portal/ui/list/picker-search.ts';
import type { PageCustomer } from '#portal/ui/list/pickers.tsx';
import tabs from '#portal/ui/list/ViewTabs.module.css';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import { rolesOf } from '../access.ts';
import styles from './account.module.css';
import { accountParts } from './parts.ts';
import { useAccountTexts } from './texts.ts';

interface AccountPageProps {
	page: PageCustomer;
	/** What stays in the address from part to part: whose account it is. */
	search: { customer?: number | undefined };
	busy?: boolean;
	actions?: ReactNode;
	/** The pane at the right, below where there is no room. */
	side?: ReactNode;
	/** Names the pane for people who hear it. */
	sideName?: string;
	children: ReactNode;
}

/** A part of the account page. */
export function AccountPage({ page, search, busy, actions, side, sideName, children }: AccountPageProps) {
	const t = useAccountTexts();
	const say = useSay();
	const person = usePerson();
	const roles = rolesOf(person);
	const parts = accountParts.filter(({ who }) => who.some((one) => roles.includes(one)));
	const counts = useCounts(page.customerId, person.customerAdmin);
	const whose = whoseOf(search);
	const title = t(person.isAdmin ? 'customersAccount' : 'title');
	const body = (
		<>
			<PageHeader
				title={title}
				busy={busy}
				actions={
					<>
						{page.picker}
						{actions}
					</>
				}
			/>
			<nav ref={showCurrent} className={tabs.views} aria-label={t('parts')}>
				{parts.map(({ to, label }) => (
					<Link key={to} to={to} search={whose} className={tabs.tab} activeOptions={{ exact: true, includeSearch: false }}>
						{say(label)}
						{to in counts ? <Count value={counts[to]} /> : null}
					</Link>
				))}
			</nav>
			<CustomerGate page={page}>{children}</CustomerGate>
		</>
	);
	if (side === undefined) return body;
	return (
		<div className={styles.sheet}>
			<div className={styles.main}>{body}</div>
			<aside className={styles.side} aria-label={sideName}>
				<div className={styles.pane}>{side}</div>
			</aside>
		</div>
	);
}

/** On a phone the tabs are a line that scrolls: the open one is in sight. */
const showCurrent = (line: HTMLElement | null): void => {
	const current = line?.querySelector<HTMLElement>('[aria-current]');
	if (line && current) line.scrollLeft = current.offsetLeft - line.offsetLeft - 16;
};

/** How many there are; its place is kept while they are counted. */
function Count({ value }: { value: number | undefined }) {
	return <span className={tabs.count}>{value === undefined ? '\u00a0' : <NumberText value={value} />}</span>;
}

/** How many rows the parts have that are lists. */
function useCounts(customerId: number | null, hasTeam: boolean): Readonly<Record<string, number | undefined>> {
	const scope = { customerId };
	const enabled = customerId !== null;
	const first = { size: 1 };
	const team = useQuery({
		...asQuery(domainUsers, { query: { customerId: customerId ?? 0 } }, { customerId: customerId ?? undefined, domainId: null }),
		enabled: enabled && hasTeam,
	});
	const licences = useQuery({ ...asQuery(domainLicences, { params: { id: customerId ?? 0 }, query: first }), enabled });
	const vouchers = useQuery({ ...asQuery(myRedemptions, { query: first }, scope), enabled });
	// Of what cannot be counted no number is shown; its own page says why.
	return {
		...(team.isError ? {} : { '/manageaccount': team.data?.data.length }),
		...(licences.isError ? {} : { '/manageaccount/licences': licences.data?.page?.total }),
		...(vouchers.isError ? {} : { '/manageaccount/vouchers': vouchers.data?.page?.total }),
	};
}
