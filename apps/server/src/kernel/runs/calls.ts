/** Looking after runs: lists, progress, cancelling, what they found. */
import * as contract from '@luvalla/contract/runs.ts';
import { recordActivity } from '../access/activity.ts';
import type { Asker } from '../access/asker.ts';
import type { Scope } from '../access/decide.ts';
import { csvOf } from '../http/csv-file.ts';
import { type Language, refusals, refuse } from '../http/errors.ts';
import { handle, handleIn, type Route } from '../http/handle.ts';
import { BATCH, batches, pageOf, wholePageOf } from '../storage/lists.ts';
import { offsetOf } from '../storage/search.ts';
import type { Storage, Tx } from '../storage/storage.ts';
import { FINDING_COLUMNS } from './finding-columns.ts';
import { type NewWork, type RunKind, type Runs, startedBy, tellOfRun } from './runs.ts';
import { changeRun, clearScratch, listRuns, type RunFilter, type RunRow, readFindings, readRun, waitForRun } from './store.ts';

const refuseRun = refusals({
	run_ended: [409, 'This run has ended already.', 'Tämä ajo on jo päättynyt.'],
});

const filterOf = (scope: Scope, asker: Asker, kind?: string): RunFilter => ({
	kind,
	to: scope.domains === 'all' ? null : { domainIds: [...scope.domains], by: startedBy(asker) },
});

const isOpen = ({ state }: Pick<RunRow, 'state'>): boolean => state === 'waiting' || state === 'running';

/** What nobody started and takes things out was decided elsewhere, and is not stopped in the middle by whoever sees it. */
const mayCancel = (runs: Runs, row: RunRow): boolean => isOpen(row) && !(row.created_by === null && runs.kindOf(row).erases);

export const shownRun = (runs: Runs, row: RunRow): contract.Run => ({
	id: row.run_id,
	kind: row.kind,
	state: row.state,
	domainId: row.domain_id,
	about: runs.kindOf(row).about(row),
	total: row.total,
	done: row.done,
	counts: row.counts,
	found: row.found,
	problem: row.problem,
	createdAt: row.created_at.toISOString(),
	startedAt: row.started_at?.toISOString() ?? null,
	endedAt: row.ended_at?.toISOString() ?? null,
	createdBy: row.created_by,
	can: { cancel: mayCancel(runs, row) },
});

/** A run that this scope may see; a domain's own admin those of their domains, and what they started. @throws Refused 404 */
export const visibleRun = async (tx: Tx, { customerId, domains }: Scope, asker: Asker, id: string): Promise<RunRow> => {
	const row = await readRun(tx, customerId, id.toLowerCase());
	const sees = (run: RunRow): boolean =>
		domains === 'all' || (run.domain_id === null ? run.created_by === startedBy(asker) : domains.has(run.domain_id));
	if (!row || !sees(row)) throw refuse('not_found');
	return row;
};

/** Starts work and answers it as it then stands. */
export const startedRun = async <I, C>(
	tx: Tx,
	runs: Runs,
	customerId: number,
	kind: RunKind<I, C>,
	work: NewWork<I, C>,
): Promise<contract.Run> => {
	const row = await readRun(tx, customerId, await runs.start(tx, customerId, kind, work));
	if (!row) throw new Error('A run was started and is not there.');
	return shownRun(runs, row);
};

export const runRoutes = ({ storage }: { storage: Storage }, runs: Runs): Route[] => {
	/** Findings to the last, as lines of the file they came from. */
	async function* lines(customerId: number, row: RunRow, language: Language): AsyncGenerator<string[][]> {
		const kind = runs.kindOf(row);
		const header = kind.header(row);
		const read = (last: { number: number } | null) =>
			storage.inTenant(customerId, (tx) => readFindings(tx, customerId, row.run_id, last?.number ?? 0, BATCH));
		for await (const found of batches(read))
			yield found.map(({ body }) => [
				...header.map((_, place) => body.row[place] ?? ''),
				body.line === null ? '' : String(body.line),
				body.column ?? '',
				kind.reason(body)[language],
			]);
	}

	return [
		handleIn(storage.inTenant, contract.runs, async (tx, { asker, query, scope }) => {
			const { page, size } = query;
			const { rows, counted } = await listRuns(tx, scope.customerId, filterOf(scope, asker, query.kind), { page, size });
			return { data: rows.map((row) => shownRun(runs, row)), page: pageOf(counted, query) };
		}),
		handleIn(storage.inTenant, contract.run, async (tx, { asker, params, scope }) =>
			shownRun(runs, await visibleRun(tx, scope, asker, params.id)),
		),
		handleIn(storage.inTenant, contract.cancelRun, async (tx, { asker, params, scope }) => {
			const { customerId } = scope;
			const seen = await visibleRun(tx, scope, asker, params.id);
			// Waits for the step that is under way.
			await waitForRun(tx, customerId, seen.run_id);
			const row = await visibleRun(tx, scope, asker, params.id);
			if (!isOpen(row)) throw refuseRun('run_ended');
			if (!mayCancel(runs, row)) throw refuse('not_allowed');
			await runs.kindOf(row).ended(tx, customerId, row);
			await clearScratch(tx, customerId, row.run_id);
			const ended = await changeRun(tx, customerId, row, { state: 'cancelled' });
			await recordActivity(tx, customerId, asker, {
				action: 'cancelled',
				thing: row.kind,
				thingId: row.run_id,
				after: { done: row.done, ...row.counts },
			});
			await tellOfRun(tx, customerId, ended);
			return shownRun(runs, ended);
		}),
		handleIn(storage.inTenant, contract.runFindings, async (tx, { asker, params, query, scope }) => {
			const row = await visibleRun(tx, scope, asker, params.id);
			const found = await readFindings(tx, scope.customerId, row.run_id, offsetOf(query), query.size);
			return {
				data: found.map(({ body }) => body),
				page: wholePageOf(row.found, query),
			};
		}),
		handle(contract.runFindingsFile, async ({ asker, params, scope, language }) => {
			const row = await storage.inTenant(scope.customerId, (tx) => visibleRun(tx, scope, asker, params.id));
			return {
				name: `${row.kind}-${row.created_at.toISOString().slice(0, 10)}-rows.csv`,
				body: csvOf([...runs.kindOf(row).header(row), ...FINDING_COLUMNS[language]], lines(scope.customerId, row, language)),
			};
		}),
	];
};
