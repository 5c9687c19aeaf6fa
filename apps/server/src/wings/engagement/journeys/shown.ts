/** Triggered sends as the portal reads them. */
import * as contract from '@luvalla/contract/engagement/journeys.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { now } from '#kernel/clock.ts';
import { int4s, timestamps, uuids } from '#kernel/storage/arrays.ts';
import { bool, float, instant, int, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { readSegments } from '../../profiles/wing.ts';
import type { CampaignRow } from '../campaigns/store.ts';
import type { Problem } from '../problems.ts';
import { waitsOf } from '../runs/paid.ts';
import { timeOf } from '../runs/token.ts';
import { countsOf, openBy, type PlaceRow, readJourneys, readVersion } from './store.ts';

const DAY_MS = 24 * 3_600_000;
const PausedRow = row({ campaign_id: uuid, paused: bool });
const SinceRow = row({ campaign_id: uuid, since: instant });

export const shownAll = async (tx: Tx, customerId: number, rows: readonly CampaignRow[]): Promise<contract.Triggered[]> => {
	const ids = rows.map((one) => one.campaign_id);
	const journeys = await readJourneys(tx, customerId, ids);
	const counts = Map.groupBy(await countsOf(tx, customerId, ids), (one) => one.campaign_id);
	const paused = new Set(
		(
			await tx.rows(
				PausedRow,
				sql`select campaign_id, bool_or(state = 'paused') as paused from campaign_run
				where customer_id = ${customerId} and campaign_id = any(${uuids(ids)}::uuid[]) group by 1`,
			)
		).flatMap((one) => (one.paused ? [one.campaign_id] : [])),
	);
	const since = new Map(
		(
			await tx.rows(
				SinceRow,
				sql`select campaign_id, max(since) as since from journey_version
				where customer_id = ${customerId} and campaign_id = any(${uuids(ids)}::uuid[]) group by 1`,
			)
		).map((one) => [one.campaign_id, one.since]),
	);
	return rows.flatMap((one) => {
		const found = journeys.get(one.campaign_id);
		if (!found) return [];
		const sum = (what: string, step?: string): number =>
			(counts.get(one.campaign_id) ?? [])
				.filter((count) => count.what === what && (step === undefined || count.step === step))
				.reduce((all, { n }) => all + n, 0);
		return [
			{
				id: one.campaign_id,
				title: one.title,
				domain: one.host,
				domainId: one.domain_id,
				journey: found.journey,
				options: one.options,
				state: found.state,
				isPaused: found.state === 'running' && paused.has(one.campaign_id),
				version: found.version,
				since: since.get(one.campaign_id)?.toISOString() ?? null,
				createdAt: one.created_at.toISOString(),
				lastUpdatedAt: one.changed_at.toISOString(),
				entered: sum('entered', 'first'),
				waiting: sum('waiting'),
				finished: sum('finished'),
				left: sum('left'),
			},
		];
	});
};

const TitleRow = row({ constellation_id: uuid, title: text, channel: int, status: int });
const NameRow = row({ id: uuid, name: text });

/** Since when messages of any of these runs wait for credits; null: none do. */
const waitsIn = async (tx: Tx, customerId: number, runs: readonly string[]): Promise<string | null> => {
	const since: string[] = [];
	for (const run of runs) {
		const waits = await waitsOf(tx, customerId, run);
		if (waits) since.push(waits.since);
	}
	return since.sort()[0] ?? null;
};

const MedianRow = row({ ms: orNull(float) });
/** Messages of which it is told how fast they were. */
const LATEST = 1_000;

/** How fast the last messages of a run were handed over after their people came. In the order of `delivery_by_state`: those before are not read. */
const medianOf = async (tx: Tx, customerId: number, run: string): Promise<number | null> => {
	const [found] = await tx.rows(
		MedianRow,
		sql`select percentile_cont(0.5) within group (order by extract(epoch from d.handed_at - d.at) * 1000) as ms
		from (select at, handed_at from delivery where customer_id = ${customerId} and at >= ${timeOf(run)} and run_id = ${run}
			and state = 'accepted' and reason is null and settled_at is not null order by reason desc, settled_at desc limit ${LATEST}) d
		where d.handed_at is not null`,
	);
	return found?.ms ?? null;
};

/** With where everybody is. */
export const shownProgress = async (
	tx: Tx,
	scope: Scope,
	one: contract.Triggered,
	problems: readonly Problem[],
): Promise<contract.TriggeredProgress> => {
	const { customerId } = scope;
	const { journey } = one;
	const counts = await countsOf(tx, customerId, [one.id]);
	const recent = await countsOf(tx, customerId, [one.id], new Date(now().getTime() - DAY_MS));
	const sum = (what: string, step: string, of = counts): number =>
		of.filter((count) => count.what === what && count.step === step).reduce((all, { n }) => all + n, 0);
	const version = one.version === 0 ? null : await readVersion(tx, customerId, one.id, one.version);
	const firstRun = version?.runs.first?.run;
	const ids = { first: journey.first, wait: null, yes: journey.after?.yes ?? null, neither: journey.after?.neither ?? null };
	const stars = new Map(
		(
			await tx.rows(
				TitleRow,
				sql`select constellation_id, title, channel::int as channel, status::int as status from constellation
				where customer_id = ${customerId} and constellation_id = any(${uuids(Object.values(ids).flatMap((id) => id ?? []))}::uuid[])`,
			)
		).map((star) => [star.constellation_id, star]),
	);
	const reasons = new Map<string, number>();
	for (const { what, reason, n } of counts) if (what === 'left') reasons.set(reason, (reasons.get(reason) ?? 0) + n);
	const { trigger } = journey;
	const purposes = trigger.kind === 'consent' ? [trigger.purposeId] : [];
	const named = await tx.rows(
		NameRow,
		sql`select purpose_id as id, name from purpose where customer_id = ${customerId} and purpose_id = any(${uuids(purposes)}::uuid[])`,
	);
	const segments = await readSegments(tx, { ...scope, domainId: one.domainId }, [
		...(trigger.kind === 'joined' || trigger.kind === 'left' ? [trigger.segmentId.toLowerCase()] : []),
		...(journey.after?.segmentId ? [journey.after.segmentId.toLowerCase()] : []),
	]);
	return {
		...one,
		lastDay: sum('entered', 'first', recent),
		medianMs: journey.delayMinutes === 0 && firstRun ? await medianOf(tx, customerId, firstRun) : null,
		waitsForCredits: await waitsIn(
			tx,
			customerId,
			Object.values(version?.runs ?? {}).flatMap((message) => (message ? [message.run] : [])),
		),
		steps: contract.JOURNEY_STEPS.filter((step) => step === 'first' || journey.after !== null).map((step) => {
			const star = stars.get(ids[step]?.toLowerCase() ?? '');
			return {
				step,
				entered: sum('entered', step),
				waiting: sum('waiting', step),
				left: sum('left', step),
				finished: sum('finished', step),
				unseen: sum('unseen', step),
				run: (step !== 'wait' && version?.runs[step]?.run) || null,
				channel: star?.channel ?? null,
				title: star?.title ?? '',
			};
		}),
		reasons: [...reasons]
			.filter(([, count]) => count > 0)
			.map(([reason, count]) => ({ reason, count }))
			.sort((a, b) => b.count - a.count),
		older: (await openBy(tx, customerId, [one.id]))
			.filter((open) => open.version < one.version)
			.map(({ version, people }) => ({ version, people })),
		problems: problems.map(({ code, message }) => ({ code, message })),
		names: Object.fromEntries([
			...named.map(({ id, name }) => [id, name] as const),
			...segments.map((segment) => [segment.segment_id, segment.name] as const),
			...[...stars.values()].map((star) => [star.constellation_id, star.title] as const),
		]),
	};
};

const MessageRow = row({ run_id: uuid, entry: int, state: text, settled_at: orNull(instant), record_id: orNull(uuid) });

/** Places of somebody, each with what became of their last message. */
export const shownPlaces = async (tx: Tx, customerId: number, places: readonly PlaceRow[]) => {
	const asked = places.flatMap(({ run_id: run, channel, entry, entry_at: at }) =>
		run === null || channel === null || entry === null || at === null ? [] : [{ run, channel, entry, at }],
	);
	const messages = await tx.rows(
		MessageRow,
		sql`select d.run_id, d.entry, d.state, d.settled_at, d.record_id
		from unnest(${uuids(asked.map(({ run }) => run))}::uuid[], ${int4s(asked.map(({ channel }) => channel))}::int[],
			${int4s(asked.map(({ entry }) => entry))}::int[], ${timestamps(asked.map(({ at }) => at))}::timestamptz[]) g (run_id, channel, entry, at)
		join delivery d on d.customer_id = ${customerId} and d.run_id = g.run_id and d.channel = g.channel and d.entry = g.entry and d.at = g.at`,
	);
	return places.map((one) => {
		const message = messages.find((sent) => sent.run_id === one.run_id && sent.entry === one.entry);
		return {
			id: one.place_id,
			step: one.step,
			state: one.state,
			reason: one.reason,
			why: one.why,
			version: one.version,
			dueAt: one.due_at?.toISOString() ?? null,
			enteredAt: one.entered_at.toISOString(),
			endedAt: one.ended_at?.toISOString() ?? null,
			message: message
				? { state: message.state, at: message.settled_at?.toISOString() ?? null, recordId: message.record_id, run: message.run_id }
				: null,
		};
	});
};
