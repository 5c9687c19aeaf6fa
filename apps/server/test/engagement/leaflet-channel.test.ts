/** Printed mail: a PDF that a real reader opens, its addresses beside it, and nobody in either who said no. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Basis } from '@luvalla/contract/consent/purposes.ts';
import type { CampaignFile } from '@luvalla/contract/engagement/campaign-files.ts';
import type { CampaignProof } from '@luvalla/contract/engagement/campaign-proof.ts';
import type { CampaignBefore } from '@luvalla/contract/engagement/campaign-runs.ts';
import type { CampaignOptions } from '@luvalla/contract/engagement/campaigns.ts';
import { parse } from 'csv-parse/sync';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { pngOf } from '../../../../packages/banner/test/pictures.ts';
import { newId } from '../../src/kernel/clock.ts';
import { readFileBytes } from '../../src/kernel/files/files.ts';
import { besideOf, fileOf } from '../../src/wings/engagement/send/parts.ts';
import { startApp } from '../app.ts';
import { pagesOf } from '../pdf.ts';
import { campaignScene, LETTER } from './scene.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

/** What of a page is no text: how many pictures it shows, and how many shapes. */
const drawingsOf = async (bytes: Buffer): Promise<{ pictures: number; paths: number }[]> => {
	const reading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
	const document = await reading.promise;
	const found = [];
	for (let n = 1; n <= document.numPages; n++) {
		const { fnArray, argsArray } = await (await document.getPage(n)).getOperatorList();
		const size = (at: number): number => JSON.stringify(argsArray[at]).length;
		found.push({
			pictures: fnArray.filter((one) => one === OPS.paintImageXObject).length,
			paths: fnArray.reduce((sum, one, at) => sum + (one === OPS.constructPath ? size(at) : 0), 0),
		});
	}
	await reading.destroy();
	return found;
};

const WORDS = {
	subject: null,
	html: '<html><body><p>Hei {{ person.first_name }}</p><hr><p>Takana</p></body></html>',
	text: 'Valoa',
	heroimage: null as string | null,
	heroimageAlt: null,
};
interface Reader {
	firstName: string;
	lastName: string;
	street?: string;
	country?: string;
	postalCode?: string;
	city?: string;
	attributes?: object;
}

