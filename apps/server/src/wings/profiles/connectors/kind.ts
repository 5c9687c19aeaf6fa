/** Runs of connectors: in a line of their own, since they mostly wait for other servers. */
import type { ItemRefusal } from '@luvalla/contract/profiles/api.ts';
import type { Finding } from '@luvalla/contract/runs.ts';
import type { Asker } from '#kernel/access/asker.ts';
import type { Language, Sentences } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import type { RunKind, Running, Step } from '#kernel/runs/runs.ts';
import { row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { openSecrets } from './config.ts';
import { readIn } from './inbound.ts';
import { bringOut } from './outbound.ts';
import type { Link } from './peers/peer.ts';
import { peerOf } from './peers/peers.ts';
import { asFailed, ConnectorFailed, withoutSecrets } from './problems.ts';
import { BEGINNING, Cursor, endRun, Input, KIND, type Work } from './run.ts';
import { type ConnectorRow, type LogLine, noteRun, readConnector, writeLog } from './store.ts';

/** Most of their time they wait: of these places a customer has all but one (jobs/worker.ts). */
const AT_ONCE = 12;
const SLICE_MS = 30_000;

type Needs = Pick<Kernel, 'storage' | 'secrets' | 'hooks' | 'settings'>;

/** A connector, ready to be used. */
export const linkOf = (
	{ secrets, settings }: Pick<Kernel, 'secrets' | 'settings'>,
	connector: ConnectorRow,
	signal: AbortSignal,
): Link => ({
	connectorId: connector.connector_id,
	config: connector.config,
	kept: openSecrets(secrets, connector.connector_id, connector.secrets),
	guard: createGuard(settings.outboundAllow),
	signal,
});

const WENT_ON: LogLine = { code: 'went_on', detail: {} };

async function* steps(kernel: Needs, run: Running<Input, Cursor>): AsyncGenerator<Step<Cursor>> {
	const { customerId, runId, input } = run;
	const at = { cursor: run.cursor };
	const stop = new AbortController();
	const connector = await kernel.storage.inTenant(customerId, (tx) => readConnector(tx, customerId, input.connectorId));
	if (!connector?.is_active || connector.direction !== input.direction) throw endRun('connector_gone');
	const link = linkOf(kernel, connector, stop.signal);
	const peer = await peerOf(connector.type);
	const work: Work = { run, connector, peer, link, abort: () => stop.abort() };
	const inbound = input.direction === 'inbound';
	const where = peer.where(connector.config);
	yield async (tx) => {
		const begun: LogLine = inbound
			? { code: 'began_inbound', detail: { where } }
			: { code: 'began_outbound', detail: { where, audience: await titleOf(tx, customerId, connector) } };
		await writeLog(tx, customerId, runId, at.cursor.lines, [at.cursor.lines > 0 ? WENT_ON : begun]);
		at.cursor = { ...at.cursor, lines: at.cursor.lines + 1 };
		return { cursor: at.cursor, done: at.cursor.rows };
	};
	try {
		yield* inbound ? readIn(kernel, work, at) : bringOut(kernel, work, at);
	} catch (error) {
		const failed = asFailed(error);
		if (!(failed instanceof ConnectorFailed)) throw error;
		const detail = { detail: withoutSecrets(failed.detail, link.kept) };
		yield async (tx) => {
			await writeLog(tx, customerId, runId, at.cursor.lines, [{ code: failed.code, detail }]);
			at.cursor = { ...at.cursor, lines: at.cursor.lines + 1 };
			return { cursor: at.cursor, done: at.cursor.rows };
		};
		throw endRun(failed.code);
	}
}

const TitleRow = row({ title: text });
const titleOf = async (tx: Tx, customerId: number, { config }: ConnectorRow): Promise<string> => {
	const found = await tx.first(
		TitleRow,
		sql`select title from audience where customer_id = ${customerId} and audience_id = ${String(config.audienceId).toLowerCase()}`,
	);
	return found?.title ?? '';
};

const REASONS: Readonly<Record<ItemRefusal, Sentences>> = {
	malformed: { en: 'it cannot be read', fi: 'tätä ei voi lukea' },
	unknown_person: { en: 'nobody is known by it', fi: 'ketään ei tunneta tällä' },
	person_conflict: { en: 'it names two different people', fi: 'tämä nimeää kaksi eri henkilöä' },
	cannot_name: { en: 'nobody may be named so here', fi: 'ketään ei voi nimetä näin täällä' },
	kind_mismatch: {
		en: 'values of this name are of another kind: text, number, day, or true and false',
		fi: 'tämännimiset arvot ovat toista lajia: tekstiä, lukuja, päiviä tai totuusarvoja',
	},
	too_much: { en: 'there is no room for more values', fi: 'arvoille ei ole enää tilaa' },
	at_future: { en: 'it is not yet', fi: 'tätä ei ole vielä ollut' },
	at_mismatch: { en: 'it is of another time', fi: 'tämä on toiselta ajalta' },
	id_conflict: { en: 'it is known already', fi: 'tämä tunnetaan jo' },
};

const reasonOf = ({ code, column, value }: Finding): Readonly<Record<Language, string>> => {
	const said = Object.hasOwn(REASONS, code) ? REASONS[code as ItemRefusal] : { en: code, fi: code };
	if (column === null) return { en: `The row: ${said.en}`, fi: `Rivi: ${said.fi}` };
	return { en: `${column} “${value ?? ''}”: ${said.en}`, fi: `${column} ”${value ?? ''}”: ${said.fi}` };
};

export const connectorKind = (kernel: Needs): RunKind<Input, Cursor> => ({
	kind: KIND,
	input: Input,
	cursor: Cursor,
	queue: { name: 'run-connector', atOnce: AT_ONCE, sliceMs: SLICE_MS },
	steps: (run) => steps(kernel, run),
	about: ({ direction }) => ({ direction }),
	header: ({ header }) => header,
	reason: reasonOf,
});

/** Begins a run; call it while the connector is held and has none that is open. @param asker null: its time has come */
export const startRun = async (
	tx: Tx,
	{ runs }: Pick<Kernel, 'runs'>,
	kind: RunKind<Input, Cursor>,
	customerId: number,
	connector: ConnectorRow,
	asker: Asker | null,
): Promise<string> => {
	if (connector.direction === 'none') throw new Error('A connector that syncs nothing has no runs.');
	const runId = await runs.start(tx, customerId, kind, {
		input: { connectorId: connector.connector_id, direction: connector.direction },
		cursor: BEGINNING,
		domainId: connector.domain_id,
		total: null,
		asker,
		act: { action: 'started', thing: 'connector_run', thingId: connector.connector_id, after: { connector: connector.name } },
	});
	await noteRun(tx, customerId, connector.connector_id, runId);
	return runId;
};
