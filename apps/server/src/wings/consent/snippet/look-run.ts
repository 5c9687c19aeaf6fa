/** Looks at many domains, one run for all of them: a few at a time, so that one slow site does not hold up the others. */
import { setTimeout as pause } from 'node:timers/promises';
import { LOOK_KIND, lookReason } from '@luvalla/contract/consent/snippet.ts';
import type { Finding } from '@luvalla/contract/runs.ts';
import * as z from 'zod';
import type { Kernel } from '#kernel/kernel.ts';
import type { Moved, RunKind, Running } from '#kernel/runs/runs.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { keepLook, type LookedAt, lookAt } from './look.ts';

const Input = z.object({
	domainIds: z.array(z.string()),
	/** Chosen, and not there or not the asker's. */
	unknown: z.array(z.string()),
});
const Cursor = z.object({ begun: z.boolean(), place: z.int() });
type Input = z.infer<typeof Input>;
type Cursor = z.infer<typeof Cursor>;

const AT_ONCE = 4;
/** A look at a slow site takes most of a minute: so often the run says that it is still at it. */
const SIGN_MS = 5000;

const nameless = (domainId: string): Finding => ({ line: null, column: null, value: null, code: 'unknown_domain', row: [domainId] });

const outcomeOf = (found: LookedAt | null, domainId: string): { count: string; finding: Finding | null } => {
	if (!found) return { count: 'rejected', finding: nameless(domainId) };
	const { looked, before } = found;
	if (looked.state === 'live') return { count: 'live', finding: null };
	const { code, about } = looked.problem ?? { code: 'missing', about: null };
	return { count: looked.state, finding: { line: null, column: null, value: about, code, row: [before.host] } };
};

async function* looking(kernel: Kernel, { customerId, input, cursor }: Running<Input, Cursor>) {
	const { domainIds, unknown } = input;
	if (!cursor.begun)
		yield async (): Promise<Moved<Cursor>> => ({
			cursor: { begun: true, place: 0 },
			done: unknown.length,
			counts: { rejected: unknown.length },
			found: unknown.map(nameless),
		});
	for (let { place } = cursor; place < domainIds.length; place += AT_ONCE) {
		const some = domainIds.slice(place, place + AT_ONCE);
		const here = { cursor: { begun: true, place }, done: unknown.length + place };
		const looks = Promise.all(some.map((domainId) => lookAt(kernel, customerId, domainId)));
		// Left in the middle, it may fail unheard: it is begun anew.
		looks.catch(() => undefined);
		while ((await Promise.race([looks, pause(SIGN_MS, null, { ref: false })])) === null)
			yield async (): Promise<Moved<Cursor>> => ({ ...here, still: true });
		const found = await looks;
		yield async (tx: Tx): Promise<Moved<Cursor>> => {
			const counts: Record<string, number> = {};
			const findings: Finding[] = [];
			for (const [index, domainId] of some.entries()) {
				const one = found[index] ?? null;
				if (one) await keepLook(tx, kernel, customerId, one);
				const { count, finding } = outcomeOf(one, domainId);
				counts[count] = (counts[count] ?? 0) + 1;
				if (finding) findings.push(finding);
			}
			return { cursor: { begun: true, place: place + some.length }, done: here.done + some.length, counts, found: findings };
		};
	}
}

export const lookKind = (kernel: Kernel): RunKind<Input, Cursor> => ({
	kind: LOOK_KIND,
	input: Input,
	cursor: Cursor,
	steps: (run) => looking(kernel, run),
	about: () => ({}),
	header: () => ['domain'],
	reason: ({ code, value }) => ({ en: lookReason(code, value, 'en'), fi: lookReason(code, value, 'fi') }),
});
