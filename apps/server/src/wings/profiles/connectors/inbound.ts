/** People from somewhere else: rows become profiles as the public API writes them, and never consents. */

import { ProfileChange } from '@luvalla/contract/profiles/api.ts';
import type { Finding } from '@luvalla/contract/runs.ts';
import { cut, findNotText } from '@luvalla/contract/well-formed.ts';
import * as z from 'zod';
import type { Kernel } from '#kernel/kernel.ts';
import type { Moved, Step } from '#kernel/runs/runs.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Refusal, readItem, type Sender } from '../api/items.ts';
import { takeProfiles } from '../api/profiles.ts';
import { type AttributeKind, attributeKinds } from '../profiles/attributes.ts';
import type { Cell, SourceBatch, SourceRow } from './peers/peer.ts';
import { ConnectorFailed } from './problems.ts';
import { type Came, type Cursor, endRun, MOST_LINES, type Work } from './run.ts';
import { keepCursor, writeLog } from './store.ts';
import { waitFor } from './waiting.ts';

const Columns = z.record(z.string(), z.string());
const IDENTIFIERS: readonly string[] = ['email', 'phone', 'externalId'];

interface Target {
	readonly column: string;
	/** `email`, `city`, `attributes`. */
	readonly to: string;
	/** Of an attribute. */
	readonly name: string;
	readonly kind: AttributeKind | null;
}

const KINDS: readonly AttributeKind[] = ['text', 'number', 'date', 'yesno'];

const targetsOf = (columns: unknown): Target[] =>
	Object.entries(Columns.parse(columns)).map(([column, target]) => {
		if (!target.startsWith('attributes.')) return { column, to: target, name: '', kind: null };
		const [name = '', kind] = target.slice('attributes.'.length).split(':');
		return { column, to: 'attributes', name, kind: KINDS.find((one) => one === kind) ?? null };
	});

const YES = new Set(['true', 't', 'yes', 'y', '1', 'kyllä', 'k']);
const NO = new Set(['false', 'f', 'no', 'n', '0', 'ei', 'e']);
const DAY = /^(\d{4}-\d{2}-\d{2})([T ].*)?$/;
const FINNISH_DAY = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const NUMBER = /^-?\d+([.,]\d+)?([eE][+-]?\d+)?$/;

/** A cell as an attribute of a kind: what does not fit stays as it is, and is refused by its kind. */
const valueAs = (cell: Exclude<Cell, null>, kind: AttributeKind | null): Exclude<Cell, null> => {
	const written = String(cell).trim();
	switch (kind) {
		case 'number':
			return typeof cell === 'string' && NUMBER.test(written) ? Number(written.replace(',', '.')) : cell;
		case 'yesno':
			return YES.has(written.toLowerCase()) ? true : NO.has(written.toLowerCase()) ? false : cell;
		case 'date': {
			const finnish = FINNISH_DAY.exec(written);
			if (finnish) return `${finnish[3]}-${finnish[2]?.padStart(2, '0')}-${finnish[1]?.padStart(2, '0')}`;
			return DAY.exec(written)?.[1] ?? cell;
		}
		case 'text':
			return written;
		case null:
			return cell;
	}
};

/** A row as an item of the public API. Empty cells say nothing. @throws ConnectorFailed for a column that is not there */
const itemOf = ({ cells }: SourceRow, targets: readonly Target[], kinds: ReadonlyMap<string, AttributeKind>): ProfileChange | Refusal => {
	if (cells === null) return { code: 'malformed' };
	const person: Record<string, string> = {};
	const facts: Record<string, string> = {};
	const attributes: Record<string, Exclude<Cell, null>> = {};
	for (const { column, to, name, kind } of targets) {
		if (!Object.hasOwn(cells, column)) throw new ConnectorFailed('connector_column', column);
		const cell = cells[column] ?? null;
		if (cell === null || cell === '') continue;
		if (to === 'attributes') attributes[name] = valueAs(cell, kind ?? kinds.get(name) ?? null);
		else if (IDENTIFIERS.includes(to)) person[to] = String(cell).trim();
		else facts[to] = to === 'country' ? String(cell).trim().toUpperCase() : String(cell);
	}
	return readItem<ProfileChange>(ProfileChange, { person, ...facts, ...(Object.keys(attributes).length > 0 && { attributes }) });
};

