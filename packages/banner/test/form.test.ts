/** The form of a website: small, on a page whose policy allows nothing else, for keyboards and readers, and never more than asked. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type ShownForm, WORK_BITS } from '@luvalla/contract/consent/forms.ts';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CHROMIUM_FLAGS } from './chromium-flags.ts';

const SHOWN: ShownForm = {
	form: '00000000-0000-7000-8000-000000000001',
	language: 'fi',
	brand: 'aalto klubi',
	title: 'Hyvää, kahdesti kuussa',
	text: 'Kerhohinnat ja illat kaupassa.',
	fields: [
		{ key: 'email', label: 'Sähköposti', type: 'email', auto: 'email', required: true },
		{ key: 'firstName', label: 'Etunimi', type: 'text', auto: 'given-name', required: false },
	],
	optional: 'Valinnainen',
	name: 'Kyllä, kirjoittakaa. <img src=x onerror=alert(1)>',
	about: 'Luvallasi lähetämme kerhokirjeen.',
	button: 'Liity kerhoon',
	note: 'Lähetämme ensin yhden viestin.',
	taken: 'Katso sähköpostiasi.',
	failed: 'Lähettäminen ei onnistunut.',
	look: { background: '#fdfaf5', text: '#16201e', button: '#2b4a3f', buttonText: '#ffffff', beside: true },
};

let browser: Browser;
let page: Page;
let site: Server;
let ours: Server;
let posts: { type: string | undefined; body: Record<string, unknown> }[] = [];
let asked: string[] = [];
let answer = { status: 200, body: JSON.stringify({ data: { to: null as string | null } }) };
let script = '';

const listen = (server: Server): Promise<string> =>
	new Promise((done) => server.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)));

beforeAll(async () => {
	const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8')) as { version: string };
	script = await readFile(join(import.meta.dirname, '../dist', version, 'form.js'), 'utf8');
	ours = createServer((request, response) => {
		asked.push(`${request.method} ${request.url}`);
		response.setHeader('access-control-allow-origin', '*');
		if (request.url === '/edge/v1/form.js') return void response.setHeader('content-type', 'text/javascript').end(script);
		response.setHeader('content-type', 'application/json');
		if (request.method === 'GET') return void response.end(JSON.stringify({ data: { ...SHOWN, token: 'token' } }));
		let body = '';
		request.on('data', (part) => {
			body += part;
		});
		request.on('end', () => {
			posts.push({ type: request.headers['content-type'], body: JSON.parse(body) });
			response.writeHead(answer.status).end(answer.body);
		});
	});
	const from = await listen(ours);
	site = createServer((request, response) => {
		response.setHeader('content-type', 'text/html; charset=utf-8');
		response.setHeader(
			'content-security-policy',
			`default-src 'none'; script-src ${from}; connect-src ${from}; require-trusted-types-for 'script'; trusted-types 'none'`,
		);
		response.end(
			`<!doctype html><html lang="fi-FI"><head><title>Kauppa</title><script src="${from}/edge/v1/form.js" defer data-form="${SHOWN.form}" data-into="#here"></script></head><body><main><h1>Kauppa</h1><div id="${request.url === '/' ? 'here' : 'there'}"></div></main></body></html>`,
		);
	});
	const url = await listen(site);
	browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: CHROMIUM_FLAGS });
	page = await browser.newPage();
	page.on('dialog', () => {
		throw new Error('Something of the form was run.');
	});
	home = url;
});
let home = '';
beforeEach(async () => {
	posts = [];
	asked = [];
	answer = { status: 200, body: JSON.stringify({ data: { to: null } }) };
	await page.goto(home);
	await page.getByRole('button', { name: SHOWN.button }).waitFor();
});
afterAll(async () => {
	await browser?.close();
	site?.close();
	ours?.close();
});

test('its script is at most 3 kB', () => {
	expect(Buffer.byteLength(script)).toBeLessThanOrEqual(3000);
});

test('a page that has no place for it is told so', async () => {
	const bare = await browser.newPage();
	const said = bare.waitForEvent('pageerror');
	await bare.goto(`${home}/bare`);
	expect(`${await said}`).toContain('No #here');
	await bare.close();
});

test('in the page’s language, unticked, its texts as texts', async () => {
	expect(asked).toEqual(['GET /edge/v1/form.js', `GET /edge/v1/forms/${SHOWN.form}?lang=fi-FI`]);
	expect(await page.getByRole('checkbox').isChecked()).toBe(false);
	expect(await page.getByText('<img src=x onerror=alert(1)>').count()).toBe(1);
	expect(await page.locator('img').count()).toBe(0);
});

test('by keyboard alone, with the work for the address, and answered where readers hear it', async () => {
	await page.keyboard.press('Tab');
	await page.keyboard.type(' Aino@Example.com ');
	await page.keyboard.press('Tab');
	await page.keyboard.type('Aino');
	await page.keyboard.press('Enter');
	// What is missing is said by the browser, and nothing is sent.
	expect(await page.getByRole('checkbox').evaluate((box) => box.matches(':focus'))).toBe(true);
	expect(posts).toEqual([]);
	await page.keyboard.press('Space');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await page.getByText(SHOWN.taken).waitFor();
	expect(await page.getByRole('status').evaluate((said) => said.matches(':focus'))).toBe(true);
	expect(await page.getByRole('button').count()).toBe(0);
	const [post] = posts;
	expect(post?.type).toContain('text/plain');
	expect(post?.body).toMatchObject({
		form: SHOWN.form,
		language: 'fi',
		email: 'aino@example.com',
		fields: { firstName: 'Aino' },
		yes: true,
		token: 'token',
		website: '',
	});
	const hash = createHash('sha256').update(`token.aino@example.com.${post?.body.work}`).digest();
	expect(hash.readUInt32BE() >>> (32 - WORK_BITS)).toBe(0);
});

test('what fails is said, and can be sent again', async () => {
	answer = { status: 503, body: '{}' };
	await page.getByRole('textbox', { name: 'Sähköposti' }).fill('aino@example.com');
	await page.getByRole('checkbox').check();
	await page.getByRole('button').click();
	await page.getByText(SHOWN.failed).waitFor();
	answer = { status: 200, body: JSON.stringify({ data: { to: null } }) };
	await page.getByRole('button').click();
	await page.getByText(SHOWN.taken).waitFor();
	expect(posts).toHaveLength(2);
});

test('nothing on it is inaccessible, at 320 pixels too, and it is never wider than the page', async () => {
	const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
	for (const width of [1000, 320]) {
		await page.setViewportSize({ width, height: 800 });
		const found = await page.evaluate(`${axe};axe.run().then(({violations})=>violations.map(({id})=>id))`);
		expect(found).toEqual([]);
		expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
	}
});
