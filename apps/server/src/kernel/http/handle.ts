/** Binds calls of the contract to handlers, both sides typed by the call itself. */
import type { AnswerOf, BesideOf, CallShape, Page, Parsed } from '@luvalla/contract/call.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Asker } from '#kernel/access/asker.ts';
import type { Scope } from '#kernel/access/decide.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Language } from './errors.ts';

type Signed<C extends CallShape> = 'anyone' extends C['may'][number] ? Asker | null : Asker;
type Scoped<C extends CallShape> = C extends { of: string } ? Scope : null;

/** What a handler is given: parsed input, who asks and what they may touch. */
export type Ask<C extends CallShape> = Parsed<C> & {
	readonly asker: Signed<C>;
	readonly scope: Scoped<C>;
	readonly language: Language;
	/** Truncated network of the sender. */
	readonly network: string | null;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
};

/** What a call answers that is a file: it is sent as it comes. */
export interface FileAnswer {
	readonly name: string;
	/** Where files of the call differ; absent: the type that the call has. */
	readonly type?: string;
	readonly body: AsyncIterable<string | Uint8Array>;
}

export type Result<C extends CallShape> = C extends { file: string }
	? FileAnswer
	: C extends { paged: true }
		? { data: AnswerOf<C>; page: Page } & (C extends { beside: object } ? BesideOf<C> : unknown)
		: C extends { beside: object }
			? { data: AnswerOf<C> } & BesideOf<C>
			: AnswerOf<C>;

export interface Route {
	readonly call: CallShape;
	/** Takes what the contract of `call` describes; the pair is made by `handle` alone. */
	readonly run: (ask: never) => Promise<unknown>;
}

export const handle = <C extends CallShape>(call: C, run: (ask: Ask<C>) => Promise<Result<C>>): Route => ({ call, run });

/** As `handle`, for what one transaction of the call's customer does: `inCustomer` is `inTenant`, `inTurn` or `inReport` of the storage. */
export const handleIn = <C extends CallShape & { of: string }>(
	inCustomer: <T>(customerId: number, work: (tx: Tx) => Promise<T>) => Promise<T>,
	call: C,
	run: (tx: Tx, ask: Ask<C>) => Promise<Result<C>>,
): Route => ({ call, run: (ask: Ask<C> & { readonly scope: Scope }) => inCustomer(ask.scope.customerId, (tx) => run(tx, ask)) });
