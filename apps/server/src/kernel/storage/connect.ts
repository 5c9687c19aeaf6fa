/** Turns a server into the `Storage` that calls and jobs use: pools per role, tenant transactions, types. */
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Log } from '../log.ts';
import { warnForgetful } from './forgetful.ts';
import { LIMITS } from './limits.ts';
import { createLines } from './lines.ts';
import { createListener } from './listen.ts';
import { readNodes } from './nodes.ts';
import { openPool, together } from './pool.ts';
import { takesNoWrites } from './reach.ts';
import { type RoleName, type Server, unsafeServingRole } from './roles.ts';
import { described } from './rows.ts';
import type { Storage, Tx } from './types.ts';

/** `date` stays the text it is, `int8` becomes a number that is checked to be exact; the rest as `pg` does it. */
const types: pg.CustomTypesConfig = {
	getTypeParser: (oid, format) => {
		if (oid === pg.types.builtins.DATE) return (text: string) => text;
		if (oid === pg.types.builtins.INT8) return exactNumber;
		return pg.types.getTypeParser(oid, format);
	},
};

const exactNumber = (text: string): number => {
	const value = Number(text);
	if (!Number.isSafeInteger(value)) throw new RangeError(`The database answered ${text}, which a number cannot hold exactly.`);
	return value;
};

/** What every connection of ours has, whichever role. */
export const settled = (config: pg.ClientConfig): pg.ClientConfig => ({
	...config,
	types,
	// Whatever the database's administrator has set: how a moment is written, and what a transaction sees. Compiling a query costs more
	// than it gives on ours: 50 µs a record at sealing, with a distribution's defaults.
	options: '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c default_transaction_isolation=read\\ committed -c jit=off',
	connectionTimeoutMillis: LIMITS.connectMs,
	keepAlive: true,
});

/**
 * On a cluster `set local app.customer` must reach the nodes, whose row-level security else sees no tenant. An option of the
 * app's and the eraser's connections alone: the owner's migrations and the queue's plans end transactions in messages that may not be passed on.
 */
const PASSED_ON = '-c citus.propagate_set_commands=local';

/** Statements of the queue are planned once, often while it is empty, and must not read all of it when it is full. */
const BY_INDEX = '-c enable_seqscan=off -c enable_sort=off';

/** The same for a transaction whose statements are planned once, by whatever tables held then. */
const BY_KEYS = ['set local enable_seqscan = off', 'set local enable_sort = off'] as const;

const isCluster = async (server: Server): Promise<boolean> => {
	// The embedded server brings no extensions of others.
	if (server.passwords === null) return false;
	return withClient(server.as('app'), async (client) => {
		const { rows } = await client.query(`select 1 from pg_extension where extname = 'citus'`);
		return rows.length > 0;
	});
};

/** One connection for the length of `work`, closed afterwards. No time-outs: migrations and backups take what they take. */
export const withClient = async <T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> => {
	const client = new pg.Client(settled(config));
	// A connection that breaks while idle would otherwise end the process; the next statement reports it.
	client.on('error', () => undefined);
	await client.connect();
	try {
		return await work(client);
	} finally {
		await client.end();
	}
};

/** Each use has connections of its own, so that none waits for what another may take. */
const openPools = (server: Server, clustered: boolean, log: Log) => {
	const configOf = (role: RoleName): pg.ClientConfig => {
		const config = settled(server.as(role));
		return clustered ? { ...config, options: `${config.options} ${PASSED_ON}` } : config;
	};
	return {
		app: openPool(configOf('app'), LIMITS.app, log),
		eraser: openPool(configOf('eraser'), LIMITS.eraser, log),
		edge: openPool(settled(server.as('edge')), LIMITS.edge, log),
		edgeSoon: openPool(settled(server.as('edge')), LIMITS.edgeSoon, log),
		visitor: openPool(configOf('app'), LIMITS.visitor, log),
		platform: openPool(settled(server.as('platform')), LIMITS.platform, log),
		turn: openPool(configOf('app'), LIMITS.turn, log),
		report: openPool(configOf('app'), LIMITS.report, log),
		worker: openPool(configOf('app'), LIMITS.worker, log),
		queue: openPool({ ...configOf('app'), options: `${configOf('app').options} ${BY_INDEX}` }, LIMITS.queue, log),
		ready: openPool({ ...configOf('app'), connectionTimeoutMillis: LIMITS.ready.statementMs }, LIMITS.ready, log),
		platformReport: openPool(settled(server.as('platform')), LIMITS.platformReport, log),
	};
};

