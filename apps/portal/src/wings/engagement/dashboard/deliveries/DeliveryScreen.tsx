/** `/campaigndashboard/delivery?id=&delivery=`: the permission that one message rests on, what happened to it, and the message. */
import { delivery } from '@luvalla/contract/engagement/deliveries';
import { Button } from '@mantine/core';
import { IconCertificate, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { asQuery } from '#portal/lib/calls.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { useThing } from '#portal/lib/use-title.ts';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { DeliveryBadge } from '#portal/ui/deliveries/badges.tsx';
import { RecordLink, shortId } from '#portal/ui/deliveries/RecordLink.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { usePlace } from '#portal/ui/use-place.ts';
import { WayBack } from '#portal/ui/WayBack.tsx';
import { deliverySearch } from '../dashboard.search.ts';
import { useCampaignDashboardTexts } from '../texts.ts';
import styles from './deliveries.module.css';
import type { One } from './delivery.ts';
import { Events } from './Events.tsx';
import { Facts } from './Facts.tsx';
import { Message } from './Message.tsx';
import { Permission } from './Permission.tsx';
import { useRunCrumb } from './run-crumb.ts';

export function DeliveryScreen() {
	const t = useCampaignDashboardTexts();
	const [search] = useScreenSearch(deliverySearch);
	const { page, address } = usePlace(search, false);
	const { customerId } = page;
	const [id, name] = [search.id ?? '', search.delivery ?? ''];
	const scope = { customerId, domainId: null };
	const enabled = customerId !== null && id !== '' && name !== '';
	const read = useQuery({ ...asQuery(delivery, { params: { id, delivery: name }, query: {} }, scope), enabled });
	const { crumb, campaign } = useRunCrumb({ id, customerId, address });
	const one = read.data?.data;
	const title = one ? sentenceOf(t, one) : t('delivery');
	useThing(one ? title : undefined);
	const crumbs = [
		{ label: t('campaigns'), to: '/campaigndashboard', search: address },
		{ ...crumb, label: one?.campaign ?? crumb.label },
		{ label: name === '' ? t('delivery') : shortId(name), mono: true },
	];
	const customer: Record<string, string> = address.customer === undefined ? {} : { customer: address.customer };
	const missing = read.error instanceof CallFailure && read.error.notThere;
	// Its sentence is the title, and whoever has it has the rest.
	if (enabled && read.isPending) return <PageSkeleton />;
	return (
		<CustomerGate page={page} title={t('delivery')}>
			<PageHeader
				title={title}
				crumbs={crumbs}
				badge={one ? <DeliveryBadge of={one} /> : null}
				actions={
					<>
						{page.picker}
						{one ? (
							<Button
								variant="default"
								leftSection={<IconUser size={16} stroke={1.75} aria-hidden="true" />}
								renderRoot={(props: object) => <Link {...props} to={`/domainprofiles/${one.person}`} search={customer} />}
							>
								{t('openProfile')}
							</Button>
						) : null}
					</>
				}
			/>
			{one ? (
				<div className={styles.detail}>
					<div className={styles.column}>
						<Permission one={one} customer={customer} customerId={customerId} />
						{one.tracking ? (
							<section className={styles.tracking} aria-label={t('tracking')}>
								<IconCertificate size={16} stroke={1.75} aria-hidden="true" />
								<p>
									<strong>{t('yesTo', { purpose: one.tracking.purpose })},</strong> {t('soKept')}
								</p>
								<RecordLink id={one.tracking.recordId} name={t('recordOf', { name: one.tracking.purpose })} search={customer} />
							</section>
						) : one.state === 'accepted' && !one.rehearsal ? (
							<section className={styles.tracking} aria-label={t('tracking')}>
								<IconCertificate size={16} stroke={1.75} aria-hidden="true" />
								<p>{t('notFollowed')}</p>
							</section>
						) : null}
						<Events one={one} customer={customer} />
					</div>
					<div className={styles.aside}>
						<Message one={one} />
						<Facts one={one} tested={campaign?.options.secondSubject != null} />
					</div>
				</div>
			) : missing || (!enabled && customerId !== null) ? (
				<Empty title={t('noDelivery')} action={<WayBack to={crumbs[0]} />}>
					{t('noDeliveryWhy')}
				</Empty>
			) : (
				<Failed sentence={t('deliveryFailed')} query={read} />
			)}
		</CustomerGate>
	);
}

/** *Emma Lindholm got Autumn club letter* */
function sentenceOf(t: ReturnType<typeof useCampaignDashboardTexts>, one: One): string {
	const values = { name: one.name ?? one.address ?? t('somebody'), campaign: one.campaign };
	return t(one.rehearsal && one.state === 'accepted' ? 'title_made' : `title_${one.state}`, values);
}
