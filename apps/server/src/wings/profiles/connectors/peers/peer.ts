/** What a kind of connector can do with the other side. Each throws ConnectorFailed with what a person is told. */
import type { Sentences } from '#kernel/http/errors.ts';
import type { Guard } from '#kernel/outbound/guard.ts';
import type { Config, StoredSecrets } from '../config.ts';
import type { Detail, LineCode, ProblemCode } from '../problems.ts';

/** A connector as it is used. */
export interface Link {
	readonly connectorId: string;
	readonly config: Config;
	readonly kept: StoredSecrets;
	readonly guard: Guard;
	/** Breaks off what is under way. */
	readonly signal: AbortSignal;
}

/** Went well. */
export interface Tested {
	readonly message: Sentences;
	/** What is kept in the settings from now on. */
	readonly pinned?: Readonly<Record<string, string>>;
}

/** A cell; a day is text as YYYY-MM-DD. */
export type Cell = string | number | boolean | null;
export interface SourceRow {
	/** Of a file, from 1. */
	readonly line: number | null;
	/** By column; null: it is no record at all. */
	readonly cells: Readonly<Record<string, Cell>> | null;
}
export interface SourceBatch {
	readonly rows: readonly SourceRow[];
	/** Where the rows after these begin, in the kind's own words. */
	readonly cursor: unknown;
	readonly lines?: readonly { readonly code: LineCode | ProblemCode; readonly detail: Detail }[];
}

/** Somebody as the other side is told of them. */
export interface Told {
	readonly key: string;
	/** By the names of what is sent. */
	readonly values: Readonly<Record<string, string | null>>;
}
export interface Delivery {
	/** The same for the same content at the same place of a run. */
	readonly id: string;
	readonly runId: string;
	/** Place in the run, from 1. */
	readonly number: number;
	readonly audience: string;
	readonly fields: readonly string[];
	readonly added: readonly Told[];
	readonly removed: readonly string[];
}

export interface Peer {
	test(link: Link): Promise<Tested>;
	/** Batches from the cursor on; null: from the beginning. */
	read?(link: Link, cursor: unknown): AsyncGenerator<SourceBatch>;
	/** Brings changes there; the same ones again change nothing. */
	open?(link: Link): Promise<{ deliver(delivery: Delivery): Promise<void>; close(): void }>;
	/** Where it leads, for people. */
	where(config: Config): string;
}

/** Rows that are written in one transaction. */
export const ROWS = 500;
/** What may come for so many rows. */
export const BATCH_BYTES = 16 * 1024 * 1024;
/** Of one file. */
export const FILE_BYTES = 1024 * 1024 * 1024;

export const text = (config: Config, field: string): string => String(config[field] ?? '');
