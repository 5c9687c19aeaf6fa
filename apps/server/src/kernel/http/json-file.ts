/** JSON that a call answers as a file, however long the list at its end is. */

/** Pieces of a text, as they come. */
export type Pieces = AsyncIterable<string>;

async function* one(text: string): AsyncGenerator<string> {
	yield text;
}

/** Each of a batch on a line of its own. */
export async function* jsonLines<Row>(batches: AsyncIterable<readonly Row[]>, shown: (row: Row) => unknown): AsyncGenerator<Pieces> {
	for await (const rows of batches) for (const row of rows) yield one(JSON.stringify(shown(row)));
}

/** An object with some members, the last of which are lists of what comes piece by piece, one list after the other. */
export async function* objectWith(
	head: Readonly<Record<string, unknown>>,
	lists: Readonly<Record<string, AsyncIterable<Pieces>>>,
): AsyncGenerator<string> {
	const members = Object.entries(head).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value, null, '\t')}`);
	yield `{\n${members.join(',\n')}`;
	let before = members.length === 0 ? '' : ',\n';
	for (const [name, items] of Object.entries(lists)) {
		yield `${before}${JSON.stringify(name)}: [`;
		let between = '\n';
		for await (const item of items) {
			yield between;
			yield* item;
			between = ',\n';
		}
		yield '\n]';
		before = ',\n';
	}
	yield '\n}';
}
