import { type Activity, activity } from '@luvalla/contract/insight/activity';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { Facts } from '#portal/ui/Facts.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { DataTable } from '#portal/ui/list/DataTable.tsx';
import { ExactTime } from '#portal/ui/times.tsx';
import styles from './activity.module.css';
import { spanOf } from './activity.search.ts';
import { KeptValue } from './KeptValue.tsx';
import { useActivityTexts } from './texts.ts';
import { actionText, fieldText, isEmpty, thingText } from './words.ts';

/** Rows of the few seconds around a linked one; a busy moment has no more than this. */
const MOST_NEAR = 100;

/** One event (`?id=`): who did what, and the values before and after side by side. */
export function ActivityDrawer({
	id,
	rows,
	onClose,
}: {
	id: string | undefined;
	rows: readonly Activity[] | undefined;
	onClose: () => void;
}) {
	const t = useActivityTexts();
	const listed = rows?.find((row) => row.id === id);
	const span = id === undefined ? null : spanOf(id);
	const near = useQuery({
		...asQuery(activity, { query: { page: 1, size: MOST_NEAR, from: span?.from, to: span?.to } }),
		enabled: span !== null && rows !== undefined && !listed,
	});
	const row = listed ?? near.data?.data.find((one) => one.id === id);
	const lost = row === undefined && (span === null || near.data !== undefined);
	return (
		<FormDrawer
			opened={id !== undefined}
			title={row ? `${actionText(row.action)}: ${row.thingName ?? thingText(row.thing)}` : t('title')}
			subtitle={row ? <ExactTime at={row.at} /> : null}
			wide
			onClose={onClose}
			loading={row || lost ? undefined : near}
		>
			<div className={styles.body}>
				{row ? <Event row={row} /> : null}
				{id !== undefined && lost ? (
					<div role="alert">
						<h3>{t('gone')}</h3>
						<p className="quiet">{t('goneWhy')}</p>
					</div>
				) : null}
			</div>
		</FormDrawer>
	);
}

function Event({ row }: { row: Activity }) {
	const t = useActivityTexts();
	const names = [...new Set([...Object.keys(row.before ?? {}), ...Object.keys(row.after ?? {})])].toSorted();
	// what changed comes first
	const ordered = [...names.filter((name) => row.fields.includes(name)), ...names.filter((name) => !row.fields.includes(name))];
	// an empty cell says so by itself
	const cell = (values: Activity['before'], name: string) =>
		isEmpty(values?.[name]) ? null : <KeptValue name={name} value={values?.[name]} />;
	return (
		<>
			<Facts
				facts={[
					{ label: t('who'), value: row.who ?? t('unknown') },
					...(row.asWhom === null ? [] : [{ label: t('asWhomHead'), value: row.asWhom }]),
					{ label: t('action'), value: actionText(row.action) },
					{ label: t('thing'), value: thingText(row.thing) },
					...(row.thingName === null ? [] : [{ label: t('name'), value: row.thingName }]),
					{ label: t('thingId'), value: row.thingId, mono: true },
					{ label: t('customer'), value: row.customerName },
					{ label: t('network'), value: row.network, mono: true },
				]}
			/>
			<h3>{t('values')}</h3>
			{ordered.length === 0 ? (
				<p className="quiet">{t('noValues')}</p>
			) : (
				<DataTable
					caption={t('values')}
					columns={[
						{ key: 'field', header: t('field'), cell: (name) => fieldText(name) },
						{ key: 'before', header: t('before'), cell: (name) => cell(row.before, name) },
						{ key: 'after', header: t('after'), cell: (name) => cell(row.after, name) },
					]}
					rows={ordered}
					rowId={(name) => name}
					rowName={fieldText}
				/>
			)}
		</>
	);
}
