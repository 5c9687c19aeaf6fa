/** One custom domain (`?id=`): how it stands, why, and its certificate. */
import type { CustomDomain } from '@luvalla/contract/tenancy/custom-domains';
import type { UseQueryResult } from '@tanstack/react-query';
import { Facts } from '#portal/ui/Facts.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { ExactTime } from '#portal/ui/times.tsx';
import { Expiry, HostStatus } from './HostStatus.tsx';
import styles from './hosts.module.css';
import { useHostTexts } from './texts.ts';

interface HostDrawerProps {
	id: string | undefined;
	/** The list behind. */
	query: UseQueryResult<{ data: readonly CustomDomain[] }>;
	onClose: () => void;
}

export function HostDrawer({ id, query, onClose }: HostDrawerProps) {
	const t = useHostTexts();
	const row = query.data?.data.find((one) => one.id === id);
	return (
		<FormDrawer
			opened={id !== undefined}
			title={row ? (row.letters ?? row.domain) : t('host')}
			subtitle={
				row ? (
					<>
						{row.customerName} <HostStatus status={row.status} />
					</>
				) : null
			}
			onClose={onClose}
			loading={row ? undefined : { ...query, isSuccess: query.isSuccess && !query.isPlaceholderData }}
			missing={t('missing')}
		>
			<div className={styles.body}>{row ? <Host row={row} /> : null}</div>
		</FormDrawer>
	);
}

function Host({ row }: { row: CustomDomain }) {
	const t = useHostTexts();
	const { certificate, dns } = row;
	const since = row.since[row.status];
	return (
		<Facts
			facts={[
				{ label: t('host'), value: row.domain, mono: true },
				{ label: t('since'), value: since && <ExactTime at={since} /> },
				...(row.reason ? [{ label: t('reason'), value: row.reason.sentence }] : []),
				...(row.warning ? [{ label: t('warning'), value: row.warning }] : []),
				...(row.nextTryAt ? [{ label: t('nextTry'), value: <ExactTime at={row.nextTryAt} /> }] : []),
				{ label: t('records'), value: <Records row={row} /> },
				{ label: t('lookedAt'), value: dns.checkedAt && <ExactTime at={dns.checkedAt} /> },
				{ label: t('expires'), value: certificate && <Expiry at={certificate.notAfter} /> },
				...(certificate
					? [
							{ label: t('renewAt'), value: <ExactTime at={certificate.renewAt} /> },
							{ label: t('issuer'), value: certificate.issuer },
							{ label: t('serial'), value: certificate.serial, mono: true },
						]
					: []),
			]}
		/>
	);
}

/** What DNS said when it was last looked at. */
export function Records({ row: { differing, dns } }: { row: CustomDomain }) {
	const t = useHostTexts();
	if (dns.checkedAt === null) return '—';
	return differing === 0 ? t('recordsRight') : t('recordsWrong', { count: differing });
}
