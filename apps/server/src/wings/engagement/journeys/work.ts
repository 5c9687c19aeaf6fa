/**
 * The worker's part of triggered sends: takes news, looks at the calendar, moves people on whose time has come, and ends what nobody is on
 * their way by any more. One step is one transaction that holds the customer's triggered sends, so any number of workers may do it, and one
 * that is killed has done nothing or all of it.
 */
import { now } from '#kernel/clock.ts';
import { followNews } from '#kernel/jobs/rounds.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int, row, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { NEWS, takeNews } from '../../profiles/wing.ts';
import { wakeWorkers } from '../runs/runs.ts';
import { advance } from './advance.ts';
import { arrive, happenedIn } from './arrive.ts';
import { lookAtDay } from './dates.ts';
import {
	closeVersion,
	duePlaces,
	holdLive,
	type JourneyRow,
	movePlaces,
	newTally,
	openBy,
	openPlaces,
	openVersions,
	type PlaceRow,
	setState,
	type VersionRow,
	writeTally,
} from './store.ts';

/** News and people that one step takes. */
const STEP = 1_000;
/** People whose time comes by itself are looked for so often; of news there is word at once. */
const LOOK_MS = 1_000;
/** What comes within so long is done together. */
const REST_MS = 50;

const LiveRow = row({ customer_id: int });

/** Customers with triggered sends that have something to do. */
const customersWithJourneys = async (across: Tx): Promise<number[]> =>
	(await across.rows(LiveRow, sql`select distinct customer_id from journey where state in ('running', 'stopping')`)).map(
		({ customer_id: customerId }) => customerId,
	);

/** Nobody enters these runs any more: they are over when nobody is left. */
const endRuns = async (tx: Tx, customerId: number, { runs }: VersionRow): Promise<void> => {
	const ids = Object.values(runs).flatMap((one) => (one ? [one.run] : []));
	await tx.run(
		sql`update campaign_run set open_until = ${now()} where customer_id = ${customerId} and run_id = any(${ids}::uuid[]) and open_until > ${now()}`,
	);
	await wakeWorkers(tx, customerId);
};

/** Whoever is on their way in one that was stopped leaves it; answers whether anybody was. */
const leaveStopped = async (tx: Tx, customerId: number, journey: JourneyRow): Promise<boolean> => {
	const places = await openPlaces(tx, customerId, journey.campaign_id, STEP);
	const tally = newTally();
	for (const { campaign_id, step } of places) {
		tally.add({ campaign_id, step, what: 'waiting', reason: '' }, now(), -1);
		tally.add({ campaign_id, step, what: 'left', reason: 'stopped' }, now());
	}
	await movePlaces(
		tx,
		customerId,
		places.map((one) => ({ ...one, state: 'left', due_at: null, reason: 'stopped' })),
	);
	await writeTally(tx, customerId, tally);
	if (places.length === 0) {
		for (const one of await openVersions(tx, customerId, [journey.campaign_id]))
			await closeVersion(tx, customerId, one.campaign_id, one.version);
		await setState(tx, customerId, journey.campaign_id, 'stopped');
	}
	return places.length > 0;
};

/** A limited piece of what there is to do for a customer; answers whether there is more. */
export const stepOn = async ({ inTenant }: Pick<Kernel['storage'], 'inTenant'>, customerId: number): Promise<boolean> =>
	inTenant(customerId, async (tx) => {
		const journeys = await holdLive(tx, customerId);
		if (journeys.length === 0) return false;
		const running = journeys.filter(({ state }) => state === 'running');
		const ids = running.map((one) => one.campaign_id);
		const tally = newTally();
		const news = await takeNews(tx, customerId, STEP);
		const happened = happenedIn(running, news);
		let days = false;
		for (const journey of running) {
			const found = await lookAtDay(tx, customerId, journey);
			if (found === null) continue;
			days = true;
			happened.push(...found);
		}
		const came = await arrive(tx, customerId, happened, tally);
		const moment = now();
		const atOnce = came.filter(({ due_at: due }) => due !== null && due <= moment);
		const known = new Set(atOnce.map((one) => one.place_id));
		const due = atOnce.length >= STEP ? [] : (await duePlaces(tx, customerId, ids, STEP)).filter((one) => !known.has(one.place_id));
		const versions = await openVersions(tx, customerId, ids);
		const byKey = new Map(versions.map((one) => [`${one.campaign_id} ${one.version}`, one]));
		const versionOf = ({ campaign_id: id, version }: PlaceRow): VersionRow => {
			const found = byKey.get(`${id} ${version}`);
			if (!found) throw new Error(`A version of a triggered send is closed, and somebody is on their way by it: ${id} ${version}.`);
			return found;
		};
		const ending = await advance(tx, customerId, [...atOnce, ...due], versionOf, tally);
		await writeTally(tx, customerId, tally);

		// Versions before the newest end when nobody is on their way by them any more.
		const older = versions.filter((one) =>
			running.some((journey) => journey.campaign_id === one.campaign_id && one.version < journey.version),
		);
		if (older.length > 0) {
			const open = await openBy(tx, customerId, [...new Set(older.map((one) => one.campaign_id))]);
			for (const one of older)
				if (!open.some((other) => other.campaign_id === one.campaign_id && other.version === one.version)) {
					await endRuns(tx, customerId, one);
					await closeVersion(tx, customerId, one.campaign_id, one.version);
				}
		}
		let stopping = false;
		for (const journey of journeys) if (journey.state === 'stopping') stopping = (await leaveStopped(tx, customerId, journey)) || stopping;
		await ending();
		return news.length === STEP || due.length >= STEP || days || stopping;
	});

/** Works for as long as the process does. Answers how to stop. */
export const workJourneys = ({ storage, log }: Pick<Kernel, 'storage' | 'log'>): Promise<() => Promise<void>> => {
	return followNews(storage, (customerId) => stepOn(storage, customerId), {
		topic: NEWS,
		due: () => customersWithJourneys(storage.across),
		lookMs: LOOK_MS,
		notLooked: (error) => log.error('triggered sends could not be looked for', { error }),
		atOnce: 2,
		restMs: REST_MS,
		failed: (customerId, error) => log.error('triggered sends were not moved on', { customerId, error }),
	});
};