/** The column that a field's refusal is about. */
const columnOf = (field: string, targets: readonly Target[]): Target | undefined => {
	const [head = '', ...rest] = field.split('.');
	const name = rest.join('.');
	return targets.find((one) =>
		head === 'attributes' ? one.to === head && one.name === name : one.to === (head === 'person' ? name : head),
	);
};

const findingOf = (row: SourceRow, code: string, fields: readonly string[], targets: readonly Target[]): Finding => {
	const column = fields.map((field) => columnOf(field, targets)).find((one) => one !== undefined)?.column ?? null;
	const cell = (name: string): string => cut(String(row.cells?.[name] ?? ''), 500);
	return { line: row.line, column, value: column === null ? null : cell(column), code, row: targets.map((one) => cell(one.column)) };
};

/** Writes a batch of rows; says what became of them. */
const takeRows = async (
	tx: Tx,
	kernel: Pick<Kernel, 'secrets' | 'hooks'>,
	sender: Sender,
	{ rows, lines = [] }: SourceBatch,
	targets: readonly Target[],
): Promise<Came> => {
	const names = targets.flatMap(({ to, name }) => (to === 'attributes' ? [name] : []));
	const kinds = await attributeKinds(tx, sender.customerId, names);
	const items = rows.map((row) => itemOf(row, targets, kinds));
	const outcomes = items.length === 0 ? [] : await takeProfiles(tx, kernel, sender, items, 'en');
	const counts = { rows: rows.length, created: 0, updated: 0, unchanged: 0, rejected: 0 };
	const found: Finding[] = [];
	for (const [place, { outcome, code, fields }] of outcomes.entries()) {
		const row = rows[place];
		if (outcome !== 'refused') counts[outcome]++;
		else if (row) {
			counts.rejected++;
			found.push(findingOf(row, code ?? 'malformed', Object.keys(fields ?? {}), targets));
		}
	}
	return { lines: [...lines, ...(rows.length > 0 ? [{ code: 'batch', detail: counts }] : [])], rows: rows.length, counts, found };
};

/** Steps of an inbound run, each with as many rows as one transaction writes; the connector's cursor moves with them. */
export async function* readIn(kernel: Pick<Kernel, 'secrets' | 'hooks'>, work: Work, at: { cursor: Cursor }): AsyncGenerator<Step<Cursor>> {
	const { run, connector, peer, link } = work;
	const { customerId, runId } = run;
	const { config } = connector;
	const targets = targetsOf(config.columns);
	const sender: Sender = {
		customerId,
		domainId: String(config.domainId),
		by: `connector:${connector.connector_id}`,
		asker: { userId: connector.changed_by, actorId: null },
		within: null,
	};
	/** What a step came to, written beside its rows. */
	const moved = async (tx: Tx, { lines, rows, counts, found = [] }: Came): Promise<Moved<Cursor>> => {
		const written = at.cursor.lines < MOST_LINES ? lines : [];
		if (written.length > 0) await writeLog(tx, customerId, runId, at.cursor.lines, written);
		at.cursor = {
			...at.cursor,
			lines: at.cursor.lines + written.length,
			rows: at.cursor.rows + rows,
			header: targets.map(({ column }) => column),
		};
		return { cursor: at.cursor, done: at.cursor.rows, counts, found };
	};
	const source = peer.read?.(link, connector.cursor);
	if (!source) throw new ConnectorFailed('connector_setting', 'direction');
	try {
		for (;;) {
			const next = source.next();
			const { done, value: batch } = yield* waitFor(next, () => at.cursor, work);
			if (done) break;
			// What the source says is looked at before anything is written, so that a lie ends the run with a sentence.
			for (const row of batch.rows.slice(0, 1)) itemOf(row, targets, new Map());
			if (findNotText(batch.cursor) !== null) throw new ConnectorFailed('connector_answer', 'NUL');
			yield async (tx) => {
				const came = await takeRows(tx, kernel, sender, batch, targets);
				if (!(await keepCursor(tx, customerId, connector, batch.cursor))) throw endRun('connector_gone');
				return moved(tx, came);
			};
		}
	} finally {
		work.abort();
		// Its own end is not waited for: it may never come.
		source.return(undefined).catch(() => undefined);
	}
	yield (tx) => moved(tx, { lines: [{ code: at.cursor.rows === 0 ? 'nothing' : 'ended', detail: {} }], rows: 0, counts: {} });
}
