/** Printed mail: a PDF that a real reader opens, its addresses beside it, and nobody in either who said no. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFileBytes } from '../../src/kernel/files/files.ts';
import { besideOf, fileOf } from '../../src/wings/engagement/send/parts.ts';
import { type TestApp, testApp } from '../app.ts';
import { campaignScene, LETTER } from './scene.ts';

let t: TestApp;
beforeAll(async () => {
	t = await testApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
});
afterAll(() => t.stop());

const pagesOf = async (bytes: Buffer): Promise<string[]> => {
	const reading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
	const document = await reading.promise;
	const texts: string[] = [];
	for (let n = 1; n <= document.numPages; n++) {
		const { items } = await (await document.getPage(n)).getTextContent();
		texts.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(''));
	}
	await reading.destroy();
	return texts;
};

const staged = async (people: readonly { firstName: string; lastName: string; country?: string; postalCode?: string; city?: string }[]) => {
	const scene = await campaignScene(t);
	const { customerId, domainId } = scene.tenant;
	await scene.add('printing-house', { house: 'Painotalo', price: 0.78, pagePrice: 0.04 });
	const purpose = await scene.addPurpose({ channels: ['leaflet'] });
	const emails = scene.emails(people.length, 'reader');
	const profiles = people.map((one, n) => ({
		person: { email: emails[n] },
		street: `Linnankatu ${n + 1}`,
		postalCode: '20100',
		city: 'Turku',
		country: 'FI',
		...one,
	}));
	expect((await t.send(null, 'POST', '/edge/v1/profiles', { headers: scene.machine, body: { domainId, profiles } })).status).toBe(200);
	await scene.say(emails, true, purpose);
	const words = {
		subject: null,
		html: '<html><body><p>Hei {{ person.first_name }}</p><hr><p>Takana</p></body></html>',
		text: 'Valoa',
		heroimage: null,
		heroimageAlt: null,
	};
	const constellation = await scene.published({ ...LETTER, channel: 'leaflet', languages: { en: words } });
	const audience = await scene.audience([await scene.segment(emails)]);
	const campaign = await scene.campaign({ audience, constellation, channel: 'leaflet' });
	const file = async (of: typeof fileOf): Promise<Buffer> => {
		const { run } = await scene.progress(campaign.id);
		const lane = { channel: 'leaflet' as const } as Parameters<typeof fileOf>[1]['lane'];
		const stored = await scene.tenantTx((tx) => of(tx, { customerId, runId: run.id, lane }));
		const pieces: Buffer[] = [];
		if (stored) for await (const piece of readFileBytes(t.storage, customerId, stored.id)) pieces.push(piece);
		return Buffer.concat(pieces);
	};
	return { scene, emails, purpose, campaign, pdf: () => file(fileOf), table: () => file(besideOf) };
};

test('Each has a front with their address and a back, the table says the same, and it costs what the sheet said', async () => {
	const long = `${'Maximiliana'.repeat(18)} Loppu`;
	const { scene, campaign, pdf, table } = await staged([
		{ firstName: 'Aino', lastName: 'Koski' },
		{ firstName: 'Sven', lastName: 'Ek', country: 'SE', postalCode: '114 32', city: 'Stockholm' },
		{ firstName: long.slice(0, 100), lastName: long.slice(100) },
	]);
	const before = () =>
		scene.fine<{ state: string; lanes: { reachable: number; costMicros: number; units: unknown }[] }>(
			scene.ask('GET', `/api/manage/campaign/${campaign.id}/before`),
		);
	await expect.poll(async () => (await before()).lanes[0]?.reachable, { timeout: 30_000 }).toBe(3);
	expect((await before()).lanes[0]).toMatchObject({ costMicros: 3 * 860_000, units: [{ units: 2, people: 3 }] });
	await scene.execute(campaign.id);
	const done = await scene.until(campaign.id, ['done', 'failed', 'paused']);
	expect([done.run.state, done.states.accepted, done.costMicros]).toEqual(['done', 3, 3 * 860_000]);
	const pages = await pagesOf(await pdf());
	expect(pages).toHaveLength(6);
	expect(pages[0]).toContain('Aino Koski');
	expect(pages[0]).toContain('20100 TURKU');
	expect(pages[1]).toContain('Takana');
	expect(pages[2]).toContain('SE-114 32 STOCKHOLM');
	expect(pages[2]).toContain('RUOTSI');
	expect(pages[4]?.replace(/\s/g, '')).toContain(long.replace(/\s/g, ''));
	const lines = (await table()).toString();
	expect(lines.indexOf('Aino Koski')).toBeLessThan(lines.indexOf('Sven Ek'));
});

test('Whoever says no before it is whole, or whose name no font has, is in neither', async () => {
	const { scene, emails, purpose, campaign, pdf, table } = await staged([
		{ firstName: 'Aino', lastName: 'Koski' },
		{ firstName: 'Poissa', lastName: 'Oleva' },
		{ firstName: '李', lastName: 'Wei' },
	]);
	await scene.say([emails[1] ?? ''], false, purpose);
	await scene.execute(campaign.id);
	const done = await scene.until(campaign.id, ['done', 'failed', 'paused']);
	expect(done.reasons).toEqual(expect.arrayContaining([{ state: 'failed', reason: 'missing_sign', count: 1 }]));
	const [front = ''] = await pagesOf(await pdf());
	expect(front).toContain('Aino Koski');
	expect((await table()).toString()).not.toMatch(/Poissa|Wei/);
});