/** @throws when a serving role could get around row-level security. */
export const connectStorage = async (
	server: Server,
	secretKey: string,
	log: Log,
	closed: () => Promise<void> = async () => undefined,
): Promise<Storage> => {
	const clustered = await isCluster(server);
	const pools = openPools(server, clustered, log);
	const { app, eraser, edge, edgeSoon, visitor, platform, turn, report, worker, queue, ready, platformReport } = pools;
	const writers = createLines(LIMITS.lines.turn, 'busy_writing');
	const readers = createLines(LIMITS.lines.report, 'busy_counting');
	const listener = createListener(settled(server.as('app')), log);

	const close = async (): Promise<void> => {
		await listener.close();
		await Promise.all(Object.values(pools).map((pool) => pool.end()));
		await closed();
	};

	try {
		for (const pool of [app, eraser, edge, platform]) await refuseUnsafe(pool, server);
		// The embedded one has the settings that we gave it.
		if (server.passwords !== null) await withClient(server.as('app'), (client) => warnForgetful(client, log));
	} catch (error) {
		await close();
		throw error;
	}

	/** On a cluster `begin` and `set local` in one message would be passed on whole: two, then. Elsewhere one is a third less to wait for. */
	const opening = (...places: readonly string[]): readonly string[] =>
		clustered ? ['begin', ...places] : [['begin', ...places].join('; ')];
	const placeOf = (customerId: number): string => `set local app.customer = ${tenantNumber(customerId)}`;
	const within =
		(pool: pg.Pool): Storage['inTenant'] =>
		(customerId, work) =>
			transaction(pool, opening(placeOf(customerId)), work);
	// On a cluster they are as any others: what the nodes make of plans that are kept was not measured.
	const byKeys = (pool: pg.Pool): Storage['inTenantByKeys'] =>
		clustered ? within(pool) : (customerId, work) => transaction(pool, opening(placeOf(customerId), ...BY_KEYS), work, true);
	const once = (pool: pg.Pool): Storage['inTenantOnce'] =>
		clustered
			? (customerId, shape, statement) => within(pool)(customerId, (tx) => tx.rows(shape, statement))
			: async (customerId, shape, statement) => {
					const begin = opening(placeOf(customerId), ...BY_KEYS);
					return described(shape, await transactionOfOne(pool, begin, statement.text, [...statement.values]), statement);
				};
	const base: Omit<Storage, 'forWork'> = {
		secretKey,
		inTenant: within(app),
		inTenantByKeys: byKeys(app),
		inTenantOnce: once(app),
		inTurn: (customerId, work) => writers(customerId, () => lockedSoon(() => within(turn)(customerId, work))),
		inReport: (customerId, work) => readers(customerId, () => within(report)(customerId, work)),
		inFile: (customerId, work) => readers(customerId, () => within(report)(customerId, work), true),
		forVisitor: (customerId, work) =>
			customerId === null ? transaction(visitor, opening(NO_TENANT), work) : within(visitor)(customerId, work),
		inErasure: (customerId, work) => writers(customerId, () => within(eraser)(customerId, work)),
		inPlatform: (work) => transaction(app, opening(NO_TENANT), work),
		whetherReady: (work) => transaction(ready, opening(NO_TENANT), work),
		across: singly(platform),
		acrossInReport: singly(platformReport),
		edge: prepared(edge),
		edgeSoon: prepared(edgeSoon),
		queue: {
			executeSql: (text, values) => queue.query(text, values),
			prepared: (name, text, values) => queue.query({ name, text, values }),
		},
		nodes: async () => (clustered ? readNodes(edgeSoon) : []),
		listen: listener.listen,
		pools: () =>
			Object.entries({
				...{ calls: app, writers: turn, reports: report, work: worker, queue, visitors: visitor },
				...{ erasures: eraser, intake: edge, apart: edgeSoon, askers: platform, lists: platformReport, ready },
			}).map(count),
		asOwner: (work) => withClient(server.as('owner'), work),
		close,
	};
	const forWork: Storage = {
		...base,
		across: base.acrossInReport,
		inTenant: within(worker),
		inTenantByKeys: byKeys(worker),
		inTenantOnce: once(worker),
		// Work that nobody waits for is not refused: it has its turn when it comes.
		inErasure: (customerId, work) => writers(customerId, () => within(eraser)(customerId, work), true),
		inPlatform: (work) => transaction(worker, opening(NO_TENANT), work),
		get forWork() {
			return forWork;
		},
	};
	return { ...base, forWork };
};

