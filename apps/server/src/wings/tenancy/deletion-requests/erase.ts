/**
 * Erasing a domain, as a run: each wing takes out its own, a piece a transaction, until nobody has anything left; then the domain's row
 * goes, and what was erased and what stays is written down and signed.
 */
import { LOST, REQUEST_STATUS, STAYS } from '@luvalla/contract/tenancy/deletion-requests.ts';
import * as z from 'zod';
import { recordActivity } from '#kernel/access/activity.ts';
import { removeValuesOf } from '#kernel/access/activity-values.ts';
import { now } from '#kernel/clock.ts';
import type { OfDomain } from '#kernel/hooks.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { forgetMailsAbout } from '#kernel/outbound/mail.ts';
import type { Moved, RunKind, Running } from '#kernel/runs/runs.ts';
import { forgetRunsOf, readRun } from '#kernel/runs/store.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { removeCustomerDomainApp } from '../customer-domain-apps/store.ts';
import { appsOn, dropParked, dueRequests, holdsOf, lockRequest, noteErased, noteRun, putOff, readRequest, renameRequest } from './store.ts';

type Parts = Pick<Kernel, 'storage' | 'hooks' | 'runs'>;

/** Stands before what is signed (hook `signed`). */
export const REPORT_LINE = 'luvalla domain erasure';
/** A run that failed is begun again so much later. */
const AGAIN_MS = 600_000;

const Input = z.object({ requestId: z.string(), domainId: z.string() });
const Cursor = z.object({ done: z.int() });
type Input = z.infer<typeof Input>;
type Cursor = z.infer<typeof Cursor>;

/** What all wings together keep of a domain. */
export const holdsOfAll = async (tx: Tx, hooks: Kernel['hooks'], of: OfDomain) => {
	const held = await hooks.domainHolds.ask(tx, of);
	const sums = <K extends string>(keys: readonly K[], count: (one: (typeof held)[number]) => Partial<Record<K, number>> | undefined) =>
		Object.fromEntries(keys.map((key) => [key, held.reduce((sum, one) => sum + (count(one)?.[key] ?? 0), 0)])) as Record<K, number>;
	return {
		lost: sums(LOST, ({ lost }) => lost),
		stays: sums(STAYS, ({ stays }) => stays),
		atOthers: held.reduce((sum, { atOthers = 0 }) => sum + atOthers, 0),
	};
};

const added = (rows: readonly Readonly<Record<string, number>>[]): Record<string, number> => {
	const sum: Record<string, number> = {};
	for (const one of rows) for (const [table, n] of Object.entries(one)) if (n > 0) sum[table] = (sum[table] ?? 0) + n;
	return sum;
};
const sumOf = (rows: Readonly<Record<string, number>>): number => Object.values(rows).reduce((sum, n) => sum + n, 0);

