/** The whole road of a site that asks nobody: scan, draft, publish, mark the lines, scan again; the second time our own banner is answered. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CookieScanDetail, ScanDraft } from '@luvalla/contract/consent/cookie-scans.ts';
import type { ScanFinding } from '@luvalla/contract/consent/scans.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../src/kernel/browsers/find.ts';
import { FIRST_LAYER_CODES } from '../../src/wings/consent/gate/points.ts';
import { bringStarters } from '../../src/wings/consent/wing.ts';
import { type Person, type TestApp, testApp } from '../app.ts';
import { pagesAt } from './stage.ts';

/** The page as its owner writes it: its lines are changed as the scan says. */
let lines: string[] = [];
const script =
	(text: string) =>
	(_got: IncomingMessage, answer: ServerResponse): void =>
		void answer.writeHead(200, { 'content-type': 'text/javascript' }).end(text);

let t: TestApp;
let shop: Awaited<ReturnType<typeof pagesAt>>;
let own: string;
beforeAll(async () => {
	shop = await pagesAt({
		'/': (_got, answer) => void answer.writeHead(200, { 'content-type': 'text/html' }).end(lines.join('\n')),
		'/stats.js': script(`document.cookie = '_ga=1; max-age=60; path=/'`),
		'/ads.js': script(`document.cookie = '_fbp=1; max-age=60; path=/'`),
	});
	// The program must know its own address before it listens: a port is taken and given back.
	const probe = await pagesAt({});
	own = `http://localhost:${probe.port}`;
	await probe.close();
	t = await testApp({ CHROMIUM_PATH: findChromium() ?? '', PORT: String(shop.port - 1), PUBLIC_URL: own });
	await bringStarters(t.server.kernel.storage);
	await t.app.listen({ port: probe.port, host: '127.0.0.1' });
});
afterAll(async () => {
	await t.stop();
	await shop.close();
	await t.storage.asOwner((owner) => owner.query('delete from cookie_entry; delete from cookie_starter'));
});

const HOST = 'shop.localhost';

test('scan, draft, publish, mark what the scan names, scan again: nothing before consent any more', async () => {
	const tenant = await t.tenant();
	const { customerId } = tenant;
	const owner = await t.person([], { adminOf: [tenant] });
	const cookie = owner.cookie.replace(/^luvalla_session_\d+/, `luvalla_session_${new URL(own).port}`);
	const me: Person = { ...owner, cookie };
	const data = async <T>(method: 'GET' | 'POST' | 'PUT', url: string, body?: object): Promise<T> => {
		const answer = await t.send(me, method, url, { headers: { origin: own }, ...(body && { body }) });
		if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${answer.text}`);
		return answer.json().data;
	};
	const scanned = async (): Promise<{ scan: CookieScanDetail; findings: ScanFinding[] }> => {
		const { id } = await data<{ id: string }>('POST', '/api/manage/browserscan/cookie', { customerId, domain: HOST, pages: 1 });
		const at = `/api/manage/browserscan/customer/${customerId}/scan/${id}`;
		await expect
			.poll(async () => (await data<CookieScanDetail>('GET', at)).status, { timeout: 180_000, interval: 500 })
			.toSatisfy((status) => status === 'done' || status === 'failed');
		return { scan: await data('GET', at), findings: await data('GET', `${at}/findings?size=100`) };
	};
	// The host of the site, whatever other files of this worker's database call it theirs.
	const { domainId } = tenant;
	await t.storage.inTenant(customerId, (tx) => tx.query('update domain set host = $2 where customer_id = $1', [customerId, HOST]));
	lines = [
		'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>',
		`<script src="${own}/cmp/d/${domainId}.js"></script>`,
		'<script src="/stats.js"></script>',
		'<script src="/ads.js"></script>',
		'</head><body><h1>Shop</h1></body></html>',
	];

	const first = await scanned();
	expect(first.scan).toMatchObject({ status: 'done', way: 'none', counts: { before: 2, early: 2 } });
	const draft = await data<ScanDraft>('POST', `/api/manage/browserscan/customer/${customerId}/scan/${first.scan.id}/draft`);
	expect(draft).toMatchObject({ cookies: 2, undecided: [] });
	expect(draft.fixes.map(({ line, category }) => [line, category]).sort()).toEqual([
		[3, 'statistics'],
		[4, 'marketing'],
	]);
	await data('POST', `/api/cmpconfigurator/${draft.folder}/publish`);
	for (const { line, before, after } of draft.fixes) {
		const found = lines[line - 1] ?? '';
		expect(found).toContain(before);
		lines[line - 1] = found.replace(before, after);
	}

	const second = await scanned();
	expect(second.scan).toMatchObject({
		status: 'done',
		way: 'luvalla',
		previousId: first.scan.id,
		counts: { before: 0, early: 0, late: 0 },
	});
	expect(second.findings.filter(({ code }) => code === 'before-consent' || code === 'after-reject')).toEqual([]);
	expect(second.scan.choice?.points.map(({ code, ok }) => [code, ok])).toEqual(FIRST_LAYER_CODES.map((code) => [code, true]));
	expect(second.scan.presses).toMatchObject([
		{ pass: 'accept', way: 'luvalla', taken: true },
		{ pass: 'reject', way: 'luvalla', taken: true },
	]);
	const names = (cookies: CookieScanDetail['afterAcceptCookies']) => cookies.map(({ name }) => name).sort();
	expect(names(second.scan.afterAcceptCookies)).toEqual(['_fbp', '_ga', 'luvalla']);
	expect(names(second.scan.afterRejectCookies)).toEqual(['luvalla']);
	// Two answers were given, and a banner was shown: by nobody.
	const kept = await t.storage.asOwner((sql) =>
		sql.query(`select (select count(*)::int from consent_record where customer_id = ${customerId}) as records,
			(select count(*)::int from impression_count where customer_id = ${customerId}) as impressions`),
	);
	expect(kept.rows).toEqual([{ records: 0, impressions: 0 }]);
}, 400_000);