const staged = async (
	people: readonly Reader[],
	words: Partial<typeof WORDS> = {},
	options: Partial<CampaignOptions> = {},
	basis?: Basis,
) => {
	const scene = await campaignScene(t);
	const { customerId, domainId } = scene.tenant;
	await scene.add('printing-house', { house: 'Painotalo', price: 0.78, pagePrice: 0.04 });
	const purpose = await scene.addPurpose({ channels: ['leaflet'], ...(basis && { basis }) });
	const emails = scene.emails(people.length, 'reader');
	const profiles = people.map((one, n) => ({
		person: { email: emails[n] },
		street: `Linnankatu ${n + 1}`,
		postalCode: '20100',
		city: 'Turku',
		country: 'FI',
		...one,
	}));
	for (let at = 0; at < profiles.length; at += 500) {
		const body = { domainId, profiles: profiles.slice(at, at + 500) };
		expect((await t.send(null, 'POST', '/edge/v1/profiles', { headers: scene.machine, body })).status).toBe(200);
	}
	await scene.say(emails, true, purpose);
	const constellation = await scene.published({ ...LETTER, channel: 'leaflet', languages: { en: { ...WORDS, ...words } } });
	const audience = await scene.audience([await scene.segment(emails)]);
	const campaign = await scene.campaign({ audience, constellation, channel: 'leaflet', options });
	const file = async (of: typeof fileOf): Promise<Buffer> => {
		const { run } = await scene.progress(campaign.id);
		const lane = { channel: 'leaflet' as const } as Parameters<typeof fileOf>[1]['lane'];
		const stored = await scene.tenantTx((tx) => of(tx, { customerId, runId: run.id, lane }));
		const pieces: Buffer[] = [];
		if (stored) for await (const piece of readFileBytes(t.storage, customerId, stored.id)) pieces.push(piece);
		return Buffer.concat(pieces);
	};
	const path = `/api/manage/campaign/${campaign.id}`;
	/** When everybody is counted. */
	const proof = async (): Promise<CampaignProof> => {
		for (;;) {
			const found = await scene.fine<CampaignProof>(scene.ask('GET', `${path}/proof`));
			if (found.state !== 'building' && found.people + found.left.reduce((sum, { count }) => sum + count, 0) >= people.length) return found;
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	};
	const before = () => scene.fine<CampaignBefore>(scene.ask('GET', `${path}/before`));
	const pages = async (shown: readonly { person: string }[]): Promise<Buffer> =>
		(await scene.ask('GET', `${path}/proof/file?${shown.map(({ person }) => `person=${person}`).join('&')}`)).bytes;
	return { scene, emails, purpose, campaign, path, proof, before, pages, pdf: () => file(fileOf), table: () => file(besideOf) };
};

test('Each has a front with their address and a back, the table says the same, and it costs what the sheet said', async () => {
	const long = `${'Maximiliana'.repeat(18)} Loppu`;
	// Where it is another day by now than here.
	const dayIn = (timeZone = 'UTC'): string => new Date().toLocaleDateString('en', { timeZone });
	const timeZone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((zone) => dayIn(zone) !== dayIn()) ?? '';
	const { scene, campaign, before, pdf, table } = await staged(
		[
			{ firstName: 'Aino', lastName: 'Koski' },
			{ firstName: 'Sven', lastName: 'Ek', country: 'SE', postalCode: '114 32', city: 'Stockholm' },
			{ firstName: long.slice(0, 100), lastName: long.slice(100) },
		],
		{},
		{ timeZone },
	);
	await expect.poll(async () => (await before()).lanes[0]?.reachable).toBe(3);
	expect((await before()).lanes[0]).toMatchObject({ costMicros: 3 * 860_000, units: [{ units: 2, people: 3 }] });
	await scene.execute(campaign.id);
	const done = await scene.until(campaign.id, ['done', 'failed', 'paused']);
	expect([done.run.state, done.states.accepted, done.costMicros]).toEqual(['done', 3, 3 * 860_000]);
	const pages = await pagesOf(await pdf());
	expect(pages).toHaveLength(6);
	expect(pages[0]).toContain('Aino Koski');
	expect(pages[0]).toContain('20100 TURKU');
	// By the campaign's clock, in the language of the leaflet: nobody knows that of its reader.
	expect(pages[0]).toContain(dayIn(timeZone));
	expect(pages[1]).toContain('Takana');
	expect(pages[2]).toContain('SE-114 32 STOCKHOLM');
	expect(pages[2]).toContain('RUOTSI');
	expect(pages[4]?.replace(/\s/g, '')).toContain(long.replace(/\s/g, ''));
	const lines = (await table()).toString();
	expect(lines.indexOf('Aino Koski')).toBeLessThan(lines.indexOf('Sven Ek'));
});

test('Whoever says no before it is whole, or whose name no font has, is in neither', async () => {
	const { scene, emails, purpose, campaign, pdf, table } = await staged(
		[
			{ firstName: 'Aino', lastName: 'Koski' },
			{ firstName: 'Poissa', lastName: 'Oleva' },
			{ firstName: '李', lastName: 'Wei' },
		],
		{},
		{ signs: { other: false, leaveOut: true } },
	);
	await scene.say([emails[1] ?? ''], false, purpose);
	await scene.execute(campaign.id);
	const done = await scene.until(campaign.id, ['done', 'failed', 'paused']);
	expect(done.reasons).toEqual(expect.arrayContaining([{ state: 'failed', reason: 'missing_sign', count: 1 }]));
	const [front = ''] = await pagesOf(await pdf());
	expect(front).toContain('Aino Koski');
	expect((await table()).toString()).not.toMatch(/Poissa|Wei/);
});

test('Whoever says no once it is whole is on the list of leaves to take out, until that was taken with everybody in it', async () => {
	const { scene, emails, purpose, campaign, path, pdf } = await staged([
		{ firstName: 'Aino', lastName: 'Koski', street: 'Kuja; "A"' },
		{ firstName: '=Eero', lastName: 'Ek' },
		{ firstName: 'Helmi', lastName: 'Lahti' },
	]);
	const [aino = '', eero = ''] = emails;
	await scene.execute(campaign.id);
	await scene.until(campaign.id, ['done']);
	const files = async (): Promise<CampaignFile[]> => scene.fine(scene.ask('GET', `${path}/files`));
	const leaves = async () => (await files()).find(({ kind }) => kind === 'remove');
	const take = async (kind: string) => scene.ask('GET', `${path}/file?channel=4&kind=${kind}`);
	const rowsIn = (text: string): string[][] => parse(text, { delimiter: ';', bom: true });
	expect((await files()).map(({ kind }) => kind)).toEqual(['add', 'addresses']);
	const table = rowsIn((await take('addresses')).text);
	expect(table).toHaveLength(4);

	await scene.say([aino], false, purpose);
	expect(await leaves()).toMatchObject({ form: 'whole', rows: 1, due: true, isThere: true, takenAt: null });
	const first = await take('remove');
	expect(rowsIn(first.text)).toEqual([table[0], table.find((row) => row.includes('Aino Koski'))]);
	expect(await leaves()).toMatchObject({ rows: 1, due: false, takenAt: expect.any(String) });
	// On the leaf is the number that the list names it by.
	const sheet = rowsIn(first.text)[1]?.[1] ?? '';
	expect((await pagesOf(await pdf())).find((page) => page.includes('Aino Koski'))).toMatch(new RegExp(`\\b${sheet}\\b`));

	await scene.say([eero], false, purpose);
	expect(await leaves()).toMatchObject({ rows: 2, due: true });
	expect(rowsIn((await take('remove')).text)).toEqual([table[0], ...table.slice(1).filter((row) => !row.includes('Helmi Lahti'))]);
	await scene.say([aino], true, purpose);
	expect(await leaves()).toMatchObject({ rows: 1, due: false });
	expect(rowsIn((await take('remove')).text)).toEqual([table[0], table.find((row) => row.some((cell) => cell.includes('Eero')))]);
});

test('The proof says what it comes to, shows the pages of whom it names, and nobody is printed before signs are chosen for', async () => {
	const { scene, campaign, path, proof, before, pages, pdf } = await staged([
		{ firstName: 'Aino', lastName: 'Koski' },
		{ firstName: 'Sven', lastName: 'Ek', country: 'SE', postalCode: '114 32', city: 'Stockholm' },
		{ firstName: 'Ζωή', lastName: 'Nurmi', street: 'Pitkäniementie 1234 porras C huoneisto 56, c/o Laaksonen' },
		{ firstName: '李', lastName: 'Wei' },
		{ firstName: 'Eino', lastName: 'Eksynyt', country: 'XX' },
	]);
	const first = await proof();
	expect(first).toMatchObject({
		state: 'ready',
		people: 2,
		printed: 4,
		sheets: 2,
		costMicros: 2 * 860_000,
		isExact: true,
		text: [],
		fonts: { own: 'Instrument Sans', other: 'Noto Sans' },
		measures: { bleed: 3, folds: [105, 210], sides: 2 },
	});
	expect(first.left).toEqual([
		{ reason: 'missing_sign', count: 2 },
		{ reason: 'bad_address', count: 1 },
	]);
	expect(first.lacking).toContainEqual({ sign: '李', isElsewhere: false, people: 1 });
	expect(first.lacking).toContainEqual({ sign: 'ω', isElsewhere: true, people: 1 });
	expect(first.countries).toEqual([
		{ country: 'FI', place: '20100 TURKU', people: 3 },
		{ country: 'SE', place: 'SE-114 32 STOCKHOLM', people: 1 },
	]);
	expect(first.groups.longest[0]?.name).toBe('Ζωή Nurmi');
	expect(first.groups.abroad.map(({ name }) => name)).toEqual(['Sven Ek']);
	expect(first.groups.missing.map(({ name }) => name).sort()).toEqual(['Ζωή Nurmi', '李 Wei']);
	const looked = await pagesOf(await pages([...first.groups.abroad, ...first.groups.missing.slice(0, 1)]));
	expect(looked).toHaveLength(4);
	expect(looked[0]).toContain('SE-114 32 STOCKHOLM');
	expect(looked[1]).toContain('Takana');
	// The sheet says the same, and it is refused until somebody chose.
	expect(await before()).toMatchObject({ reached: 2, lanes: [{ reachable: 2, left: first.left, costMicros: first.costMicros }] });
	const refused = await scene.ask('POST', `${path}/execute`);
	expect([refused.status, refused.json().code]).toEqual([422, 'names_sign_missing']);
	expect((await before()).problems).toMatchObject([{ code: 'names_sign_missing' }]);
	await scene.fine(scene.ask('PUT', `${path}/signs`, { other: true, leaveOut: false }));
	const wide = await proof();
	expect([wide.people, wide.left.find(({ reason }) => reason === 'missing_sign')?.count, wide.costMicros]).toEqual([3, 1, 3 * 860_000]);
	expect((await scene.ask('POST', `${path}/execute`)).json().code).toBe('names_sign_missing');
	await scene.fine(scene.ask('PUT', `${path}/signs`, { other: true, leaveOut: true }));
	expect((await before()).problems).toEqual([]);
	await scene.execute(campaign.id);
	const done = await scene.until(campaign.id, ['done', 'failed', 'paused']);
	expect([done.run.state, done.states.accepted, done.costMicros]).toEqual(['done', 3, wide.costMicros]);
	const printed = await pagesOf(await pdf());
	expect(printed).toHaveLength(wide.printed);
	expect(printed.join('\n')).toContain('Ζωή Nurmi');
	expect(printed.join('\n')).not.toMatch(/Wei|Eksynyt/);
});

test('A sign of the leaflet’s own words that no font has is refused before anything is made', async () => {
	const { scene, path, proof } = await staged([{ firstName: 'Aino', lastName: 'Koski' }], {
		html: '<p>Hei {{ person.first_name }} 明 Ω</p>',
	});
	expect((await proof()).text).toEqual([
		{ sign: '明', isElsewhere: false },
		{ sign: 'Ω', isElsewhere: true },
	]);
	const refused = async () => {
		const { status, json } = await scene.ask('POST', `${path}/execute`);
		return [status, json().code, json().error];
	};
	expect(await refused()).toEqual([422, 'text_sign_missing', expect.stringContaining('明 Ω')]);
	await scene.fine(scene.ask('PUT', `${path}/signs`, { other: true, leaveOut: true }));
	expect(await refused()).toEqual([422, 'text_sign_missing', expect.stringMatching(/明$/)]);
});

test('Nobody sees the proof of another customer’s campaign, or of whom it does not reach', async () => {
	const [mine, other] = [await staged([{ firstName: 'Aino', lastName: 'Koski' }]), await staged([{ firstName: 'Elli', lastName: 'Salo' }])];
	const [shown, theirs] = [await mine.proof(), await other.proof()];
	const person = theirs.groups.usual[0]?.person;
	expect((await mine.scene.ask('GET', `${mine.path}/proof/file?person=${person}`)).status).toBe(404);
	for (const [method, path, body] of [
		['GET', `${other.path}/proof`],
		['GET', `${other.path}/proof/file?person=${person}`],
		['PUT', `${other.path}/signs`, { other: true, leaveOut: true }],
	] as const)
		expect((await mine.scene.ask(method, path, body)).status).toBe(404);
	expect((await other.proof()).signs).toEqual({ other: false, leaveOut: false });
	await mine.scene.say(mine.emails, false, mine.purpose);
	await expect
		.poll(async () => (await mine.scene.ask('GET', `${mine.path}/proof/file?person=${shown.groups.usual[0]?.person}`)).status)
		.toBe(404);
});

test('A domain’s own admin sees the proof of those who are known on their domain, and takes the file where that is everybody', async () => {
	// What asks nobody's yes reaches whoever is in the audience.
	const { scene, emails, campaign, path, proof, before } = await staged(
		[
			{ firstName: 'Aino', lastName: 'Koski' },
			{ firstName: 'Ζωή', lastName: 'Nurmi' },
		],
		{},
		{},
		'post without objection',
	);
	const { customerId } = scene.tenant;
	const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [scene.tenant] });
	const [hidden = ''] = scene.emails(1, 'hidden');
	const elsewhere = (
		await t.send(scene.owner, 'POST', '/api/domain', { body: { domain: `second-${newId()}.localhost`, customerId } })
	).json().data.id;
	// Somebody of the customer's other domain, who lives abroad, has the longest name and signs that no font has.
	const far = {
		person: { email: hidden },
		firstName: '李',
		lastName: `Salattu ${'Maximiliana'.repeat(6)}`,
		street: 'Hemliga gatan 1',
		postalCode: '114 32',
		city: 'Stockholm',
		country: 'SE',
		attributes: { motto: '明' },
	};
	const sent = await t.send(null, 'POST', '/edge/v1/profiles', { headers: scene.machine, body: { domainId: elsewhere, profiles: [far] } });
	const person: string = sent.json().data.results[0].luvallaId;
	const audience = await scene.audience([await scene.segment([...emails, hidden])]);
	await scene.fine(scene.ask('PUT', '/api/manage/Campaign', { id: campaign.id, audienceIdFK: audience }));
	await scene.fine(scene.ask('POST', `/api/manage/Campaign/${campaign.id}/publish`, {}));
	await expect.poll(async () => (await before()).lanes[0]?.left).toEqual([{ reason: 'missing_sign', count: 2 }]);
	expect((await proof()).groups.abroad).toMatchObject([{ person }]);
	const theirs = async (): Promise<CampaignProof> => scene.fine<CampaignProof>(scene.ask('GET', `${path}/proof`, undefined, editor));
	await expect.poll(async () => (await theirs()).state).toBe('ready');
	const seen = await theirs();
	expect([seen.people, seen.left]).toEqual([1, [{ reason: 'missing_sign', count: 2 }]]);
	expect(JSON.stringify(seen)).not.toMatch(/Salattu|李|明|114 32|STOCKHOLM/i);
	expect(seen.countries).toEqual([
		{ country: 'FI', place: '20100 TURKU', people: 2 },
		{ country: 'SE', place: '', people: 1 },
	]);
	expect(seen.groups.missing.map(({ name }) => name)).toEqual(['Ζωή Nurmi']);
	expect(seen.groups.usual.map(({ name }) => name)).toContain('Aino Koski');
	const pagesOfThem = (who: string) => scene.ask('GET', `${path}/proof/file?person=${who}`, undefined, editor);
	expect([(await pagesOfThem(person)).status, (await pagesOfThem(seen.groups.usual[0]?.person ?? '')).status]).toEqual([404, 200]);
	const sheet = await scene.fine<CampaignBefore>(scene.ask('GET', `${path}/before`, undefined, editor));
	expect(JSON.stringify(sheet.problems)).not.toMatch(/李|明/);
	const refused = await scene.ask('POST', `${path}/execute`, undefined, editor);
	expect([refused.status, refused.json().code, refused.text.includes('李')]).toEqual([422, 'names_sign_missing', false]);
	await scene.fine(scene.ask('PUT', `${path}/signs`, { other: true, leaveOut: true }, editor));
	// Who of them gets one is printed for all; the file names them.
	const file = async (who: typeof editor, kind = 'add') => {
		const { status, text } = await scene.ask('GET', `${path}/file?channel=4&kind=${kind}`, undefined, who);
		return status === 200 ? 200 : JSON.parse(text).code;
	};
	const run = async () => {
		await scene.fine(scene.ask('POST', `${path}/execute`, undefined, editor));
		return (await scene.until(campaign.id, ['done', 'failed', 'paused'])).states.accepted;
	};
	expect(await run()).toBe(2);
	expect([await file(editor), await file(editor, 'addresses')]).toEqual([200, 200]);
	const back = await t.send(null, 'POST', '/edge/v1/profiles', {
		headers: scene.machine,
		body: { domainId: elsewhere, profiles: [{ person: { email: hidden }, firstName: 'Li', attributes: { motto: null } }] },
	});
	expect(back.status).toBe(200);
	await scene.fine(scene.ask('POST', `/api/manage/Campaign/${campaign.id}/publish`, {}));
	expect(await run()).toBe(3);
	for (const kind of ['add', 'addresses'])
		expect([kind, await file(editor, kind), await file(scene.owner, kind)]).toEqual([kind, 'file_of_others', 200]);
});

