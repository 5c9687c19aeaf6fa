/** A channel whose messages are one file: made in parts, whole once, and with nobody in it who said no before it was. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readFileBytes } from '../../src/kernel/files/files.ts';
import { int, row, sql, text } from '../../src/kernel/storage/rows.ts';
import { identifierAddress } from '../../src/wings/engagement/channels/addresses.ts';
import { SENDING } from '../../src/wings/engagement/channels/all.ts';
import type { FilingChannel } from '../../src/wings/engagement/channels/channel.ts';
import { readFrozen } from '../../src/wings/engagement/channels/frozen.ts';
import { prepare } from '../../src/wings/engagement/contents/template.ts';
import { fileOf } from '../../src/wings/engagement/send/parts.ts';
import { type TestApp, testApp } from '../app.ts';
import { eraseBy } from './erase.ts';
import { campaignScene, LETTER } from './scene.ts';

const CENT = 10_000;

/** Called before a part is made, with how many were. */
let meanwhile: (made: number) => Promise<void> = async () => undefined;
let made = 0;

/** Two a part; a line each, below a line of its own. */
const list: FilingChannel = {
	word: 'ad',
	address: identifierAddress('email'),
	connector: 'network',
	price: () => CENT,
	goesWithout: () => true,
	canSend: () => Promise.resolve({ problems: [], warnings: [] }),
	sender: () => Promise.resolve({ name: 'The network', address: 'network@example.com', postal: 'Street 1' }),
	reference: () => null,
	async sheets(parts, customerId, _, lane) {
		const make = prepare(await readFrozen(parts, customerId, lane));
		return {
			most: 2,
			type: 'text/csv',
			ending: 'csv',
			async make(people, settle) {
				await meanwhile(made++);
				const lines = people.map((one) => {
					settle(one, { state: 'accepted', said: '', size: 10, costMicros: CENT });
					return `${one.address} ${make(one.language, one.facts, one.links).text}\n`;
				});
				return Buffer.from(lines.join(''));
			},
			async *join(pieces) {
				yield Buffer.from('address\n');
				yield* pieces;
			},
		};
	},
	try: () => Promise.resolve('Nobody tries a file.'),
	reports: () => Promise.resolve(null),
};

let t: TestApp;
beforeAll(async () => {
	// Before the product's own of the same word.
	SENDING.unshift(list);
	t = await testApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
});
beforeEach(() => {
	made = 0;
	meanwhile = async () => undefined;
});
afterAll(async () => {
	SENDING.splice(SENDING.indexOf(list), 1);
	await t.stop();
});

const CountRow = row({ what: text, n: int });
const FileRow = row({ name: text, size: int });

const staged = async (n: number) => {
	const scene = await campaignScene(t);
	const { customerId } = scene.tenant;
	const purpose = await scene.addPurpose({ channels: ['ad'] });
	const people = scene.emails(n, 'reader');
	await scene.say(people, true, purpose);
	const words = { subject: null, html: null, text: 'An ad', heroimage: null, heroimageAlt: null };
	const constellation = await scene.published({ ...LETTER, channel: 'ad', languages: { en: words } });
	const audience = await scene.audience([await scene.segment(people)]);
	const campaign = await scene.campaign({ audience, constellation, channel: 'ad' });
	/** The lines of the file; null: there is none. */
	const lines = async (): Promise<string[] | null> => {
		const { run } = await scene.progress(campaign.id);
		const lane = { channel: 'ad' as const } as Parameters<typeof fileOf>[1]['lane'];
		const file = await scene.tenantTx((tx) => fileOf(tx, { customerId, runId: run.id, lane }));
		if (!file) return null;
		let whole = '';
		for await (const piece of readFileBytes(t.storage, customerId, file.id)) whole += piece.toString();
		return whole.trim().split('\n');
	};
	/** Files that the run keeps, whole or not, and counts that are not what rows say. */
	const left = () =>
		scene.tenantTx(async (tx) => ({
			files: (
				await tx.rows(
					FileRow,
					sql`select name, coalesce(size, 0)::int as size from file where customer_id = ${customerId} and wing = 'engagement'`,
				)
			).length,
			parts: await tx.rows(row({ entry: int }), sql`select entry from delivery_part where customer_id = ${customerId}`),
			wrong: await tx.rows(
				CountRow,
				sql`with counted as (select what, minute, sum(n)::int as n from delivery_count where customer_id = ${customerId}
					and what in ('accepted', 'skipped', 'failed', 'unknown', 'cost_micros', 'size') group by 1, 2),
				own as (select d.*, date_trunc('minute', d.settled_at) as minute from delivery d where d.customer_id = ${customerId} and d.settled_at is not null),
				kept as (select state as what, minute, count(*)::int as n from own group by 1, 2
					union all select 'cost_micros', minute, sum(cost_micros)::int from own group by 2
					union all select 'size', minute, sum(size)::int from own group by 2)
				select coalesce(c.what, k.what) as what, (coalesce(c.n, 0) - coalesce(k.n, 0))::int as n from counted c
				full join kept k on k.what = c.what and k.minute = c.minute where coalesce(c.n, 0) <> coalesce(k.n, 0)`,
			),
		}));
	return { scene, purpose, people, campaign, lines, left };
};

