/** The session cookie: who can read it, who can set it, and with what it goes. */
import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { createCookies, hashToken, newToken } from '../src/kernel/http/cookies.ts';

const at = async (publicUrl: string) => {
	const cookies = createCookies({ publicUrl, port: 4000 });
	const app = fastify();
	await app.register(cookie);
	app.get('/start', async (_, reply) => ({
		id: cookies.startSession(reply, new Date(8e12)),
		assist: cookies.startSession(reply, new Date(8e12), 'assist'),
	}));
	app.get('/end', async (_, reply) => {
		cookies.endSession(reply);
		return {};
	});
	app.get('/who', async (request) => ({ ids: cookies.sessionIds(request) }));
	const get = (url: string, sent?: string) => app.inject({ url, headers: sent === undefined ? {} : { cookie: sent } });
	return { app, get };
};
const headers = (answer: { headers: Record<string, unknown> }): string[] => [answer.headers['set-cookie']].flat().map(String);

test('over https a session is this host’s alone, hidden from scripts, and stays away from other sites’ posts', async () => {
	const { app, get } = await at('https://consent.example.com');
	const [own = ''] = headers(await get('/start'));
	expect(own).toMatch(/^__Host-luvalla_session=[\w-]{43}; /);
	for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(own.split('; ')).toContain(part);
	expect(own).not.toMatch(/domain=/i);
	await app.close();
});

test('over http it has the port in its name, and is hidden from scripts', async () => {
	const { app, get } = await at('http://localhost:4000');
	const [own = ''] = headers(await get('/start'));
	expect(own).toMatch(/^luvalla_session_4000=[\w-]{43}; /);
	expect(own.split('; ')).toContain('HttpOnly');
	expect(own.split('; ')).not.toContain('Secure');
	await app.close();
});

test('a request’s sessions are known by their hashes, the one acting for somebody first; what is no session is none', async () => {
	const { app, get } = await at('https://consent.example.com');
	const started = await get('/start');
	const sent = headers(started).map((one) => one.split(';')[0]);
	const { id, assist } = started.json();
	expect((await get('/who', sent.join('; '))).json()).toEqual({ ids: [assist, id] });
	expect((await get('/who', `${sent[0]}x; luvalla_session=${newToken()}`)).json()).toEqual({ ids: [] });
	const value = sent[0]?.split('=')[1] ?? '';
	expect(hashToken(value).toString('hex')).toBe(id);
	await app.close();
});

test('an ended session’s cookie is taken back', async () => {
	const { app, get } = await at('https://consent.example.com');
	const [ended = ''] = headers(await get('/end'));
	expect(ended).toMatch(/^__Host-luvalla_session=; /);
	expect(ended).toMatch(/Expires=Thu, 01 Jan 1970/);
	await app.close();
});

test('a token is 256 bits, and never the same', () => {
	const tokens = Array.from({ length: 1000 }, newToken);
	expect(new Set(tokens).size).toBe(1000);
	for (const token of tokens) expect(Buffer.from(token, 'base64url').length).toBe(32);
});
