/** A channel that is added by what is in this file alone: it runs a campaign, heeds a no, is priced. */
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { texts } from '../../src/kernel/storage/arrays.ts';
import { int, orNull, row, sql, text as text_, uuid } from '../../src/kernel/storage/rows.ts';
import type { Address } from '../../src/wings/engagement/channels/addresses.ts';
import { SENDING } from '../../src/wings/engagement/channels/all.ts';
import type { Channel, ChannelParts, HandingChannel, Recipient, Way } from '../../src/wings/engagement/channels/channel.ts';
import { readFrozen } from '../../src/wings/engagement/channels/frozen.ts';
import { keepReported, type Reported } from '../../src/wings/engagement/channels/reported.ts';
import { prepare } from '../../src/wings/engagement/contents/template.ts';
import type { PlanLane } from '../../src/wings/engagement/runs/plan.ts';
import { createNames } from '../../src/wings/engagement/runs/token.ts';
import { type TestApp, testApp } from '../app.ts';
import { campaignScene, LETTER } from './scene.ts';

const LEAFLET = CHANNELS.indexOf('leaflet');
const CENT = 10_000;

const OwnerRow = row({ value: text_, person: uuid });
const street = sql`f.street || ', ' || f.city`;

/** Where somebody lives: nothing that people are known by. */
const postal: Address = {
	kind: null,
	best: (customerId, whose) =>
		sql`select ${street} from profile f where f.customer_id = ${customerId} and f.person ${whose} and f.street is not null limit 1`,
	owners: async (tx, customerId, addresses) =>
		new Map(
			(
				await tx.rows(
					OwnerRow,
					sql`select ${street} as value, f.person from profile f where f.customer_id = ${customerId} and ${street} = any(${texts(addresses)}::text[])`,
				)
			).map(({ value, person }) => [value, { person, deadAt: null }]),
		),
	giveUp: () => Promise.resolve(),
};

let folder = '';
/** How large its batches are, and how long they wait to be so. */
let batches: Pick<Way, 'batch' | 'fillMs'> = { batch: 2 };
/** Who was printed together, by the names of their deliveries. */
const printedTogether: string[][] = [];
/** A cent a page. */
const toFile = async (parts: ChannelParts, customerId: number, _: unknown, lane: PlanLane): Promise<Way> => {
	const make = prepare(await readFrozen(parts, customerId, lane));
	const printed = (one: Recipient): string => make(one.language, one.facts, one.links).text ?? '';
	return {
		...batches,
		atOnce: 1,
		async send(batch, settle) {
			printedTogether.push(batch.map(({ deliveryId }) => deliveryId));
			for (const one of batch) {
				if (!(await one.mayLeave())) settle(one, { state: 'returned', closed: false, said: '' });
				else {
					const page = printed(one);
					await appendFile(join(folder, 'pages.txt'), `${one.address}: ${page}\n`);
					settle(one, { state: 'accepted', said: 'printed', size: page.length, costMicros: page.length > 40 ? 2 * CENT : CENT });
				}
			}
		},
		close: () => undefined,
	};
};

const toy: HandingChannel = {
	word: 'leaflet',
	address: postal,
	connector: 'press',
	price: () => CENT,
	goesWithout: () => true,
	canSend: () => Promise.resolve({ problems: [], warnings: [] }),
	sender: () => Promise.resolve({ name: 'The press', address: 'press@example.com', postal: 'Street 1' }),
	reference: () => null,
	rehearse: toFile,
	open: toFile,
	try: () => Promise.resolve('Nobody prints a trial.'),
	reports: () => Promise.resolve(null),
};

let t: TestApp;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'luvalla-toy-'));
	// Before the product's own of the same word.
	SENDING.unshift(toy);
	t = await testApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
});
afterAll(async () => {
	SENDING.splice(SENDING.indexOf(toy), 1);
	await t.stop();
	await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
	batches = { batch: 2 };
	printedTogether.length = 0;
});

/** People who live somewhere and permit leaflets, and a leaflet that may be sent to them. */
const leaflets = async (n: number, also: (email: string, at: number) => object = () => ({})) => {
	const scene = await campaignScene(t);
	const { domainId } = scene.tenant;
	const purpose = await scene.addPurpose({ channels: ['leaflet'] });
	const people = scene.emails(n, 'reader');
	for (let from = 0; from < n; from += 100) {
		const profiles = people.slice(from, from + 100).map((email, at) => ({
			person: { email },
			street: `Road ${from + at}`,
			postalCode: '20100',
			city: 'Turku',
			country: 'FI',
			firstName: `P${from + at}`,
			...also(email, from + at),
		}));
		const kept = await t.send(null, 'POST', '/edge/v1/profiles', { headers: scene.machine, body: { domainId, profiles } });
		expect([kept.status, kept.text.slice(0, 300)]).toEqual([200, expect.anything()]);
	}
	await scene.say(people, true, purpose);
	const text = { subject: null, html: null, text: 'Dear {{ person.first_name }}', heroimage: null, heroimageAlt: null };
	const constellation = await scene.published({ ...LETTER, channel: 'leaflet', languages: { en: text } });
	/** Executed, and over. */
	const sent = async (options?: Parameters<typeof scene.campaign>[0]['options']) => {
		const audience = await scene.audience([await scene.segment(people)]);
		const campaign = await scene.campaign({ audience, constellation, channel: 'leaflet', ...(options && { options }) });
		await scene.execute(campaign.id);
		const done = await scene.until(campaign.id, ['done', 'failed', 'paused']);
		expect(done.run.state).toBe('done');
		return { campaign, done };
	};
	return { scene, purpose, people, sent };
};

