/** What a text message costs while it is written, and who it is from: the same numbers as the sheet before a campaign, for whoever may write it. */
import type { CampaignBefore } from '@luvalla/contract/engagement/campaign-runs.ts';
import type { TextPrice } from '@luvalla/contract/engagement/text-messages.ts';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { wordAround } from '../../src/wings/engagement/campaigns/text-price.ts';
import type { Frozen } from '../../src/wings/engagement/message.ts';
import { bringDomain } from '../../src/wings/tenancy/wing.ts';
import { type Person, startApp } from '../app.ts';
import { campaignScene } from './scene.ts';

const t = await startApp();

const PART = 65_000;
const SENDS = '/api/manage/content/text/senders';
const PRICE = '/api/manage/content/text/price';
const server = (over: object = {}) => ({ url: 'https://texts.example', account: 'AC1', token: 'secret', from: '18222', ...over });

let numbers = 0;
/** People with these first names, all of whom said yes to texts, and an audience of them. */
const texted = async (names: readonly string[], config: object | null = {}) => {
	const scene = await campaignScene(t);
	const { domainId } = scene.tenant;
	const purpose = await scene.addPurpose({ channels: ['sms'] });
	const people = scene.emails(names.length, 'texted').map((email) => ({ email, phone: `+35845${String(6_000_000 + numbers++)}` }));
	const profiles = people.map((person, at) => ({ person, firstName: names[at] }));
	const kept = await t.send(null, 'POST', '/edge/v1/profiles', { headers: scene.machine, body: { domainId, profiles } });
	expect(kept.status).toBe(200);
	const emails = people.map(({ email }) => email);
	await scene.say(emails, true, purpose);
	const connector = config && (await scene.add('sms-http', server(config)));
	const audience = await scene.audience([await scene.segment(emails)]);
	await scene.followed();
	return { scene, purpose, emails, connector, audience };
};
type Texted = Awaited<ReturnType<typeof texted>>;

