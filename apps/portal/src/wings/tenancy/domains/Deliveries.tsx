import { DELIVERY_STATES } from '@luvalla/contract/consent/webhook-states';
import { resendWebhook, type WebhookDelivery, webhookDeliveries } from '@luvalla/contract/consent/webhooks';
import type { Domain } from '@luvalla/contract/tenancy/domains';
import { IconCheck, IconClock, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { asList, useCall } from '#portal/lib/calls.ts';
import { numberText } from '#portal/lib/dates.ts';
import { notifySuccess } from '#portal/lib/notices.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { Badge, StatusBadge } from '#portal/ui/Badge.tsx';
import { Empty } from '#portal/ui/Empty.tsx';
import { Fold } from '#portal/ui/Fold.tsx';
import { DataList } from '#portal/ui/list/DataList.tsx';
import type { Column } from '#portal/ui/list/DataTable.tsx';
import { valueFilter } from '#portal/ui/list/list-words.ts';
import { ExactTime, RelativeTime } from '#portal/ui/times.tsx';
import styles from './domains.module.css';
import type { DomainSearch } from './domains.search.ts';
import { failureText } from './failures.ts';
import { useDomainTexts } from './texts.ts';

const statusTexts = { waiting: 'waiting', delivered: 'delivered', failed: 'failedStatus' } as const;

const LOOK_AGAIN_MS = 3000;

/** A delivery that is due now is sent within moments; one that waits for its next try is not worth asking after. */
const isDue = (row: WebhookDelivery): boolean =>
	row.status === 'waiting' && (row.nextTryAt === null || Date.parse(row.nextTryAt) <= Date.now() + LOOK_AGAIN_MS);

/** What was sent to a domain's webhook, what came of each try, and sending it again. */
export function Deliveries({ row: domain, search, patch }: { row: Domain; search: DomainSearch; patch: PatchSearch<DomainSearch> }) {
	const t = useDomainTexts();
	const place = { page: search.deliveryPage, size: search.deliverySize };
	const query = useQuery({
		...asList(webhookDeliveries, { params: { id: domain.id }, query: { ...listQueryOf(place), status: search.delivery } }),
		refetchInterval: ({ state }) => (state.data?.data.some(isDue) ? LOOK_AGAIN_MS : false),
	});
	useReloadOnNews('consents', [webhookDeliveries], domain.customerId);
	const resend = useCall(resendWebhook, {
		quiet: true,
		reload: [webhookDeliveries],
		onSuccess: () => notifySuccess(t('resent')),
	});
	const nameOf = ({ event }: WebhookDelivery) => `${event.ConsentName}: ${event.ConsentValue ? t('yes') : t('no')}`;
	const columns: Column<WebhookDelivery>[] = [
		{
			key: 'event',
			header: t('event'),
			cell: (row) => (
				<span className={styles.event}>
					{nameOf(row)}
					<span className="block aside light">
						<code>{row.event.EventType}</code>
					</span>
					<span className="block aside light">
						<RelativeTime at={row.event.UpdatedTs} />
					</span>
				</span>
			),
			width: 140,
		},
		{ key: 'status', header: t('status'), cell: (row) => <DeliveryStatus status={row.status} />, width: 84 },
		{ key: 'tries', header: t('tries'), cell: (row) => <Tries attempts={row.attempts} />, width: 160 },
		{
			key: 'next',
			header: t('nextTry'),
			cell: (row) => (row.nextTryAt === null ? null : <RelativeTime at={row.nextTryAt} ahead />),
			width: 72,
		},
	];
	return (
		<div className={styles.body}>
			<p className={styles.text}>{t('deliveriesText')}</p>
			<DataList
				name="deliveries"
				caption={t('deliveries')}
				query={query}
				columns={columns}
				rowId={(row) => row.id}
				rowName={nameOf}
				actions={(row) => [
					{
						label: t('resend'),
						icon: IconRefresh,
						onSelect: () => resend.mutate({ params: { id: domain.id, deliveryId: row.id } }),
					},
				]}
				search={place}
				onSearch={({ q: _, page, size, ...filters }, options) =>
					patch({ ...filters, deliveryPage: page, deliverySize: size ?? search.deliverySize }, options)
				}
				filters={[valueFilter('delivery', t('status'), search.delivery, DELIVERY_STATES, (status) => t(statusTexts[status]))]}
				count={(total) => t('deliveryCount', { count: total })}
				failed={t('deliveriesFailed')}
				empty={<Empty title={t('noDeliveries')}>{domain.consentChangeWebHook ? t('noDeliveriesYet') : t('noWebhook')}</Empty>}
			/>
		</div>
	);
}

function DeliveryStatus({ status }: { status: WebhookDelivery['status'] }) {
	const t = useDomainTexts();
	if (status === 'failed') return <StatusBadge status="failed">{t('failedStatus')}</StatusBadge>;
	return (
		<Badge hue={status === 'delivered' ? 'green' : 'amber'} icon={status === 'delivered' ? IconCheck : IconClock}>
			{t(statusTexts[status])}
		</Badge>
	);
}

type Attempt = WebhookDelivery['attempts'][number];

/** The last try stands open, those before it under one line. */
function Tries({ attempts }: { attempts: readonly Attempt[] }) {
	const t = useDomainTexts();
	const [last, ...earlier] = attempts.toReversed();
	if (!last) return t('notTried');
	return (
		<span className="block">
			<Try attempt={last} />
			{earlier.length === 0 ? null : (
				<Fold summary={t('earlierTries', { count: earlier.length })}>
					{earlier.map((one) => (
						<Try key={one.at} attempt={one} />
					))}
				</Fold>
			)}
		</span>
	);
}

function Try({ attempt: { at, status, ms, ...failure } }: { attempt: Attempt }) {
	const t = useDomainTexts();
	const language = useLanguage();
	return (
		<span className={styles.try}>
			<span className={styles.outcome}>{status === 0 ? failureText(t, failure) : `HTTP ${status}`}</span> ·{' '}
			<span className="whole">{`${numberText(ms, language)} ms`}</span>
			<span className="block aside light whole">
				<ExactTime at={at} />
			</span>
		</span>
	);
}
