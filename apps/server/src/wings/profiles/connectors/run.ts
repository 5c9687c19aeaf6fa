/** What a run of a connector is made of. */
import type { Finding } from '@luvalla/contract/runs.ts';
import * as z from 'zod';
import { refusals } from '#kernel/http/errors.ts';
import type { Running } from '#kernel/runs/runs.ts';
import type { Link, Peer } from './peers/peer.ts';
import { ConnectorFailed, type ProblemCode, problemSentences } from './problems.ts';
import type { ConnectorRow, LogLine } from './store.ts';

export const KIND = 'connector';

export const Input = z.object({ connectorId: z.string(), direction: z.enum(['inbound', 'outbound']) });
export type Input = z.infer<typeof Input>;

export const Cursor = z.object({
	/** Lines of the log that are written. */
	lines: z.int(),
	/** People that were read, or told of. */
	rows: z.int(),
	/** Columns of what is named in findings. */
	header: z.array(z.string()),
	/** Outbound: everybody from this number on was looked at; null: nobody yet. */
	before: z.int().nullable(),
	/** Outbound: deliveries that were made. */
	number: z.int(),
});
export type Cursor = z.infer<typeof Cursor>;
export const BEGINNING: Cursor = { lines: 0, rows: 0, header: [], before: null, number: 0 };

/** A run with its connector, as both were when it began to work. */
export interface Work {
	readonly run: Running<Input, Cursor>;
	readonly connector: ConnectorRow;
	readonly peer: Peer;
	readonly link: Link;
	/** Breaks off what is under way with the other side. */
	readonly abort: () => void;
}

/** A step writes lines of the log and what it came to. */
export interface Came {
	readonly lines: readonly LogLine[];
	readonly rows: number;
	readonly counts: Readonly<Record<string, number>>;
	readonly found?: readonly Finding[];
}

const CODES = [
	'connector_not_public',
	'connector_unreachable',
	'connector_slow',
	'connector_sign_in',
	'connector_tls',
	'connector_host_key',
	'connector_too_large',
	'connector_http',
	'connector_answer',
	'connector_query',
	'connector_column',
	'connector_place',
	'connector_key',
	'connector_setting',
	'connector_untested',
	'connector_audience',
	'connector_held',
	'connector_draft',
	'connector_building',
	'connector_gone',
] as const satisfies readonly ProblemCode[];

/** Ends a run: its code says why, and the last line of its log says more. */
export const endRun = refusals(
	Object.fromEntries(
		CODES.map((code) => {
			const { en, fi } = problemSentences(code);
			return [code, [422, en, fi] as const];
		}),
	) as Record<(typeof CODES)[number], readonly [number, string, string]>,
);

/** A batch that takes longer than this is given up, however lively the connection looks. */
export const BATCH_MS = 60_000;
export const tooSlow = (): ConnectorFailed => new ConnectorFailed('connector_slow', BATCH_MS / 1000);

/** Lines that one run's log has at most: what comes later is counted only. */
export const MOST_LINES = 300;
