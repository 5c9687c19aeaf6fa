/** What both lists of segments show, and how the page narrows, sorts and pages what comes whole. */
import type { Page } from '@luvalla/contract/call';
import type { Segment } from '@luvalla/contract/profiles/segments';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { byName } from '#portal/lib/say.ts';
import { listQueryOf } from '#portal/lib/search.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { type Column, RowLink } from '#portal/ui/list/DataTable.tsx';
import { type ReasonTexts, useReasonTexts } from '#portal/ui/reasons/texts.ts';
import { NumberText, RelativeTime } from '#portal/ui/times.tsx';
import styles from './segments.module.css';
import type { SegmentsSearch } from './segments.search.ts';
import { type SegmentTexts, useSegmentTexts } from './texts.ts';
import { whoMayText } from './who-may.ts';

const orders: Record<string, (one: Segment, other: Segment) => number> = {
	name: (one, other) => byName(one.name, other.name),
	count: (one, other) => one.count - other.count,
	changedAt: (one, other) => one.changedAt.localeCompare(other.changedAt),
};

/** The page of a list that came whole. */
export function pageOf(all: readonly Segment[], search: SegmentsSearch): { data: readonly Segment[]; page: Page } {
	const { page, size, sort = 'name', q = '' } = listQueryOf(search);
	const wanted = q.trim().toLocaleLowerCase();
	const matching = all.filter(
		({ name, rule, isActive }) =>
			name.toLocaleLowerCase().includes(wanted) &&
			(search.filled === undefined || (search.filled === 'rule') === (rule !== null)) &&
			(search.active === undefined || (search.active === 'yes') === isActive),
	);
	const falls = sort.startsWith('-');
	const order = orders[falls ? sort.slice(1) : sort] ?? (() => 0);
	const sorted = matching.toSorted((one, other) => (falls ? order(other, one) : order(one, other)));
	return { data: sorted.slice((page - 1) * size, page * size), page: { total: sorted.length, next: null } };
}

/** How its people came, the most frequent way first. */
const filledText = (t: SegmentTexts, reasons: ReasonTexts, { sources }: Segment): string =>
	sources.length === 0 ? t('byNothing') : sources.map((one) => reasons(`by_${one}`)).join(', ');

/** @param linkOf where a name leads; none: it leads nowhere */
export function useSegmentColumns(linkOf?: (row: Segment) => { to: string; search: Record<string, string> }): Column<Segment>[] {
	const t = useSegmentTexts();
	const reasons = useReasonTexts();
	return [
		{
			key: 'name',
			header: t('name'),
			sort: 'name',
			cell: (row) => (linkOf ? <RowLink {...linkOf(row)}>{row.name}</RowLink> : row.name),
			width: 200,
		},
		{
			key: 'people',
			header: t('people'),
			sort: 'count',
			right: true,
			cell: (row) => <People row={row} />,
			width: 72,
		},
		{ key: 'filled', header: t('filled'), cell: (row) => filledText(t, reasons, row), width: 180 },
		{ key: 'who', header: t('who'), cell: (row) => whoMayText(t, row), width: 180 },
		...(linkOf ? [{ key: 'active', header: t('active'), cell: (row: Segment) => <ActiveState active={row.isActive} />, width: 96 }] : []),
		{
			key: 'weight',
			header: t('weight'),
			right: true,
			extra: linkOf !== undefined,
			cell: (row) => <NumberText value={row.weight} />,
			width: 40,
		},
		{ key: 'cost', header: t('cost'), right: true, extra: linkOf !== undefined, cell: (row) => <NumberText value={row.cost} />, width: 40 },
		{ key: 'changed', header: t('changed'), sort: 'changedAt', cell: (row) => <RelativeTime at={row.changedAt} />, width: 80 },
	];
}

function People({ row }: { row: Segment }) {
	const t = useSegmentTexts();
	return (
		<span className={styles.people}>
			<NumberText value={row.count} />
			{row.state === 'building' ? <span className="aside">{t('building')}…</span> : null}
		</span>
	);
}

function ActiveState({ active }: { active: boolean }) {
	const t = useSegmentTexts();
	return active ? (
		<Badge hue="green" icon={IconCircleCheck}>
			{t('active')}
		</Badge>
	) : (
		<Badge hue="gray" icon={IconCircleDashed}>
			{t('inactive')}
		</Badge>
	);
}