test('Pictures and the code are on the page, and whoever says no while it is made is in neither file', async () => {
	let meanwhile = async (): Promise<void> => undefined;
	let asked = 0;
	const peer = createServer(async (_, answer) => {
		asked += 1;
		await meanwhile();
		answer.setHeader('content-type', 'image/png').end(Buffer.from(pngOf(40, 20).split(',')[1] ?? '', 'base64'));
	}).listen(0, '127.0.0.1');
	await once(peer, 'listening');
	try {
		const { port } = z.object({ port: z.number() }).parse(peer.address());
		const picture = `http://127.0.0.1:${port}/lamp.png`;
		const { scene, emails, purpose, campaign, proof, pages, pdf, table } = await staged(
			[
				{ firstName: 'Aino', lastName: 'Koski' },
				{ firstName: 'Poissa', lastName: 'Oleva' },
				{ firstName: 'Elli', lastName: 'Salo' },
			],
			{
				heroimage: picture,
				html: `<p>Hei {{ person.first_name }}</p><hr><p><img src="${picture}"> Tammivalaisin</p><p><a href="https://shop.example/a">Lue</a></p>`,
			},
		);
		const looked = await pages((await proof()).groups.usual.slice(0, 1));
		const drawn = await drawingsOf(looked);
		// The front has the large picture, the back the small one and the code's squares.
		expect(drawn.map(({ pictures }) => pictures)).toEqual([1, 1]);
		expect(drawn[1]?.paths).toBeGreaterThan(drawn[0]?.paths ?? 0);
		expect((await pagesOf(looked))[1]).toMatch(/\/k\/[\w-]+/);
		asked = 0;
		meanwhile = () => scene.say([emails[1] ?? ''], false, purpose);
		await scene.execute(campaign.id);
		const done = await scene.until(campaign.id, ['done', 'failed', 'paused']);
		expect([done.run.state, done.states.accepted, done.costMicros]).toEqual(['done', 2, 2 * 860_000]);
		expect(asked).toBeGreaterThan(0);
		const texts = await pagesOf(await pdf());
		expect(texts).toHaveLength(4);
		expect(texts.join('\n')).toContain('Elli Salo');
		expect(texts.join('\n')).not.toContain('Poissa');
		const rows = (await table()).toString();
		expect(rows).not.toContain('Poissa');
		expect(rows.trim().split(/\n(?=\d+;)/)).toHaveLength(3);
		// The address on the page is the run's, and leads where its author wrote.
		const short = /\/k\/[\w-]+/.exec(texts[1] ?? '')?.[0] ?? '';
		const through = await t.app.inject({ url: short });
		expect(through.statusCode).toBeGreaterThanOrEqual(300);
		expect(texts.filter((text) => text.includes(short))).toHaveLength(2);
	} finally {
		peer.close();
	}
});

