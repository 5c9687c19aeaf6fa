import { afterEach, describe, expect, it, vi } from 'vitest';
import HalfBegun from './half-begun.ts';
import { run } from './run.ts';

afterEach(() => vi.restoreAllMocks());

const node = (words: string) => ({ program: process.execPath, system: true, args: ['-e', words] });

describe('a command', () => {
	it('says nothing before its turn, and then all, though it has ended', async () => {
		const said = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
		const turn = Promise.withResolvers<void>();
		const told = Promise.withResolvers<unknown>();
		// More than a pipe holds: it tells us only once we have taken it.
		const ran = run(node(`process.stdout.write('x'.repeat(1e6), () => process.send('here'))`), { turn: turn.promise, told: told.resolve });
		expect(await told.promise).toBe('here');
		expect(said).not.toHaveBeenCalled();
		turn.resolve();
		expect(await ran).toEqual({ code: 0 });
		expect(said.mock.calls.map(([part]) => String(part)).join('')).toBe('x'.repeat(1e6));
	});

	it('ends with its code, and by a signal with 1', async () => {
		expect(await run(node('process.exit(3)'))).toEqual({ code: 3 });
		expect(await run(node(`process.kill(process.pid, 'SIGKILL')`))).toEqual({ code: 1 });
	});
});

describe('the reporter', () => {
	it('tells once, when half of the files have begun', () => {
		const send = vi.fn(() => true);
		const before = process.send;
		process.send = send;
		try {
			const reporter = new HalfBegun();
			reporter.onTestRunStart(['one file', 'another', 'a third']);
			reporter.onTestModuleQueued();
			expect(send).not.toHaveBeenCalled();
			reporter.onTestModuleQueued();
			reporter.onTestModuleQueued();
			expect(send).toHaveBeenCalledTimes(1);
		} finally {
			if (before) process.send = before;
		}
	});
});