test('It runs a campaign to addresses of its own kind, asks nobody who said no, and each message costs what it cost', async () => {
	const { scene, purpose, people, sent } = await leaflets(5, (_, at) => ({
		...(at === 0 && { firstName: 'Maximiliana-Wilhelmiina-Alexandra-Katariina' }),
		...(at === 3 && { street: null }),
	}));
	const { customerId } = scene.tenant;
	await scene.say(people.slice(2, 3), false, purpose);
	const { done } = await sent();
	expect(done.states).toMatchObject({ accepted: 3, skipped: 2, failed: 0, unknown: 0 });
	const pages = (await readFile(join(folder, 'pages.txt'), 'utf8')).trim().split('\n').sort();
	expect(pages).toEqual([
		`Road 0, Turku: Dear Maximiliana-Wilhelmiina-Alexandra-Katariina`,
		'Road 1, Turku: Dear P1',
		'Road 4, Turku: Dear P4',
	]);
	const rows = await scene.tenantTx((tx) =>
		tx.rows(
			row({ address: orNull(text_), reason: orNull(text_), cost: orNull(int) }),
			sql`select address, reason, cost_micros::int as cost from delivery where customer_id = ${customerId} and channel = ${LEAFLET} order by entry`,
		),
	);
	expect(rows.map(({ reason, cost }) => reason ?? cost).sort()).toEqual([CENT, CENT, 2 * CENT, 'no_address', 'said_no'].sort());
});

test('A batch waits until it is full or for its time, and for nobody where nobody comes', async () => {
	const { sent } = await leaflets(45);
	// Twenty come a second.
	const options = { throttle: 1_200 };
	batches = { batch: 50, fillMs: 60_000 };
	await sent(options);
	expect(printedTogether.map(({ length }) => length)).toEqual([45]);
	printedTogether.length = 0;
	batches = { batch: 30, fillMs: 60_000 };
	await sent(options);
	expect(printedTogether.map(({ length }) => length)).toEqual([30, 15]);
	printedTogether.length = 0;
	batches = { batch: 50, fillMs: 50 };
	await sent(options);
	expect(printedTogether.length).toBeGreaterThan(1);
	expect(printedTogether.flat()).toHaveLength(45);
});

test('What the other side says later is kept once: that it arrived, came back, will never arrive, and what it cost', async () => {
	const { scene, sent } = await leaflets(4);
	const { campaign, done } = await sent();
	expect(done).toMatchObject({ arrived: 0, bounced: 0, costMicros: 4 * CENT });
	const { secrets, hooks } = t.server.kernel;
	const given: string[] = [];
	const channel: Channel = { ...toy, address: { ...postal, giveUp: async (_, __, addresses) => void given.push(...addresses) } };
	const keys = printedTogether.flat().map((name) => createNames(secrets).keyOf(name));
	const report = async (at: number, reported: Reported): Promise<void> => {
		const key = keys[at];
		if (!key) throw new Error('It has no name.');
		await t.storage.inTurn(key.customerId, (tx) => keepReported(tx, { secrets, hooks }, channel, key, reported));
	};
	// Each of them twice.
	for (let n = 0; n < 2; n++) {
		await report(0, { kind: 'arrived', said: 'In the letter box', costMicros: 3 * CENT });
		await report(1, { kind: 'returned', said: 'Nobody opened' });
		await report(2, { kind: 'unreachable', said: 'No such house' });
		await report(3, { kind: 'delayed', said: 'Snow', costMicros: 0 });
	}
	expect(await scene.progress(campaign.id)).toMatchObject({ arrived: 1, bounced: 2, complained: 0, costMicros: 5 * CENT });
	expect(new Set(given)).toEqual(new Set([expect.stringMatching(/^Road \d, Turku$/)]));
	expect(given).toHaveLength(1);
	const list = `/api/manage/campaign/${campaign.id}/deliveries`;
	const arrived = await scene.fine<{ deliveries: { id: string }[] }>(scene.ask('GET', `${list}?did=arrived`));
	expect(arrived.deliveries).toHaveLength(1);
	const one = await scene.fine<{ costMicros: number; said: string; events: { what: string }[] }>(
		scene.ask('GET', `/api/manage/campaign/${campaign.id}/delivery/${arrived.deliveries[0]?.id}`),
	);
	expect(one).toMatchObject({ costMicros: 3 * CENT, said: 'In the letter box' });
	expect(one.events.map(({ what }) => what)).toContain('arrived');
});

const ENGAGEMENT = join(import.meta.dirname, '../../src/wings/engagement');

test('Nothing of the engine, of tracking, of leaving or of campaigns knows a channel by its name', async () => {
	const sources = (await readdir(ENGAGEMENT, { recursive: true })).filter(
		(name) => name.endsWith('.ts') && !name.startsWith('channels/') && !name.startsWith('contents/'),
	);
	expect(sources.length).toBeGreaterThan(40);
	// Kinds of identifiers have words of their own, which are the same for two channels.
	const words = CHANNELS.join('|');
	const named = new RegExp(`[cC]hannel\\)? (===|!==|\\?\\?) '(${words})'|\\?\\? '(${words})'|channels/(${words})/`);
	const found: string[] = [];
	for (const name of sources)
		for (const line of (await readFile(join(ENGAGEMENT, name), 'utf8')).split('\n'))
			if (named.test(line)) found.push(`${name}: ${line.trim()}`);
	expect(found).toEqual([]);
	// Beside its own folder it is a line of the list, and nothing else.
	const list = await readFile(join(ENGAGEMENT, 'channels/all.ts'), 'utf8');
	expect(list.match(/from '\.\/[a-z]+\/[a-z-]+\.ts'/g)).toHaveLength(SENDING.length - 1);
});
