import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Running, runProgram } from './fixtures/run-program.ts';

const PROGRAM = fileURLToPath(new URL('./fixtures/stop-program.ts', import.meta.url));

const ready = async (env: Record<string, string> = {}): Promise<Running> => {
	const program = runProgram(env, [], PROGRAM);
	await program.says('ready');
	return program;
};
const said = ({ lines }: Running): unknown[] => lines.map(({ msg }) => msg);

describe('stopping', () => {
	it('ends what was started, last first', async () => {
		const program = await ready();
		program.child.kill('SIGTERM');
		expect(await program.ended).toMatchObject({ code: 0 });
		expect(said(program)).toEqual(['ready', 'stopping', 'ended slow', 'ended first', 'stopped']);
	});

	it('takes signals that arrive together for one', async () => {
		const program = await ready({ STOP_MS: '600' });
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGINT'] as const) {
			program.child.kill(signal);
			await sleep(100);
		}
		expect(await program.ended).toMatchObject({ code: 0 });
		expect(said(program)).toContain('stopped');
	});

	it('ends at once at a second signal', async () => {
		const program = await ready({ STOP_MS: '60000' });
		program.child.kill('SIGINT');
		await sleep(1_300);
		program.child.kill('SIGINT');
		expect(await program.ended).toMatchObject({ code: 1 });
	});

	it('is no failure of a start that it comes in the middle of', async () => {
		const program = await ready({ STARTS: 'on', STOP_MS: '1000' });
		program.child.kill('SIGTERM');
		expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
		expect(said(program)).toEqual(['ready', 'stopping', 'ended slow', 'ended first', 'stopped']);
		expect((await (await ready({ STARTS: 'on' })).ended).stderr).toContain('closed under it');
	});

	it('goes on when one step fails, and says so', async () => {
		const program = await ready({ BROKEN: 'on' });
		program.child.kill('SIGTERM');
		expect(await program.ended).toMatchObject({ code: 1 });
		expect(said(program)).toEqual(['ready', 'stopping', 'ended slow', 'could not stop the broken cleanly', 'ended first', 'stopped']);
	});
});
