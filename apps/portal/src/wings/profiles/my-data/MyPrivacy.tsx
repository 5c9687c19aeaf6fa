import { answerMine, type MyCustomer, type MyPurpose, myConsents } from '@luvalla/contract/consent/my-consents';
import { Button } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { notifySuccess } from '#portal/lib/notices.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { useTitle } from '#portal/lib/use-title.ts';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import styles from './my-data.module.css';
import { OtherAddresses } from './OtherAddresses.tsx';
import { OwnChoice } from './OwnChoice.tsx';
import { PurposeRow } from './PurposeRow.tsx';
import { useMyDataTexts } from './texts.ts';
import { Ways } from './Ways.tsx';

/** My consents: what each company may do, and changing it at once; below it the ways to the other parts. */
export function MyPrivacy() {
	const t = useMyDataTexts();
	const { email } = usePerson();
	const query = useQuery(asQuery(myConsents, {}));
	useTitle(t('name'));
	const customers = query.data?.data;
	const [only] = customers ?? [];
	return (
		<>
			<header className={styles.head}>
				<h1>{t('title')}</h1>
				{customers && only ? <p>{customers.length === 1 ? t('leadOne', { customer: only.customer }) : t('lead')}</p> : null}
			</header>
			{query.isError && !customers ? (
				<Failed sentence={t('failed')} query={query} />
			) : !customers ? (
				<PageSkeleton />
			) : customers.length === 0 ? (
				<Empty title={t('empty')}>{t('emptyWhy', { email })}</Empty>
			) : (
				customers.map((one) => <Customer key={one.customerId} customer={one} alone={customers.length === 1} />)
			)}
			{customers ? <Ways /> : null}
			{customers ? (
				<footer className={styles.foot}>
					<p>
						<IconCertificate size={18} stroke={1.75} aria-hidden="true" />
						{t('proof')}
					</p>
				</footer>
			) : null}
		</>
	);
}

function Customer({ customer, alone }: { customer: MyCustomer; alone: boolean }) {
	const t = useMyDataTexts();
	const client = useQueryClient();
	const say = useCall(answerMine, {
		quiet: true,
		onSuccess: (data) => {
			client.setQueryData(asQuery(myConsents, {}).queryKey, { data, page: null });
			notifySuccess(t('saved'));
		},
	});
	const answer = (purposes: readonly MyPurpose[], value: boolean) =>
		say.mutate({
			body: { customerId: customer.customerId, answers: purposes.map(({ purposeId, version }) => ({ purposeId, value, version })) },
		});
	const all = customer.domains.flatMap(({ purposes }) => purposes);
	return (
		<section className={styles.customer} aria-label={customer.customer}>
			{alone ? null : <h2>{customer.customer}</h2>}
			{all.length === 0 ? null : (
				<div className="card-frame">
					{customer.domains.map((domain) => (
						<div key={domain.domainId}>
							{customer.domains.length > 1 ? <h3 className={styles.domain}>{domain.domain}</h3> : null}
							<ul className="plain-list">
								{domain.purposes.map((purpose) => (
									<PurposeRow
										key={purpose.purposeId}
										purpose={purpose}
										busy={say.isPending}
										onAnswer={(value) => answer([purpose], value)}
									/>
								))}
							</ul>
						</div>
					))}
					<div className={styles.everything}>
						<span>{t('everything')}</span>
						<span className={styles.equal}>
							<Button variant="default" data-strong disabled={say.isPending} onClick={() => answer(all, false)}>
								{t('noToAll')}
							</Button>
							<Button variant="default" data-strong disabled={say.isPending} onClick={() => answer(all, true)}>
								{t('yesToAll')}
							</Button>
						</span>
					</div>
				</div>
			)}
			<OwnChoice customer={customer} />
			<OtherAddresses customerId={customer.customerId} customer={customer.customer} others={customer.others} />
		</section>
	);
}