test('Everybody has a picture of their own, also where a host cannot answer at first, and one that is none fails its own leaflet alone', async () => {
	const people = 70;
	const tries = new Map<string, number>();
	const peer = createServer((request, answer) => {
		const path = request.url ?? '';
		tries.set(path, (tries.get(path) ?? 0) + 1);
		if (path === '/7.png' && tries.get(path) === 1) return void answer.writeHead(503).end();
		if (path === '/9.png') return void answer.writeHead(404).end();
		answer.setHeader('content-type', 'image/png').end(Buffer.from(pngOf(40, 20).split(',')[1] ?? '', 'base64'));
	}).listen(0, '127.0.0.1');
	await once(peer, 'listening');
	try {
		const { port } = z.object({ port: z.number() }).parse(peer.address());
		const { scene, campaign, pdf } = await staged(
			Array.from({ length: people }, (_, n) => ({ firstName: 'Aino', lastName: 'Koski', attributes: { lamp: String(n) } })),
			{ html: `<p>Hei {{ person.first_name }}</p><p><img src="http://127.0.0.1:${port}/{{ attributes.lamp }}.png"></p>` },
		);
		await scene.execute(campaign.id);
		const done = await scene.until(campaign.id, ['done', 'failed', 'paused']);
		expect([done.run.state, done.states.accepted, done.states.failed]).toEqual(['done', people - 1, 1]);
		expect([tries.size, tries.get('/7.png'), tries.get('/9.png')]).toEqual([people, 2, 1]);
		expect((await drawingsOf(await pdf())).filter(({ pictures }) => pictures > 0)).toHaveLength(people - 1);
	} finally {
		peer.close();
	}
});