const count = ([name, pool]: [string, pg.Pool]) => ({
	...{ pool: name, total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
});

/** A lock that another process holds is waited for in short turns, between which the connection is somebody else's. */
const lockedSoon = async <T>(work: () => Promise<T>): Promise<T> => {
	const until = performance.now() + LIMITS.lines.turn.waitMs;
	for (;;) {
		try {
			return await work();
		} catch (error) {
			const locked = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
			if (!locked || performance.now() > until) throw error;
		}
	}
};
const LOCK_NOT_AVAILABLE = '55P03';

const refuseUnsafe = async (pool: pg.Pool, server: Server): Promise<void> => {
	const client = await pool.connect();
	try {
		const complaint = await unsafeServingRole(client, server.roles);
		if (complaint !== null) throw new Error(complaint);
	} finally {
		client.release();
	}
};

const NO_TENANT = `set local app.customer = ''`;

/** It goes into the statement as it is, so it must be nothing but a number. */
const tenantNumber = (customerId: number): number => {
	if (!Number.isSafeInteger(customerId) || customerId < 1 || customerId > 2_147_483_647)
		throw new RangeError(`${customerId} is no customer's number.`);
	return customerId;
};

/** @param opening begins it, and says whose rows are seen @param keeps its statements are planned once a connection */
const transaction = async <T>(pool: pg.Pool, opening: readonly string[], work: (tx: Tx) => Promise<T>, keeps = false): Promise<T> => {
	const client = await pool.connect();
	let open = true;
	/** The last one that was sent. They are answered in their order, whether or not anybody waits for the one before. */
	let before: Promise<unknown> = Promise.resolve();
	const send = (message: pg.QueryConfig): Promise<pg.QueryResult> => {
		together(client);
		const sent = client.query(message);
		before = sent.catch(() => undefined);
		return sent;
	};
	const tx = txOver(async (text, values) => {
		// A statement sent after the end would run outside the transaction, on a connection someone else may hold by now.
		if (!open) throw new Error('This transaction has ended; a statement was not awaited.');
		return send({ text, ...(values && { values }), ...(keeps && { name: nameOf(text) }) });
	});
	// A broken connection also fails the statement under way; without a listener it would end the process.
	const broken = (): void => undefined;
	client.on('error', broken);
	let destroy: Error | undefined;
	try {
		// The first statement goes right behind it. Did it fail, whatever follows sees nobody's rows.
		const begun = Promise.all(opening.map((text) => send({ text })));
		const [answer] = await Promise.all([work(tx), begun]);
		open = false;
		await before;
		// A statement failed and the work went on as if nothing had happened: PostgreSQL answers such a commit with a rollback.
		const end = await client.query('commit');
		if (end.command !== 'COMMIT') throw new Error('A statement of this transaction failed, so nothing of it was kept.');
		return answer;
	} catch (error) {
		open = false;
		await before;
		try {
			await client.query('rollback');
			if (takesNoWrites(error)) destroy = new Error('The database took no writes.');
		} catch (rollbackError) {
			destroy = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError));
		}
		throw error;
	} finally {
		client.off('error', broken);
		client.release(destroy);
	}
};

/** A statement with the beginning and the end of its transaction, all sent at once. @param opening begins it, and says whose rows are seen */
const transactionOfOne = async (pool: pg.Pool, opening: readonly string[], text: string, values: unknown[]): Promise<pg.QueryResult> => {
	const client = await pool.connect();
	const broken = (): void => undefined;
	client.on('error', broken);
	let failed: Error | undefined;
	try {
		witness?.(text, false);
		together(client);
		const statement = { name: nameOf(text), text, values };
		const sent = [...opening.map((one) => client.query(one)), client.query(statement), client.query('commit')];
		await Promise.allSettled(sent);
		const [end, answer] = (await Promise.all(sent)).toReversed();
		// What fails is answered with a rollback.
		if (!answer || end?.command !== 'COMMIT') throw new Error('A statement of this transaction failed, so nothing of it was kept.');
		return answer;
	} catch (error) {
		failed = error instanceof Error ? error : new Error(String(error));
		throw error;
	} finally {
		client.off('error', broken);
		// Whatever failed, nothing of it is left to whoever has the next connection.
		client.release(failed);
	}
};

/** Told of every statement before it is sent; for tests that read them. `across`: over all tenants, as `platform`. */
export type Witness = (text: string, across: boolean) => void;
let witness: Witness | null = null;
export const watchStatements = (told: Witness | null): void => {
	witness = told;
};

/** The ways to ask, over one to send. */
export const txOver = (sendOne: (text: string, values: unknown[] | undefined) => Promise<pg.QueryResult>, across = false): Tx => {
	const send: typeof sendOne = (text, values) => {
		witness?.(text, across);
		return sendOne(text, values);
	};
	const rows: Tx['rows'] = async (shape, statement) => described(shape, await send(statement.text, [...statement.values]), statement);
	return {
		async query(text: string, values?: readonly unknown[]) {
			return (await send(text, values === undefined ? undefined : [...values])).rows;
		},
		rows,
		first: async (shape, statement) => (await rows(shape, statement))[0] ?? null,
		async run(statement) {
			return (await send(statement.text, [...statement.values])).rowCount ?? 0;
		},
	};
};

/** Each statement its own transaction. */
const singly = (pool: pg.Pool): Tx => txOver((text, values) => pool.query(text, values), true);

/** Names of prepared statements, by their text. */
const names = new Map<string, string>();
const nameOf = (text: string): string => {
	const known = names.get(text);
	if (known !== undefined) return known;
	const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
	names.set(text, name);
	return name;
};

/** Likewise, and prepared once a connection: the edge has few statements and sends them all day. */
const prepared = (pool: pg.Pool): Tx => {
	return txOver((text, values = []) => pool.query({ name: nameOf(text), text, values }));
};
