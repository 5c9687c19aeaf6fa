/** Vendors that differ, by the weight of what changed: those who ask for something else first. */
import type { GvlEntry, VendorsAsked } from '@luvalla/contract/consent/vendor-lists';
import { Button } from '@mantine/core';
import { IconMinus, IconPencil, IconPlus, IconShield } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { VirtualRows } from '#portal/ui/list/VirtualRows.tsx';
import { useUpdatesTexts } from './texts.ts';
import styles from './updates.module.css';
import { whatChanged } from './what-changed.ts';

/** Rows of a group before it is unfolded. */
const FIRST = 5;

export interface Group {
	key: 'changedMaterial' | 'changedCosmetic' | 'deleted' | 'added';
	entries: readonly GvlEntry[];
}

export const groupsOf = (entries: readonly GvlEntry[]): Group[] =>
	(
		[
			{ key: 'changedMaterial', entries: entries.filter(({ status, material }) => status === 'changed' && material) },
			{ key: 'changedCosmetic', entries: entries.filter(({ status, material }) => status === 'changed' && !material) },
			{ key: 'deleted', entries: entries.filter(({ status }) => status === 'deleted') },
			{ key: 'added', entries: entries.filter(({ status }) => status === 'added') },
		] satisfies Group[]
	).filter((group) => group.entries.length > 0);

const STATUS = {
	added: { hue: 'green', icon: IconPlus },
	deleted: { hue: 'gray', icon: IconMinus },
	changed: { hue: 'blue', icon: IconPencil },
} as const;

interface GroupTableProps {
	group: Group;
	/** All of it at once: it was searched for. */
	whole: boolean;
	asked: readonly VendorsAsked[] | null;
}

export function GroupTable({ group: { key, entries }, whole, asked }: GroupTableProps) {
	const t = useUpdatesTexts();
	const language = useLanguage();
	const heading = useId();
	const [unfolded, setUnfolded] = useState(false);
	const all = whole || unfolded;
	const rest = entries.length - FIRST;
	const columns: Pick<Column<GvlEntry>, 'key' | 'header' | 'cell' | 'right'>[] = [
		{
			key: 'status',
			header: t('status'),
			cell: ({ status }) => <Badge {...STATUS[status]}>{t(status)}</Badge>,
		},
		{
			key: 'vendor',
			header: t('vendor'),
			cell: ({ currentVendor: { id, name } }) => <RowLink search={{ id: String(id) }}>{name}</RowLink>,
		},
		{ key: 'id', header: t('id'), right: true, cell: ({ currentVendor: { id } }) => <span className="mono">{id}</span> },
		{ key: 'what', header: t('what'), cell: (entry) => whatChanged(t, language, entry) },
	];
	if (asked !== null)
		columns.push({ key: 'yours', header: t('yours'), right: true, cell: (entry) => <Yours entry={entry} asked={asked} /> });
	return (
		<section className={styles.group} data-yours={asked === null ? undefined : ''} aria-labelledby={heading}>
			<div className={styles.groupHead}>
				<h2 id={heading}>{t(key)}</h2>
				<span className={styles.count}>{numberText(entries.length, language)}</span>
				{!all && rest > 0 ? (
					<Button
						variant="subtle"
						size="compact-sm"
						aria-label={`${t('more', { count: rest })}. ${t('moreOf', { group: t(key) })}`}
						onClick={() => setUnfolded(true)}
					>
						{t('more', { count: rest })}
					</Button>
				) : null}
			</div>
			<VirtualRows
				caption={t(key)}
				columns={columns}
				rows={all ? entries : entries.slice(0, FIRST)}
				rowId={({ currentVendor: { id } }) => id}
			/>
		</section>
	);
}

/** The published banners that name the vendor; — where none does, or where there is nothing to change. */
function Yours({ entry, asked }: { entry: GvlEntry; asked: readonly VendorsAsked[] }) {
	const t = useUpdatesTexts();
	const naming = namedBy(entry, asked);
	if (naming.length === 0) return '—';
	return (
		<span className="in-line-6">
			<IconShield size={16} stroke={1.75} aria-hidden="true" />
			{naming.length === 1 ? naming[0]?.title : t('banners', { count: naming.length })}
		</span>
	);
}

export const namedBy = ({ currentVendor: { id } }: GvlEntry, asked: readonly VendorsAsked[]): VendorsAsked[] =>
	asked.filter(({ vendors }) => vendors.includes(id));
