/** A job's work for many, of whom one that fails (a row that nobody thought of, a node that is away) keeps no other waiting. */

/** One after the other. @throws once all had their turn: what failed, of several as an AggregateError */
export const forEach = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
	const failures: unknown[] = [];
	for (const one of all)
		try {
			await work(one);
		} catch (error) {
			failures.push(error);
		}
	if (failures.length === 1) throw failures[0];
	if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${all.length} failed: ${String(failures[0])}`);
};
