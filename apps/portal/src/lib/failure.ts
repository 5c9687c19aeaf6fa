/** What can go wrong with a call, as data. */
import type { ErrorAnswer } from '@luvalla/contract/call';

/** By what the portal's addresses name one thing. */
const OF_ADDRESS: ReadonlySet<string> = new Set(['id', 'run', 'delivery']);

/** The call was answered with an error, or not at all. `message` is a sentence for a person, in their language. */
export class CallFailure extends Error {
	override readonly name = 'CallFailure';
	readonly code: string;
	/** 0 when there was no answer. */
	readonly status: number;
	/** Sentences by field name, when single fields are wrong. */
	readonly fields: Readonly<Record<string, string>>;

	constructor(message: string, status: number, answer: Pick<ErrorAnswer, 'code' | 'fields'>) {
		super(message);
		this.code = answer.code;
		this.status = status;
		this.fields = answer.fields ?? {};
	}

	/** What the address names is not there; a mistyped id, which the server cannot read, names nothing either. */
	get notThere(): boolean {
		return this.status === 404 || (this.status === 400 && this.hasFields && Object.keys(this.fields).every((name) => OF_ADDRESS.has(name)));
	}

	get hasFields(): boolean {
		return Object.keys(this.fields).length > 0;
	}
}

/** A 401 that the client swallowed: nobody is signed in. Shows no notice; a list ends in its failed state. */
export class Unauthenticated extends Error {
	override readonly name = 'Unauthenticated';
	readonly code = 'unauthenticated';
}

/** Nothing was sent: the payload was empty (portal.md section 5). `message` is the call's `invalid` text. */
export class EmptyPayload extends Error {
	override readonly name = 'EmptyPayload';
	readonly code = 'empty_payload';
}

/** The stable word of any failure, for the page's mono line. */
export function codeOf(error: unknown): string {
	return error instanceof CallFailure || error instanceof Unauthenticated || error instanceof EmptyPayload ? error.code : 'unexpected';
}
