/** How Luvalla says no. */

/** A request was refused, or nobody answered. Nothing of it was done, unless `code` is `no_answer`: then send the same again. */
export class LuvallaError extends Error {
	override readonly name: string = 'LuvallaError';
	/** A stable word: `token_unknown`, `too_many`, `invalid`, …; `no_answer` when there was none. */
	readonly code: string;
	/** HTTP's; 0 when there was no answer. */
	readonly status: number;
	/** A sentence for each field that does not fit. */
	readonly fields: Readonly<Record<string, string>>;
	/** Of a batch in several requests: what became of the items before this one's. Send those after them again. */
	done: readonly unknown[] = [];

	constructor(message: string, facts: { code: string; status: number; fields?: Record<string, string> | undefined; cause?: unknown }) {
		super(message, { cause: facts.cause });
		this.code = facts.code;
		this.status = facts.status;
		this.fields = facts.fields ?? {};
	}
}

/** The one item that was sent was refused. */
export class ItemRefused extends LuvallaError {
	override readonly name = 'ItemRefused';

	constructor(code: string, fields: Record<string, string>) {
		const said = Object.entries(fields).map(([name, sentence]) => `${name}: ${sentence}`);
		super([`Refused: ${code}`, ...said].join('. '), { code, status: 200, fields });
	}
}
