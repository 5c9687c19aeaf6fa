/** What waits on a site for whoever visits it: asked for by their page, judged at that moment, and over once they closed or followed it. */
import { CHANNELS, channelAt } from '@luvalla/contract/channels.ts';
import type { SiteMessage } from '@luvalla/contract/placement.ts';
import type { Visiting } from '#kernel/hooks.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int4s } from '#kernel/storage/arrays.ts';
import { sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { membersOf } from '../../people/wing.ts';
import { isOnboarded } from '../../tenancy/wing.ts';
import { endMessages, sweepMessages, waitingOn } from '../channels/site-store.ts';
import { readCampaignRun } from '../runs/runs.ts';
import { createNames, type Names, timeOf } from '../runs/token.ts';
import { askedOf, TAKEN, TakenRow, type Work } from './lease.ts';
import { judge } from './permits.ts';

/** States of a run in which what it put on a site is shown. */
const SHOWN_IN: readonly string[] = ['sending', 'done'];

/** Of these entries of a lane those whose message may be shown now. */
const permitted = async (tx: Tx, customerId: number, runId: string, code: number, entries: readonly number[]): Promise<Set<number>> => {
	const run = await readCampaignRun(tx, customerId, runId);
	const lane = run?.plan.lanes.find(({ channel }) => channel === channelAt(code));
	if (!run || !lane || !SHOWN_IN.includes(run.state)) return new Set();
	const work: Work = { customerId, runId, rehearsal: false, plan: run.plan, lane, part: 0 };
	const taken = await tx.rows(
		TakenRow,
		sql`select ${TAKEN} from delivery where customer_id = ${customerId} and at >= ${timeOf(runId)} and run_id = ${runId}
			and channel = ${code} and entry = any(${int4s([...entries])}::int[]) and state in ('accepted', 'unknown')`,
	);
	const verdicts = await judge(tx, { ...(await askedOf(tx, work)), isSettled: true }, taken);
	return new Set(verdicts.flatMap((one) => (one.may === 'yes' ? [one.who.entry] : [])));
};

const messagesFor = async (tx: Tx, names: Names, { customerId, domainId, person, over }: Visiting): Promise<readonly SiteMessage[]> => {
	const { members } = await membersOf(tx, customerId, person);
	const ended = over.flatMap((id) => {
		const key = names.keyOf(id);
		return key?.customerId === customerId ? [{ ...key, channel: CHANNELS.indexOf(key.channel) }] : [];
	});
	await endMessages(tx, customerId, members, ended);
	const waiting = await waitingOn(tx, customerId, domainId, members);
	if (waiting.length === 0 || !(await isOnboarded(tx, customerId))) return [];
	const laneOf = ({ run_id: runId, channel }: (typeof waiting)[number]): string => `${runId} ${channel}`;
	const may = new Map<string, Set<number>>();
	for (const [lane, rows] of Map.groupBy(waiting, laneOf)) {
		const [{ run_id: runId = '', channel = 0 } = {}] = rows;
		const entries = rows.map(({ entry }) => entry);
		may.set(lane, await permitted(tx, customerId, runId, channel, entries));
	}
	return waiting.flatMap((one) => (may.get(laneOf(one))?.has(one.entry) ? [one.message] : []));
};

/** Answers how to stop. */
export const hearOfVisitors = ({ hooks, secrets }: Pick<Kernel, 'hooks' | 'secrets'>): (() => void) => {
	const names = createNames(secrets, 'lists');
	return hooks.siteMessages.on((tx, visiting) => messagesFor(tx, names, visiting));
};

/** Worker's part. */
export const workOnSites = ({ jobs, storage }: Pick<Kernel, 'jobs' | 'storage'>): Promise<void> =>
	jobs.schedule('forget-site-messages', '35 2 * * *', () => sweepMessages(storage));
