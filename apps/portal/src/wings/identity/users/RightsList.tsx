import { changeRoles, readRights, type User, type UserRights, userByEmail, users } from '@luvalla/contract/identity/users';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { CallQuestion } from '#portal/ui/ConfirmDialog.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { DateText } from '#portal/ui/times.tsx';
import { RoleBadges } from './RoleBadges.tsx';
import { useUserTexts } from './texts.ts';
import styles from './users.module.css';

type Mapping = UserRights['mappings'][number];
const rightTexts = {
	customerAdmin: 'rightCustomerAdmin',
	domainAdmin: 'rightDomainAdmin',
	partner: 'rightPartner',
	member: 'rightMember',
} as const satisfies Record<Mapping['right'], string>;

/** What a user may do and where it counts: what the platform gave, and what each customer's or domain's mapping gives. */
export function RightsList({ row }: { row: User }) {
	const t = useUserTexts();
	const heading = useId();
	const query = useQuery(asQuery(readRights, { query: { userName: row.userName } }));
	const rights = query.data?.data;
	return (
		<section className={styles.rights} aria-labelledby={heading}>
			<h3 id={heading}>{t('rights')}</h3>
			{query.isError && !rights ? (
				<Failed sentence={t('rightsFailed')} query={query} />
			) : rights ? (
				<>
					<h4>{t('rightsEverywhere')}</h4>
					{rights.platform.length === 0 ? (
						<p>{t('rightsNone')}</p>
					) : (
						<ul aria-label={t('rightsEverywhere')}>
							{rights.platform.map((one) => (
								<li key={one.role}>
									<RoleBadges roles={[one.role]} />
									<Giver by={one.givenBy} at={one.givenAt} />
								</li>
							))}
						</ul>
					)}
					<h4>{t('rightsMapped')}</h4>
					{rights.mappings.length === 0 ? (
						<p>{t('rightsNone')}</p>
					) : (
						<ul aria-label={t('rightsMapped')}>
							{rights.mappings.map((one) => (
								<li key={`${one.customerId} ${one.domainId ?? ''} ${one.right}`}>
									<span>
										<strong>{one.domain === null ? one.customerName : `${one.customerName}, ${one.domain}`}</strong>:{' '}
										{t(rightTexts[one.right])}
									</span>
									<Giver by={one.givenBy} at={one.givenAt} />
								</li>
							))}
						</ul>
					)}
					<EndGiven row={row} mappings={rights.mappings} />
				</>
			) : (
				<Skeleton height={56} />
			)}
		</section>
	);
}

function Giver({ by, at }: { by: string | null; at: string | null }) {
	const t = useUserTexts();
	if (by === null && at === null) return null;
	return (
		<span>
			{by === null ? t('given') : t('givenBy', { who: by })} {at === null ? null : <DateText at={at} />}
		</span>
	);
}

/** Where the platform gave nothing that could be unticked, what customers gave is ended by itself. */
function EndGiven({ row, mappings }: { row: User; mappings: readonly Mapping[] }) {
	const t = useUserTexts();
	const [asked, setAsked] = useState<User | null>(null);
	// The call sets the roles too: to what they are now.
	const read = useCall(userByEmail, { quiet: true });
	const end = useCall(changeRoles, { reload: [readRights, users, userByEmail] });
	const names = [...new Set(mappings.filter((one) => one.right === 'domainAdmin').map((one) => one.customerName))];
	if (names.length === 0 || row.roles.includes('DOMAIN_ADMIN')) return null;
	return (
		<>
			<Button
				variant="default"
				size="xs"
				className="at-start"
				loading={read.isPending}
				onClick={() => read.mutate({ query: { email: row.userName } }, { onSuccess: ({ data }) => setAsked(data) })}
			>
				{t('endGiven')}
			</Button>
			<CallQuestion
				call={end}
				input={asked !== null && { body: { UserName: row.userName, Roles: asked.roles, PhoneNumber: asked.PhoneNumber } }}
				onClose={() => setAsked(null)}
				title={t('endTitle')}
				verb={t('endVerb')}
				danger
			>
				<p>{t('endText', { name: row.userName, customers: names.join(', ') })}</p>
			</CallQuestion>
		</>
	);
}
