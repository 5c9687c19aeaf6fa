/** Waits until something is no longer what it was; five seconds at most. */
export const changed = async (now: () => string | Promise<string>, before: string): Promise<void> => {
	for (let tries = 0; tries < 200 && (await now()) === before; tries++) await new Promise((done) => setTimeout(done, 25));
};
