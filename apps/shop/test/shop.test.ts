// @vitest-environment node
/** The sample sites over HTTP. Their journey with a banner is the portal's browser test. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBasket, writeBasket } from '../src/goods.ts';
import { type RunningShop, startShop } from '../src/serve.ts';

const SNIPPET = 'http://localhost:4000/cmp/d/0198c0de-0000-7000-8000-000000000001.js';
let running: RunningShop;

beforeAll(async () => {
	running = await startShop({ port: 0, thirdPartyPort: 0, snippets: { shop: SNIPPET, blog: null } });
});
afterAll(() => running.close());

interface Answer {
	status: number;
	headers: Headers;
	text(): string;
}

/** Node does not resolve names under .localhost as browsers do, so the name goes in the Host header. */
const ask = (path: string, { host = 'shop.localhost', port = running.port, cookie = '', form = '' } = {}): Promise<Answer> =>
	new Promise((done, failed) => {
		const sent = request(
			{ host: '127.0.0.1', port, path, method: form ? 'POST' : 'GET', headers: { host: `${host}:${port}`, cookie } },
			async (response) => {
				let text = '';
				for await (const chunk of response) text += String(chunk);
				const headers = new Headers(Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]));
				done({ status: response.statusCode ?? 0, headers, text: () => text });
			},
		);
		sent.on('error', failed);
		sent.end(form);
	});

describe('the sample sites', () => {
	it('put the snippet first in head and mark every third party', async () => {
		const answer = await ask('/');
		const page = answer.text();
		expect(page).toContain(`<head>\n<script src="${SNIPPET}"></script>`);
		expect(page.match(/type="text\/plain" data-luvalla="(\w+)" data-src="[^"]+"/g)).toHaveLength(3);
		expect(page).toContain('Things for slow mornings');
		expect(answer.headers.get('set-cookie')).toBeNull();
		expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self' http://localhost:4000 ");
		expect((await ask('/', { host: 'blog.localhost' })).text()).not.toContain('/cmp/d/');
	});

	it('are in Finnish under /fi', async () => {
		const page = (await ask('/fi')).text();
		expect(page).toContain('<html lang="fi">');
		expect(page).toContain('Hitaisiin aamuihin');
		expect((await ask('/fi/cookies')).text()).toContain('Muuta valintojani');
	});

	it('keep a basket in a cookie and nothing else', async () => {
		const put = await ask('/basket', { form: 'add=lamp', cookie: 'basket=lamp.1-x.9' });
		expect(put.status).toBe(303);
		expect(put.headers.get('set-cookie')).toBe('basket=lamp.2; Path=/; SameSite=Lax; HttpOnly');
		expect((await ask('/basket', { cookie: 'basket=lamp.2' })).text()).toContain('258');
		expect(writeBasket(readBasket('chair.1-lamp.2'))).toBe('chair.1-lamp.2');
		expect(readBasket('<b>.1-chair.-1-lamp.999').size).toBe(0);
	});

	it('send other hosts to the shop, and answer bad requests without falling', async () => {
		const away = await ask('/product/lamp', { host: 'localhost' });
		expect([away.status, away.headers.get('location')]).toEqual([302, `http://shop.localhost:${running.port}/product/lamp`]);
		expect((await ask('/product/none')).status).toBe(404);
		expect((await ask('/basket', { form: 'add='.padEnd(10_000, 'x') })).status).toBe(413);
		expect((await ask('/?q=%3Cscript%3E')).status).toBe(200);
		expect((await ask('/?q=%3Cscript%3E')).text()).not.toContain('“<script>');
	});

	it('serve each third party from a site of its own', async () => {
		const port = running.thirdPartyPort;
		for (const name of ['stats', 'ads', 'video']) expect((await ask(`/${name}.js`, { host: `${name}.localhost`, port })).status).toBe(200);
		expect((await ask('/ads.js', { host: 'stats.localhost', port })).status).toBe(404);
		expect((await ask('/film', { host: 'video.localhost', port })).status).toBe(200);
	});
});
