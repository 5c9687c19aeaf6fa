/** The segments of a domain, searched, each with a switch, how it is filled, and how many are in it. */
import type { Audience } from '@luvalla/contract/profiles/audiences';
import { AUDIENCE_SEGMENTS } from '@luvalla/contract/profiles/audiences';
import { MEMBER_HOWS, type Segment, segments as segmentsCall } from '@luvalla/contract/profiles/segments';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { byName, type Language, useLanguage } from '#portal/lib/say.ts';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { Filters } from '#portal/ui/list/Filters.tsx';
import { SearchBox } from '#portal/ui/list/ListTools.tsx';
import { valueFilter } from '#portal/ui/list/list-words.ts';
import styles from './builder.module.css';
import { SwitchRow } from './SwitchRow.tsx';
import { type AudienceTexts, useAudienceTexts } from './texts.ts';

const SOURCES = [...MEMBER_HOWS, 'rule'] as const;
type Source = (typeof SOURCES)[number];
/** Rows drawn at first, and by each *Show more*. */
const ROWS = 50;
const SKELETON_ROWS = 6;
const BUILDING_AGAIN_MS = 2000;

/** A segment as the builder offers it; `usable` false: it was chosen, and may no longer be. */
interface Offered {
	id: string;
	name: string;
	count: number;
	building: boolean;
	sources: readonly Source[];
	usable: boolean;
}

/** Segments of the place that may be used, and those that the audience has already. */
export function useSegments(scope: Scope, stored: Audience | null) {
	const list = useQuery({
		...asQuery(segmentsCall, { query: {} }, scope),
		refetchInterval: ({ state }) => (state.data?.data.some((one) => one.state === 'building') ? BUILDING_AGAIN_MS : false),
	});
	const own = stored?.segments ?? [];
	const isOwn = (id: string) => own.some(({ segmentId }) => segmentId === id);
	const usable = (list.data?.data ?? []).filter(({ id, isActive }) => isActive || isOwn(id));
	const lost = list.data ? own.filter(({ segmentId }) => !usable.some(({ id }) => id === segmentId)) : [];
	const offered: Offered[] = [
		...lost.map(({ segmentId, segmentName }) => ({
			id: segmentId,
			name: segmentName,
			count: 0,
			building: false,
			sources: [],
			usable: false,
		})),
		...usable.map(offeredOf).toSorted((a, b) => Number(isOwn(b.id)) - Number(isOwn(a.id)) || byName(a.name, b.name)),
	];
	const nameOf = (id: string): string =>
		offered.find((one) => one.id === id)?.name ?? own.find(({ segmentId }) => segmentId === id)?.segmentName ?? '';
	return { list, offered, nameOf };
}

const offeredOf = ({ id, name, count, state, sources }: Segment): Offered => ({
	id,
	name,
	count,
	building: state === 'building',
	sources,
	usable: true,
});

interface SegmentChoiceProps {
	segments: ReturnType<typeof useSegments>;
	chosen: readonly string[];
	onChoose: (id: string, on: boolean) => void;
}

export function SegmentChoice({ segments: { list, offered }, chosen, onChoose }: SegmentChoiceProps) {
	const t = useAudienceTexts();
	const language = useLanguage();
	const [q, setQ] = useState('');
	const [source, setSource] = useState<string | undefined>();
	const [drawn, setDrawn] = useState(ROWS);
	if (list.isError && !list.data) return <Failed sentence={t('segmentsFailed')} query={list} />;
	if (list.data && offered.length === 0)
		return (
			<Empty part title={t('noSegments')}>
				{t('noSegmentsWhy')}
			</Empty>
		);
	const wanted = q.trim().toLocaleLowerCase();
	const matching = offered.filter(
		(one) => one.name.toLocaleLowerCase().includes(wanted) && (source === undefined || one.sources.some((how) => how === source)),
	);
	const most = Math.max(1, ...offered.map(({ count }) => count));
	const full = chosen.length >= AUDIENCE_SEGMENTS;
	return (
		<>
			<div className="row-8">
				<SearchBox value={q} label={t('findSegment', { count: offered.length })} onSearch={setQ} />
				<Filters
					filters={[valueFilter('filled', t('filled'), source, SOURCES, (one) => t(`filled_${one}`))]}
					onFilter={(_, value) => setSource(value)}
				/>
			</div>
			{full ? <p className={styles.quiet}>{t('mostChosen', { most: AUDIENCE_SEGMENTS })}</p> : null}
			<ul className={styles.rows} aria-busy={!list.data}>
				{list.data
					? matching
							.slice(0, drawn)
							.map((one) => (
								<SwitchRow
									key={one.id}
									name={one.name}
									about={one.usable ? aboutOf(t, one, language) : t('notUsable')}
									warns={!one.usable}
									count={one.count}
									most={most}
									on={chosen.includes(one.id)}
									disabled={full && !chosen.includes(one.id)}
									onSwitch={(on) => onChoose(one.id, on)}
								/>
							))
					: Array.from({ length: SKELETON_ROWS }, (_, n) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: rows without content
							<li key={n} className={styles.row}>
								<Skeleton height={36} />
							</li>
						))}
			</ul>
			{list.data && matching.length === 0 ? (
				<p className={styles.quiet}>
					{t('noneFound')}{' '}
					<button
						type="button"
						className="link"
						onClick={() => {
							setQ('');
							setSource(undefined);
						}}
					>
						{t('clear')}
					</button>
				</p>
			) : null}
			{matching.length > drawn ? (
				<p className="row-8-12">
					<Button variant="default" size="xs" onClick={() => setDrawn(drawn + ROWS)}>
						{t('showMore')}
					</Button>
					<span className={styles.quiet}>{t('shownOf', { shown: drawn, all: matching.length })}</span>
				</p>
			) : null}
		</>
	);
}

/** How it is filled, the most frequent way first: *By hand and API*. */
const aboutOf = (t: AudienceTexts, { sources, building }: Offered, language: Language): string => {
	const [first = t('filledNone'), ...rest] = sources.map((one) => t(`filled_${one}`));
	const small = rest.map((text) => (text === text.toUpperCase() ? text : text.charAt(0).toLocaleLowerCase() + text.slice(1)));
	const how = new Intl.ListFormat(language).format([first, ...small]);
	return building ? `${how} · ${t('counting')}` : how;
};