async function* erasing({ hooks }: Parts, run: Running<Input, Cursor>) {
	const { customerId, runId, input } = run;
	const { requestId, domainId } = input;
	let { done } = run.cursor;
	/** Held; null where it was erased before. */
	const open = async (tx: Tx) => {
		await lockRequest(tx, customerId, requestId);
		const request = await readRequest(tx, customerId, requestId);
		return request && !request.erased_at ? request : null;
	};
	for (let left = true; left; )
		yield async (tx: Tx): Promise<Moved<Cursor>> => {
			const request = await readRequest(tx, customerId, requestId);
			if (!request) throw new Error('A domain is erased without anybody having asked for it.');
			const of = { customerId, domainId, host: request.host };
			const pieces = await hooks.eraseDomain.ask(tx, { ...of, erasure: runId });
			const rows = added(pieces.map((piece) => piece.rows));
			const things = pieces.flatMap(({ things: gone = [] }) => gone);
			if (things.length > 0) rows.activity_values = await removeValuesOf(tx, customerId, things);
			left = sumOf(rows) > 0;
			done += sumOf(rows);
			return { cursor: { done }, done, counts: rows };
		};
	yield async (tx: Tx): Promise<Moved<Cursor>> => {
		const request = await open(tx);
		if (!request) return { cursor: { done }, done };
		const { host } = request;
		const apps = await appsOn(tx, customerId, domainId);
		for (const app of apps) await removeCustomerDomainApp(tx, customerId, app);
		await hooks.domainGone.tell(tx, { customerId, domainId });
		const rows: Record<string, number> = {
			...(await dropParked(tx, customerId, requestId, domainId)),
			customer_domain_app: apps.length,
			run: await forgetRunsOf(tx, customerId, domainId),
			mail: await forgetMailsAbout(tx, customerId, domainId, host),
			activity_values: await removeValuesOf(tx, customerId, [domainId, requestId, ...apps], host),
		};
		done += sumOf(rows);
		return { cursor: { done }, done, counts: rows };
	};
	yield async (tx: Tx): Promise<Moved<Cursor>> => {
		const request = await open(tx);
		if (!request) return { cursor: { done }, done };
		const { host, counted } = request;
		const { stays } = await holdsOfAll(tx, hooks, { customerId, domainId, host });
		const erased = added([counted, (await readRun(tx, customerId, runId))?.counts ?? {}]);
		const body = JSON.stringify({
			kind: 'domain-erasure',
			domain: host,
			domainId,
			customerId,
			erasedAt: now().toISOString(),
			erased,
			stays,
		});
		const [signed] = await hooks.signed.ask(tx, { line: REPORT_LINE, text: body });
		if (!signed) throw new Error('Nobody signs the report of an erasure.');
		await noteErased(tx, customerId, requestId, { erased, stays, body, ...signed });
		await recordActivity(tx, customerId, null, { action: 'erased', thing: 'domain', thingId: domainId, after: { rows: sumOf(erased) } });
		return { cursor: { done }, done };
	};
}

const REASON = { en: 'It is gone already.', fi: 'Se on jo poissa.' };

export const erasureKind = (kernel: Parts): RunKind<Input, Cursor> => ({
	kind: 'domain-erasure',
	input: Input,
	cursor: Cursor,
	steps: (run) => erasing(kernel, run),
	erases: true,
	about: () => ({}),
	reason: () => REASON,
	ended: async (tx, { customerId, runId, input }) => {
		const request = await readRequest(tx, customerId, input.requestId);
		const counted = added([request?.counted ?? {}, (await readRun(tx, customerId, runId))?.counts ?? {}]);
		await putOff(tx, customerId, input.requestId, new Date(now().getTime() + AGAIN_MS), counted);
	},
});

/** Begins what is due, each request once. Answers how many. */
export const eraseDue = async ({ storage, runs }: Parts, kind: RunKind<Input, Cursor>): Promise<number> => {
	const due = await dueRequests(storage.across);
	for (const { customer_id: customerId, request_id: requestId } of due)
		await storage.inTenant(customerId, async (tx) => {
			await lockRequest(tx, customerId, requestId);
			const request = await readRequest(tx, customerId, requestId);
			// Another process may have been quicker, or it was cancelled.
			if (request?.status !== REQUEST_STATUS.processed || request.run_id !== null || !request.erase_at || request.erase_at > now()) return;
			const runId = await runs.start(tx, customerId, kind, {
				input: { requestId, domainId: request.domain_id },
				cursor: { done: 0 },
				// Of no domain: it outlives the one it erases.
				domainId: null,
				total: null,
				asker: null,
				act: { action: 'erased', thing: 'domain', thingId: request.domain_id, after: {} },
			});
			await noteRun(tx, customerId, requestId, runId);
		});
	return due.length;
};

/** Worker's part. */
export const workErasures = async (kernel: Parts & Pick<Kernel, 'jobs'>, kind: RunKind<Input, Cursor>): Promise<void> => {
	await kernel.jobs.schedule('erase-domains', '* * * * *', async () => void (await eraseDue(kernel, kind)));
};

/** This wing's own counts, and its requests' hosts. */
export const hearOfErasure = ({ hooks }: Pick<Kernel, 'hooks'>): void => {
	hooks.domainRenamed.on(renameRequest);
	hooks.domainHolds.on(async (tx, { customerId, domainId }) => ({ lost: (await holdsOf(tx, customerId, domainId)) ?? {} }));
};
