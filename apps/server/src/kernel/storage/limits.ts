import { REPORTS_AT_ONCE } from '@luvalla/contract/limits.ts';

/** Time-outs and pool sizes, all in one table. Milliseconds where the name says so. */
export const LIMITS = {
	/** Calls that somebody waits for. */
	app: { connections: 8, statementMs: 30_000, lockMs: 10_000, idleInTransactionMs: 30_000 },
	/** Calls that take a customer's lock: one a customer at a time, so what is waited for is another process, and tried again. */
	turn: { connections: 3, statementMs: 30_000, lockMs: 500, idleInTransactionMs: 30_000 },
	/** Reads that may take long: counts, reports, exports. */
	report: { connections: 3, statementMs: 20_000, lockMs: 10_000, idleInTransactionMs: 30_000 },
	/** What jobs and runs do. */
	worker: { connections: 12, statementMs: 30_000, lockMs: 10_000, idleInTransactionMs: 30_000 },
	/** Taking up jobs and saying that they have ended. */
	queue: { connections: 2, statementMs: 15_000, lockMs: 5_000, idleInTransactionMs: 10_000 },
	/** Erasures, which hold a customer's locks: few at a time. */
	eraser: { connections: 2, statementMs: 30_000, lockMs: 10_000, idleInTransactionMs: 30_000 },
	/** Intake: lanes of records, of views and of visitors' events, each with two commits at once. A commit takes milliseconds; one that hangs is somebody's node, and ends soon. */
	edge: { connections: 6, statementMs: 5_000, lockMs: 1_000, idleInTransactionMs: 10_000 },
	/** What intake does for one customer alone: it may be the one who cannot be reached, and must not be waited for. */
	edgeSoon: { connections: 6, statementMs: 1_500, lockMs: 1_000, idleInTransactionMs: 10_000 },
	/** What a visitor's page waits for. */
	visitor: { connections: 4, statementMs: 2_000, lockMs: 1_000, idleInTransactionMs: 10_000 },
	/** Cross-tenant lists, and what jobs look for over all customers. */
	platformReport: { connections: 2, statementMs: 30_000, lockMs: 5_000, idleInTransactionMs: 10_000 },
	/** The few cross-tenant reads that somebody waits for: who asks, and where. */
	platform: { connections: 3, statementMs: 15_000, lockMs: 5_000, idleInTransactionMs: 10_000 },
	/** Who asks whether this process is ready: a connection of its own, since a line before the others says nothing of the database. */
	ready: { connections: 1, statementMs: 2_000, lockMs: 1_000, idleInTransactionMs: 10_000, silentMs: 1_000 },
	/** Lines before connections, each customer's by itself: at once, waiting, and how long. Beyond it a call is refused. */
	lines: {
		turn: { atOnce: 1, waiting: 100, waitMs: 15_000 },
		report: { atOnce: REPORTS_AT_ONCE, waiting: 30, waitMs: 20_000 },
	},
	/** Idle connections are given back, so that an idle server stays small. */
	idleConnectionMs: 15_000,
	connectMs: 10_000,
	/** Beyond what a statement may take: so long a connection may say nothing. Idle ones are given back before. */
	silentMs: 20_000,
	/** How long nobody tries for a customer whose rows do not answer: doubling from the first to the most. */
	reachAgainMs: { first: 1_000, most: 8_000 },
	/** How often the LISTEN connection asks whether the database is there, and how long it waits for the answer. */
	listen: { askMs: 10_000, silentMs: 20_000 },
	/** How long a lost LISTEN connection waits before the next try: doubling from the first to the second. */
	listenAgainMs: { first: 100, most: 5_000 },
	/** Embedded server: how long it may take to accept connections (crash recovery included), and to stop when asked politely. */
	startMs: 120_000,
	stopMs: 20_000,
} as const;
