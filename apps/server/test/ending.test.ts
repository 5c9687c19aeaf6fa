/** The program ends: what is under way is answered, and nobody new comes in. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createApp } from '../src/kernel/http/app.ts';
import { readSettings } from '../src/settings.ts';
import { testLog } from './harness.ts';

const listening = async () => {
	const app = createApp(readSettings({}), testLog());
	const slow = async () => {
		await sleep(400);
		return '{}';
	};
	app.post('/routed', slow);
	app.doors.open('/door', slow);
	return { app, port: Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port) };
};

const post = async (port: number, path: string, agent: Agent) => {
	const headers = { 'content-type': 'application/json', 'content-length': 2 };
	const [answer] = await once(request({ port, host: '127.0.0.1', path, method: 'POST', agent, headers }).end('{}'), 'response');
	await once(answer.resume(), 'end');
	return answer.statusCode;
};

test('requests under way are answered, by the router and by a door, and new ones find nobody', async () => {
	const { app, port } = await listening();
	const [agent, early] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
	await post(port, '/door', early);
	const begun = ['/routed', '/door'].map((path) => post(port, path, agent));
	await sleep(100);
	const ended = app.close();
	await expect(post(port, '/door', new Agent())).rejects.toThrow('ECONNREFUSED');
	// Who has a connection may be sending at that very moment.
	expect(await post(port, '/door', early)).toBe(200);
	expect(await Promise.all(begun)).toEqual([200, 200]);
	const at = performance.now();
	await ended;
	expect(performance.now() - at).toBeLessThan(1000);
	for (const one of [agent, early]) one.destroy();
});

test('who sends no whole head, or takes nothing, is not waited for without end', async () => {
	const { app } = await listening();
	expect([app.server.headersTimeout, app.server.timeout]).toEqual([30_000, 300_000]);
	await app.close();
});
