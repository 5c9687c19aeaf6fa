/** PostgreSQL: a query read through a server-side cursor, a table kept as an audience is. */
import pg from 'pg';
import { OutboundFailed } from '#kernel/outbound/http.ts';
import { openWire, type Wire } from '#kernel/outbound/wire.ts';
import { ANSWER_MS, asFailed, ConnectorFailed } from '../problems.ts';
import { BATCH_BYTES, type Cell, type Delivery, type Link, type Peer, ROWS, type SourceBatch, text } from './peer.ts';

const CURSOR = '__luvalla_cursor';
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const tableOf = (name: string): string => name.split('.').map(quoted).join('.');

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const failedBy = (error: unknown, wire: Wire | null): unknown => {
	if (error instanceof ConnectorFailed) return error;
	// Whatever the library made of it: this ended the connection.
	if (wire?.failure) return asFailed(wire.failure);
	const code = codeOf(error);
	if (code === '28P01' || code === '28000') return new ConnectorFailed('connector_sign_in');
	if (code === '3D000') return new ConnectorFailed('connector_place', messageOf(error));
	if (code === '57014') return new ConnectorFailed('connector_slow', ANSWER_MS / 1000);
	if (code === '42703')
		return new ConnectorFailed(
			'connector_column',
			messageOf(error)
				.match(/"([^"]+)"|column (\S+)/)
				?.slice(1)
				.find(Boolean)
				?.replace(/^q\./, '') ?? '',
		);
	if (code === '42P01' || code === '42501') return new ConnectorFailed('connector_place', messageOf(error));
	// Whatever it calls it: a server may write anything there.
	if (error instanceof pg.DatabaseError) return new ConnectorFailed('connector_query', messageOf(error));
	if (/does not support SSL|certificate|self.signed|TLS|SSL/i.test(messageOf(error)))
		return new ConnectorFailed('connector_tls', messageOf(error));
	if (error instanceof OutboundFailed || code !== '') return asFailed(error);
	if (error instanceof Error && /terminated|closed|timeout/i.test(error.message))
		return new ConnectorFailed('connector_unreachable', error.message);
	return asFailed(error) === error && error instanceof Error ? new ConnectorFailed('connector_answer', error.message) : asFailed(error);
};

interface Session {
	readonly client: pg.Client;
	readonly wire: Wire;
}

const connect = async ({ config, kept, guard, signal }: Link): Promise<Session> => {
	const [host, port] = [text(config, 'host'), Number(config.port)];
	let wire: Wire | null = null;
	try {
		const opened = await openWire({ guard, signal, host, port, timeoutMs: ANSWER_MS, mostBytes: BATCH_BYTES });
		wire = opened;
		const client = new pg.Client({
			host,
			port,
			database: text(config, 'database'),
			user: text(config, 'user'),
			password: kept.password ?? '',
			ssl: config.tls === 'off' ? false : { rejectUnauthorized: true },
			stream: () => opened.asSocket(),
			// Ours is the time that counts.
			connectionTimeoutMillis: 2 * ANSWER_MS,
			application_name: 'luvalla',
			// Every value as the server writes it.
			types: { getTypeParser: () => (value: string) => value },
		});
		client.on('error', () => undefined);
		client.connection.once('sslconnect', () => opened.holds(client.connection.stream));
		await client.connect();
		await client.query(`set statement_timeout = ${ANSWER_MS}`);
		await client.query(`set timezone = 'UTC'`);
		await client.query(`set datestyle = 'ISO, YMD'`);
		return { client, wire: opened };
	} catch (error) {
		wire?.destroy();
		throw failedBy(error, wire);
	}
};

/** Opens, works and closes; what goes wrong becomes a sentence. */
const within = async <T>(link: Link, work: (session: Session) => Promise<T>): Promise<T> => {
	const session = await connect(link);
	try {
		return await work(session);
	} catch (error) {
		throw failedBy(error, session.wire);
	} finally {
		session.wire.destroy();
	}
};

const { builtins } = pg.types;
const NUMBERS: readonly number[] = [builtins.INT2, builtins.INT4, builtins.INT8, builtins.FLOAT4, builtins.FLOAT8, builtins.NUMERIC];

