/** Looks that many ask for at once. */

/** Does what is asked while it works together, next: one look for all of them. */
export const gathered = <Item, Answer>(work: (items: readonly Item[]) => Promise<readonly Answer[]>): ((item: Item) => Promise<Answer>) => {
	interface Asked {
		readonly item: Item;
		readonly resolve: (answer: Answer) => void;
		readonly reject: (error: unknown) => void;
	}
	let waiting: Asked[] = [];
	let works = false;
	const next = async (): Promise<void> => {
		if (works) return;
		works = true;
		while (waiting.length > 0) {
			const asked = waiting;
			waiting = [];
			try {
				const answers = await work(asked.map(({ item }) => item));
				for (const [n, { resolve, reject }] of asked.entries()) {
					const answer = answers[n];
					if (answer === undefined) reject(new Error('There is no answer.'));
					else resolve(answer);
				}
			} catch (error) {
				for (const { reject } of asked) reject(error);
			}
		}
		works = false;
	};
	return (item) =>
		new Promise((resolve, reject) => {
			waiting.push({ item, resolve, reject });
			queueMicrotask(() => void next());
		});
};
