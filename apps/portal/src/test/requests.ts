/** What the handlers of a file's tests were asked: kept in order, forgotten before each test. */
import { beforeEach } from 'vitest';
import type { Asked } from '#portal/lib/handlers.ts';

/** `asked`: the requests of the test that runs. `catching(answer)`: an answer for a handler that keeps its request there. */
export const keptRequests = () => {
	const asked: Asked[] = [];
	beforeEach(() => {
		asked.length = 0;
	});
	const catching =
		<T>(answer: T) =>
		(one: Asked): T => {
			asked.push(one);
			return answer;
		};
	return { asked, catching };
};
