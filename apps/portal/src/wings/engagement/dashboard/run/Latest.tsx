import { deliveries } from '@luvalla/contract/engagement/deliveries';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { asList } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { DataTable } from '#portal/ui/list/DataTable.tsx';
import { useDeliveryColumns } from '../deliveries/columns.tsx';
import { useCampaignDashboardTexts } from '../texts.ts';
import type { To } from './progress.ts';
import styles from './run.module.css';

const LATEST = 8;

interface LatestProps {
	id: string;
	run: string | undefined;
	scope: Scope;
	to: To;
	address: Record<string, string>;
	targeted: number;
	/** How many are settled: with another number there are others to show. */
	settled: number;
}

/** Those settled last, with the record that permitted each. */
export function Latest({ id, run, scope, to, address, targeted, settled }: LatestProps) {
	const t = useCampaignDashboardTexts();
	const list = useQuery(asList(deliveries, { params: { id }, query: { run, size: LATEST } }, scope));
	const { refetch } = list;
	const shown = useRef(settled);
	useEffect(() => {
		if (shown.current === settled) return;
		shown.current = settled;
		void refetch();
	}, [settled, refetch]);
	const columns = useDeliveryColumns(id, address, false);
	const rows = list.data?.data.deliveries;
	return (
		<section aria-label={t('latest')}>
			<div className={styles.latestHead}>
				<h2>{t('latest')}</h2>
				<Link to="/campaigndashboard/deliveries" search={to} className="link">
					{t('all', { count: targeted })}
					<IconArrowRight size={16} stroke={1.75} aria-hidden="true" />
				</Link>
			</div>
			{list.isError ? (
				<Failed sentence={t('deliveriesFailed')} query={list} />
			) : rows?.length === 0 ? (
				<p className="small">{t('noneSettled')}</p>
			) : (
				<DataTable
					caption={t('latest')}
					columns={columns}
					rows={rows}
					rowId={(row) => row.id}
					rowName={(row) => row.address ?? row.person}
					expect={LATEST}
				/>
			)}
		</section>
	);
}