const written = ({ audience }: Pick<Texted, 'audience'>, simpletext: string, over: object = {}) => ({
	audience,
	language: 'en',
	controls: { en: { simpletext } },
	...over,
});
/** Once its sets are counted. */
const priced = async ({ scene }: Texted, body: object, who?: Person): Promise<TextPrice> => {
	for (;;) {
		const price = await scene.fine<TextPrice>(scene.ask('POST', PRICE, body, who));
		if (price.state !== 'building') return price;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
};

describe('the word around a sign', () => {
	test('is what stands between what is no letter, and the sign alone where it is none', () => {
		expect(wordAround('Hei Šarlote, tule', 'Š')).toBe('Šarlote');
		expect(wordAround('Hei Anne-Žanna! Stop', 'Ž')).toBe('Anne-Žanna');
		expect(wordAround('Lamp – oak', '–')).toBe('–');
		expect(wordAround('Nice 😀 lamp', '😀')).toBe('😀');
		expect(wordAround(`${'a'.repeat(60)}š`, 'š')).toBe('š');
		expect(wordAround('Plain', 'š')).toBe('š');
	});
});

test('Each is counted by the text they get: a Finnish name with š costs UCS-2, and the sheet before a campaign says the same sum', async () => {
	const all = await texted(['Aino', 'Väinö', 'Šarlote', 'Ilmari', 'Tomaš']);
	const text = `Aalto klubi: hei {{ person.first_name }}, tammilamppu on jäsenille 109 euroa itsenäisyyspäivään asti. Peru: PERU 18222`;
	await all.scene.say(all.emails.slice(3, 4), false, all.purpose);
	await all.scene.followed();
	const price = await priced(all, written(all, text));
	expect(price).toMatchObject({
		state: 'ready',
		targeted: 5,
		people: 4,
		made: 4,
		isExact: true,
		failed: 0,
		priceMicros: PART,
		currency: 'EUR',
		connector: { id: all.connector?.id },
		parts: [
			{ parts: 1, encoding: 'GSM-7', people: 2, costMicros: 2 * PART },
			{ parts: 2, encoding: 'UCS-2', people: 2, costMicros: 4 * PART },
		],
		costMicros: 6 * PART,
	});
	expect(price.why).toMatchObject({ isWritten: false, people: 1, each: 67 });
	expect(['Š Šarlote', 'š Tomaš']).toContain(`${price.why?.sign} ${price.why?.word}`);

	const of = { subject: null, html: null, text, heroimage: null, heroimageAlt: null };
	const frozen: Frozen = { channel: 'sms', language: 'en', languages: { en: of }, webHook: null };
	const constellation = await all.scene.published(frozen);
	const { id } = await all.scene.campaign({ audience: all.audience, constellation, channel: 'sms' });
	const sheet = await all.scene.fine<CampaignBefore>(all.scene.ask('GET', `/api/manage/campaign/${id}/before`));
	expect(sheet.lanes[0]).toMatchObject({ reachable: price.people, costMicros: price.costMicros, priceMicros: PART });
});

test('A sign of the text itself is said to be one, at the price of the connector that is named', async () => {
	const all = await texted(['Aino'], { price: 0.04 });
	const dear = await all.scene.add('sms-http', server({ price: 0.09 }));
	const body = written(all, 'Lamppu – nyt');
	expect(await priced(all, { ...body, connector: dear.id })).toMatchObject({
		priceMicros: 90_000,
		costMicros: 90_000,
		connector: { id: dear.id },
		why: { sign: '–', isWritten: true, word: '–', each: 70 },
	});
	expect((await priced(all, { ...body, connector: all.connector?.id })).costMicros).toBe(40_000);
	expect((await all.scene.ask('POST', PRICE, { ...body, connector: newId() })).status).toBe(404);
});

test('Without a connector it is the tariff’s price; a text that cannot be made, or is too long for somebody, costs nothing', async () => {
	const all = await texted(['Aino', 'Ä'.repeat(190)], null);
	expect(await priced(all, written(all, 'Hei STOP'))).toMatchObject({ connector: null, priceMicros: PART, costMicros: 2 * PART });
	for (const broken of ['Hei {{ person.first_name', '  '])
		expect(await priced(all, written(all, broken))).toMatchObject({ state: 'unmade', people: 0, costMicros: 0, parts: [] });
	const long = `{% for n in (1..9) %}{{ person.first_name }}{% endfor %} STOP`;
	expect(await priced(all, written(all, long))).toMatchObject({ people: 2, failed: 1, costMicros: PART });
});

test('Only audiences that the asker sees are priced, and whoever may not write contents is told neither price nor sender', async () => {
	const all = await texted(['Šarlote']);
	const { tenant } = all.scene;
	const other = await texted(['Aino']);
	const body = written(all, 'Hei {{ person.first_name }}');
	const admin = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
	const partner = await t.person(['PARTNER'], { partnerOf: [tenant] });
	const user = await t.person();
	for (const who of [all.scene.owner, admin, partner]) expect((await priced(all, body, who)).costMicros).toBe(PART);
	expect((await priced(all, body, admin)).why).toMatchObject({ sign: 'Š', word: 'Šarlote' });
	// Another customer's audience, asked for at home, and at theirs.
	expect((await other.scene.ask('POST', PRICE, body)).status).toBe(404);
	expect((await all.scene.ask('POST', PRICE, body, other.scene.owner)).status).toBe(404);
	expect((await all.scene.ask('POST', PRICE, body, user)).status).toBe(403);
	expect((await all.scene.ask('GET', SENDS, undefined, other.scene.owner)).status).toBe(404);
	expect((await all.scene.ask('GET', SENDS, undefined, user)).status).toBe(403);

	// Asked for on the domain beside.
	const second = { customerId: tenant.customerId, domainId: newId(), host: `second-${tenant.host}` };
	await all.scene.tenantTx((tx) =>
		bringDomain(tx, tenant.customerId, second.domainId, { host: second.host, name: '', webhookUrl: null, webhookHeaders: null }),
	);
	const beside = await t.person(['DOMAIN_ADMIN'], { domainsOf: [second] });
	const at = { customer_key: String(second.customerId), domain_key: second.domainId };
	expect((await t.send(beside, 'POST', PRICE, { headers: at, body })).status).toBe(404);
	expect((await t.send(all.scene.owner, 'POST', PRICE, { headers: at, body })).status).toBe(404);
});

test('Senders by country and stop words are those by which messages leave, of connectors in use', async () => {
	const scene = await campaignScene(t);
	type Senders = { stopWords: string[]; connectors: object[] };
	expect(await scene.fine<Senders>(scene.ask('GET', SENDS))).toMatchObject({ connectors: [] });
	const connector = await scene.add(
		'sms-http',
		server({ senders: { FI: 'AALTO', SE: 'AALTO', NO: '18222' }, answer: '18222', stopWords: 'EI KIITOS, irti' }),
	);
	await scene.add('sms-http', server(), { isActive: false });
	const admin = await t.person(['DOMAIN_ADMIN'], { domainsOf: [scene.tenant] });
	for (const who of [scene.owner, admin]) {
		const { stopWords, connectors } = await scene.fine<Senders>(scene.ask('GET', SENDS, undefined, who));
		expect(stopWords).toEqual(expect.arrayContaining(['STOP', 'ARRET', 'PERU']));
		expect(connectors).toEqual([
			{
				id: connector.id,
				name: connector.name,
				senders: [
					{ from: 'AALTO', countries: ['FI', 'SE'], isName: true },
					{ from: '18222', countries: [], isName: false },
				],
				answer: '18222',
				stopWords: ['EI KIITOS', 'irti'],
			},
		]);
		expect(JSON.stringify(connectors)).not.toContain('secret');
	}
});