test('Its parts are one file, in the order of the run, and each message costs what it cost', async () => {
	const { scene, people, campaign, lines, left } = await staged(9);
	await scene.execute(campaign.id);
	const done = await scene.until(campaign.id, ['done', 'failed', 'paused']);
	expect([done.run.state, done.states.accepted, done.costMicros]).toEqual(['done', 9, 9 * CENT]);
	expect(made).toBe(5);
	expect(await lines()).toEqual(['address', ...people.map((email) => `${email} An ad`)]);
	expect(await left()).toEqual({ files: 1, parts: [], wrong: [] });
});

test('Whoever says no before the file is whole is in none of its parts, and counts as never written to', async () => {
	const { scene, people, campaign, lines, left, purpose } = await staged(7);
	const [first = '', second = '', third = '', fourth = ''] = people;
	meanwhile = async (n) => {
		if (n !== 3) return;
		// Of one part nobody is left, of another one.
		await scene.say([first, second, third], false, purpose);
	};
	await scene.execute(campaign.id);
	const done = await scene.until(campaign.id, ['done', 'failed', 'paused']);
	expect(done).toMatchObject({ run: { state: 'done' }, states: { accepted: 4, skipped: 3 }, costMicros: 4 * CENT });
	expect(done.reasons).toEqual([{ state: 'skipped', reason: 'said_no', count: 3 }]);
	expect(await lines()).toEqual(['address', ...[fourth, ...people.slice(4)].map((email) => `${email} An ad`)]);
	expect(await left()).toEqual({ files: 1, parts: [], wrong: [] });
});

test('A part that cannot be made is made again, with nobody in it twice', async () => {
	const { scene, people, campaign, lines, left } = await staged(5);
	meanwhile = async (n) => {
		if (n === 1) throw new Error('The press is out of paper.');
	};
	await scene.execute(campaign.id);
	const done = await scene.until(campaign.id, ['done', 'failed']);
	expect(done.states).toMatchObject({ accepted: 5, failed: 0, unknown: 0 });
	expect([...((await lines()) ?? [])].sort()).toEqual(['address', ...people.map((email) => `${email} An ad`)].sort());
	expect(await left()).toEqual({ files: 1, parts: [], wrong: [] });
});

test('A run that is stopped before its file is whole wrote to nobody', async () => {
	const { scene, campaign, lines, left } = await staged(6);
	meanwhile = async (n) => {
		if (n === 2) await scene.fine(scene.ask('POST', `/api/manage/campaign/${campaign.id}/stop`));
	};
	await scene.execute(campaign.id);
	const done = await scene.until(campaign.id, ['stopped', 'done', 'failed']);
	expect(done).toMatchObject({ run: { state: 'stopped' }, states: { accepted: 0, skipped: 6 }, costMicros: 0 });
	expect(done.reasons).toEqual([{ state: 'skipped', reason: 'stopped', count: 6 }]);
	expect(await lines()).toBeNull();
	expect(await left()).toEqual({ files: 0, parts: [], wrong: [] });
});

test('Whoever is erased is in no file: a whole one goes, a part is made anew without them', async () => {
	const { scene, people, campaign, lines, left } = await staged(6);
	const erase = eraseBy(t, scene);
	meanwhile = async (n) => {
		if (n === 2) await erase(people[1]);
	};
	await scene.execute(campaign.id);
	const done = await scene.until(campaign.id, ['done', 'failed', 'paused']);
	expect(done).toMatchObject({ run: { state: 'done' }, states: { accepted: 5, skipped: 1 } });
	expect(await lines()).toEqual(['address', ...people.filter((_, n) => n !== 1).map((email) => `${email} An ad`)]);
	await erase(people[0]);
	expect(await lines()).toBeNull();
	expect(await left()).toMatchObject({ files: 0, parts: [] });
});

test('A rehearsal makes every part and keeps no file', async () => {
	const { scene, campaign, left } = await staged(3);
	const { rehearsal } = await scene.fine<{ rehearsal: { id: string } }>(scene.ask('POST', `/api/manage/campaign/${campaign.id}/rehearse`));
	const done = await scene.until(campaign.id, ['done', 'failed', 'paused'], rehearsal.id);
	expect([done.run.kind, done.run.state, done.states.accepted, made]).toEqual(['rehearsal', 'done', 3, 2]);
	expect(await left()).toEqual({ files: 0, parts: [], wrong: [] });
});
