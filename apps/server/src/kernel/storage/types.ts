/** What wings see of the store: transactions that belong to one customer, or to the platform, and nothing between. */
import type { Client } from 'pg';
import type { Node } from './nodes.ts';
import type { RowOf, RowShape, Sql } from './rows.ts';

export interface Tx {
	/** Rows as they are described (rows.ts). */
	rows<R extends RowShape>(shape: R, statement: Sql): Promise<RowOf<R>[]>;
	/** The first of them; null: there is none. */
	first<R extends RowShape>(shape: R, statement: Sql): Promise<RowOf<R> | null>;
	/**
	 * A statement whose answer is not read; says how many rows it found or touched. Of an `insert … select … on conflict` it is on a
	 * cluster how many were selected: whoever asks how many are new says `returning 1`.
	 */
	run(statement: Sql): Promise<number>;
	/** Asserts its rows instead of describing them. For the job queue's library and for tests; no wing may use it. */
	query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

export type Heard = (payload: string) => void;

/** `missed` is called after a lost connection was found again: whatever was said meanwhile was not heard. Answers how to stop. */
export type Listen = (channel: string, heard: Heard, missed?: () => void) => Promise<() => Promise<void>>;

export interface Storage {
	/** One transaction as `app`, in which row-level security shows the rows of this customer only. */
	inTenant<T>(customerId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
	/**
	 * `inTenant` for what is asked all day by the same statements, each of which finds few rows by their keys. A connection plans them once,
	 * since planning takes half of what they cost; and they read tables by their indexes, whatever these held at that moment.
	 */
	inTenantByKeys<T>(customerId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
	/** The same of one statement, which goes there with the transaction's beginning and end at once. */
	inTenantOnce<R extends RowShape>(customerId: number, shape: R, statement: Sql): Promise<RowOf<R>[]>;
	/**
	 * `inTenant` for what takes the customer's lock: one after the other within this process, on connections of its own, so that
	 * who waits holds none that others need. `work` is done again when another process holds the lock.
	 * @throws Refused 429 busy_writing when too much waits already
	 */
	inTurn<T>(customerId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
	/**
	 * `inTenant` for reads that may take long (counts, reports, exports): few connections of their own, a time limit, and so many
	 * at once of a customer. @throws Refused 429 busy_counting when too much waits already
	 */
	inReport<T>(customerId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
	/** The same for a part of a file that is on its way: it waits for its turn, and is not refused. */
	inFile<T>(customerId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
	/** The same as `eraser`, who may also take rows out of tables that are only added to. Takes its turn as `inTurn` does. */
	inErasure<T>(customerId: number, work: (tx: Tx) => Promise<T>): Promise<T>;
	/** `inTenant`, or with null `inPlatform`, for what a visitor's page waits for: connections of its own, and a short time limit. */
	forVisitor<T>(customerId: number | null, work: (tx: Tx) => Promise<T>): Promise<T>;
	/** One transaction as `app`, in which no tenant row is visible: for platform tables. */
	inPlatform<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
	/** The same for who asks whether this process is ready: nobody else's work is waited for. */
	whetherReady<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
	/** Reads across tenants, as `platform`: select only, and only what tables classed so allow. */
	across: Tx;
	/** `across` for lists that people page through and for what jobs look for: no session waits behind them. */
	acrossInReport: Tx;
	/** As `edge`: may execute the intake functions, nothing else. Statements are prepared. */
	edge: Tx;
	/** As `edge` for one customer alone: on connections of its own, answered within a moment or not at all. */
	edgeSoon: Tx;
	/** The same storage for jobs and runs: `inTenant` and `inPlatform` have connections that no call needs. */
	readonly forWork: Storage;
	/** The job queue's own statements, as `app` without a tenant; it opens and ends transactions itself. For kernel/jobs only. */
	queue: {
		executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
		/** The same, planned once a connection. */
		prepared(name: string, text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
	};
	/** The cluster's nodes but the coordinator, and whether each answers; without a cluster none. */
	nodes(): Promise<Node[]>;
	listen: Listen;
	/** Connections of this process, by what they are for. */
	pools(): { pool: string; total: number; idle: number; waiting: number }[];
	/** One connection as `owner`, outside every row-level rule of the app: partitions, backup. Not for calls. */
	asOwner<T>(work: (owner: Client) => Promise<T>): Promise<T>;
	/** SECRET_KEY, or the one generated into DATA_DIR. */
	secretKey: string;
	/** Ends the connections and, embedded, the database. */
	close(): Promise<void>;
}