/** A value as profiles take it. Numbers that a number does not hold exactly stay text. */
const cellOf = (value: string | null, type: number): Cell => {
	if (value === null) return null;
	if (type === builtins.BOOL) return value === 't';
	if (!NUMBERS.includes(type)) return value;
	const number = Number(value);
	return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number)) ? number : value;
};

const declare = (config: Link['config'], from: string | null): { text: string; values: string[] } => {
	const column = `q.${quoted(text(config, 'cursorColumn'))}`;
	return {
		text: `declare luvalla no scroll cursor for select (${column})::text as ${quoted(CURSOR)}, q.* from (${text(config, 'query')}\n) q
			where ${from === null ? `${column} is not null` : `${column} >= $1`} order by ${column}`,
		values: from === null ? [] : [from],
	};
};

const fetchRows = async ({ client, wire }: Session): Promise<{ rows: SourceBatch['rows']; last: string | null; columns: string[] }> => {
	wire.allow();
	const { rows, fields } = await client.query<(string | null)[]>({ text: `fetch ${ROWS} from luvalla`, rowMode: 'array' });
	return {
		rows: rows.map((row) => ({
			line: null,
			cells: Object.fromEntries(fields.slice(1).map(({ name, dataTypeID }, n) => [name, cellOf(row[n + 1] ?? null, dataTypeID)])),
		})),
		last: rows.at(-1)?.[0] ?? null,
		columns: fields.slice(1).map(({ name }) => name),
	};
};

const cursorOf = (cursor: unknown): string | null => (typeof cursor === 'string' ? cursor : null);

/** Everything from the cursor's value on, that value too: rows that share it may have come since. What is known already changes nothing. */
async function* read(link: Link, cursor: unknown): AsyncGenerator<SourceBatch> {
	const session = await connect(link);
	try {
		await session.client.query('begin transaction isolation level repeatable read read only');
		await session.client.query(declare(link.config, cursorOf(cursor)));
		for (;;) {
			const { rows, last } = await fetchRows(session);
			if (last === null) return;
			yield { rows, cursor: last };
		}
	} catch (error) {
		throw failedBy(error, session.wire);
	} finally {
		session.wire.destroy();
	}
}

const test = (link: Link) =>
	within(link, async (session) => {
		const { config } = link;
		const { client } = session;
		if (config.direction === 'outbound') {
			const fields = Array.isArray(config.fields) ? config.fields.map(String) : [];
			await client.query(`select ${['id', ...fields].map(quoted).join(', ')} from ${tableOf(text(config, 'table'))} limit 0`);
			return { message: { en: 'Signed in, and the table has its columns.', fi: 'Kirjauduttiin, ja taulussa on sarakkeensa.' } };
		}
		await client.query('begin transaction isolation level repeatable read read only');
		await client.query(declare(config, null));
		const { columns } = await fetchRows(session);
		const missing = Object.keys(Object(config.columns)).find((name) => !columns.includes(name));
		if (missing !== undefined) throw new ConnectorFailed('connector_column', missing);
		const column = text(config, 'cursorColumn');
		return {
			message: {
				en: `Signed in, the query answers with ${columns.length} columns, and ${column} can be the cursor.`,
				fi: `Kirjauduttiin, kysely vastaa ${columns.length} sarakkeella, ja ${column} kelpaa kohdistimeksi.`,
			},
		};
	});

const bring = async ({ client, wire }: Session, config: Link['config'], { fields, added, removed }: Delivery): Promise<void> => {
	const table = tableOf(text(config, 'table'));
	const columns = ['id', ...fields];
	const put = `insert into ${table} (${columns.map(quoted).join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')})
		on conflict (id) do update set ${fields.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ')}`;
	wire.allow();
	await client.query('begin');
	for (const { key, values } of added)
		await client.query({ name: 'put', text: put, values: [key, ...fields.map((name) => values[name] ?? null)] });
	for (const key of removed) await client.query({ name: 'take', text: `delete from ${table} where id = $1`, values: [key] });
	await client.query('commit');
};

export const postgres: Peer = {
	test,
	read,
	async open(link) {
		const session = await connect(link);
		return {
			async deliver(delivery) {
				try {
					await bring(session, link.config, delivery);
				} catch (error) {
					throw failedBy(error, session.wire);
				}
			},
			close: () => session.wire.destroy(),
		};
	},
	where: (config) => `${text(config, 'host')}/${text(config, 'database')}`,
};
