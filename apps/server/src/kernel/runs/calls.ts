/** Looking after runs: lists, progress, cancelling, what they found. */
import * as contract from '@luvalla/contract/runs.ts';
import { stringify } from 'csv-stringify/sync';
import { recordActivity } from '../access/activity.ts';
import type { Scope } from '../access/decide.ts';
import { type Language, refusals, refuse } from '../http/errors.ts';
import { handle, type Route } from '../http/handle.ts';
import { offsetOf } from '../storage/search.ts';
import type { Storage, Tx } from '../storage/storage.ts';
import { type Runs, tellOfRun } from './runs.ts';
import { changeRun, clearScratch, countRuns, listRuns, type RunFilter, type RunRow, readFindings, readRun, waitForRun } from './store.ts';

const refuseRun = refusals({
	run_ended: [409, 'This run has ended already.', 'Tämä ajo on jo päättynyt.'],
});

/** Totals above this are said as 'more than'. */
const MOST_COUNTED = 10_000;
/** Findings that a statement reads for the file of them. */
const BATCH = 1000;

const COLUMNS: Readonly<Record<Language, readonly string[]>> = { en: ['line', 'column', 'reason'], fi: ['rivi', 'sarake', 'syy'] };

const filterOf = (scope: Scope, kind?: string): RunFilter => ({ kind, domainIds: scope.domains === 'all' ? null : [...scope.domains] });

const isOpen = ({ state }: Pick<RunRow, 'state'>): boolean => state === 'waiting' || state === 'running';

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
	can: { cancel: isOpen(row) },
});

/** A run that this scope may see. @throws Refused 404 */
export const visibleRun = async (tx: Tx, { customerId, domains }: Scope, id: string): Promise<RunRow> => {
	const row = await readRun(tx, customerId, id.toLowerCase());
	if (!row || (domains !== 'all' && (row.domain_id === null || !domains.has(row.domain_id)))) throw refuse('not_found');
	return row;
};

export const runRoutes = ({ storage }: { storage: Storage }, runs: Runs): Route[] => {
	/** Findings to the last, a short transaction a thousand: nobody waits for a slow reader. */
	async function* csv(customerId: number, row: RunRow, language: Language): AsyncGenerator<string> {
		const kind = runs.kindOf(row);
		const header = kind.header(row);
		yield `\uFEFF${stringify([[...header, ...COLUMNS[language]]])}`;
		let after = 0;
		for (;;) {
			const from = after;
			const found = await storage.inTenant(customerId, (tx) => readFindings(tx, customerId, row.run_id, from, BATCH));
			const last = found.at(-1);
			if (last === undefined) return;
			yield stringify(
				found.map(({ body }) => [
					...header.map((_, place) => body.row[place] ?? ''),
					body.line === null ? '' : String(body.line),
					body.column ?? '',
					kind.reason(body)[language],
				]),
				// What begins like a formula would be run by a spreadsheet.
				{ escape_formulas: true },
			);
			after = last.number;
		}
	}

	return [
		handle(contract.runs, ({ query, scope }) =>
			storage.inTenant(scope.customerId, async (tx) => {
				const filter = filterOf(scope, query.kind);
				const rows = await listRuns(tx, scope.customerId, filter, offsetOf(query), query.size);
				const count = await countRuns(tx, scope.customerId, filter, MOST_COUNTED);
				return {
					data: rows.map((row) => shownRun(runs, row)),
					page: {
						total: Math.min(count, MOST_COUNTED),
						...(count > MOST_COUNTED && { more: true }),
						next: query.page * query.size < count ? query.page + 1 : null,
					},
				};
			}),
		),
		handle(contract.run, ({ params, scope }) =>
			storage.inTenant(scope.customerId, async (tx) => shownRun(runs, await visibleRun(tx, scope, params.id))),
		),
		handle(contract.cancelRun, ({ asker, params, scope, network }) =>
			storage.inTenant(scope.customerId, async (tx) => {
				const { customerId } = scope;
				const seen = await visibleRun(tx, scope, params.id);
				// Waits for the step that is under way.
				await waitForRun(tx, customerId, seen.run_id);
				const row = await visibleRun(tx, scope, params.id);
				if (!isOpen(row)) throw refuseRun('run_ended');
				await runs.kindOf(row).ended(tx, customerId, row);
				await clearScratch(tx, customerId, row.run_id);
				const ended = await changeRun(tx, customerId, row, { state: 'cancelled' });
				await recordActivity(tx, customerId, asker, {
					action: 'cancelled',
					thing: row.kind,
					thingId: row.run_id,
					after: { done: row.done, ...row.counts },
					network,
				});
				await tellOfRun(tx, customerId, ended);
				return shownRun(runs, ended);
			}),
		),
		handle(contract.runFindings, ({ params, query, scope }) =>
			storage.inTenant(scope.customerId, async (tx) => {
				const row = await visibleRun(tx, scope, params.id);
				const found = await readFindings(tx, scope.customerId, row.run_id, offsetOf(query), query.size);
				return {
					data: found.map(({ body }) => body),
					page: { total: row.found, next: query.page * query.size < row.found ? query.page + 1 : null },
				};
			}),
		),
		handle(contract.runFindingsFile, async ({ params, scope, language }) => {
			const row = await storage.inTenant(scope.customerId, (tx) => visibleRun(tx, scope, params.id));
			return { name: `${row.kind}-${row.created_at.toISOString().slice(0, 10)}-rows.csv`, body: csv(scope.customerId, row, language) };
		}),
	];
};
