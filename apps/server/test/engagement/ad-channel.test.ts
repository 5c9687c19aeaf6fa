/** Audience files of the ad channel, read by what the networks publish of them: who is in them, who is taken out, and who took them. */
import { createHash } from 'node:crypto';
import type { CampaignFile } from '@luvalla/contract/engagement/campaign-files.ts';
import { expect, test } from 'vitest';
import { newId, now } from '../../src/kernel/clock.ts';
import { row, sql, text } from '../../src/kernel/storage/rows.ts';
import { SALE_PURPOSE } from '../../src/wings/consent/wing.ts';
import { google } from '../../src/wings/engagement/channels/ad/google.ts';
import { meta } from '../../src/wings/engagement/channels/ad/meta.ts';
import { refuseChannel, stopEverything } from '../../src/wings/people/wing.ts';
import { setProof, takeHost } from '../../src/wings/tenancy/domains/store.ts';
import { bringDomain } from '../../src/wings/tenancy/wing.ts';
import { type Person, startApp } from '../app.ts';
import { slowness } from '../slowness.ts';
import { eraseBy } from './erase.ts';
import { campaignScene, LETTER } from './scene.ts';

const AD = 6;
const HEX = /^[0-9a-f]{64}$/;
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Reads a file as Google's and Meta's pages describe it, and nothing else: a head, plain commas, hashes, no quotes. */
const read = (form: 'google' | 'meta', file: string): Record<string, string>[] => {
	const heads = {
		google: ['Email', 'Phone', 'First Name', 'Last Name', 'Country', 'Zip'],
		meta: ['email', 'phone', 'fn', 'ln', 'zip', 'ct', 'country'],
	}[form];
	const plain = form === 'google' ? ['Country', 'Zip'] : [];
	const [head = '', ...lines] = file.replace(/\n$/, '').split('\n');
	expect(head.split(',')).toEqual(heads);
	return lines.map((line) => {
		const cells = line.split(',');
		expect(cells).toHaveLength(heads.length);
		const found = Object.fromEntries(heads.map((name, n) => [name, cells[n] ?? '']));
		for (const [name, cell] of Object.entries(found)) if (cell !== '' && !plain.includes(name)) expect(cell).toMatch(HEX);
		if (form === 'google') {
			expect(found.Country).toMatch(/^([A-Z]{2})?$/);
			expect(found.Zip).toMatch(/^[\p{L}\p{N} -]*$/u);
		}
		expect([found.Email ?? found.email, found.Phone ?? found.phone]).not.toEqual(['', '']);
		return found;
	});
};

const t = await startApp();

const staged = async (emails?: readonly string[]) => {
	const scene = await campaignScene(t);
	const { tenant, ask, fine } = scene;
	const { customerId, domainId } = tenant;
	const purpose = await scene.addPurpose({ name: 'Ads elsewhere', channels: ['ad'] });
	const people = emails ?? scene.emails(4, 'seen');
	await scene.say(people, true, purpose);
	const words = { subject: null, html: '<p>Lamps for {{ domain.name }}</p>', text: null, heroimage: null, heroimageAlt: null };
	const constellation = await scene.published({ ...LETTER, channel: 'ad', languages: { en: words } });
	const audience = await scene.audience([await scene.segment(people)]);
	const campaign = await scene.campaign({ audience, constellation, channel: 'ad' });
	const path = `/api/manage/campaign/${campaign.id}`;
	const files = (who?: Person): Promise<CampaignFile[]> => fine(ask('GET', `${path}/files`, undefined, who));
	const take = (form: string, kind = 'add', who?: Person) =>
		ask('GET', `${path}/file?channel=${AD}&form=${form}&kind=${kind}`, undefined, who);
	const taken = async (form: 'google' | 'meta', kind = 'add') => {
		const answer = await take(form, kind);
		expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
		return {
			rows: read(form, answer.text),
			name: decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(String(answer.headers['content-disposition']))?.[1] ?? ''),
		};
	};
	const mails = async (form: 'google' | 'meta', kind = 'add') => (await taken(form, kind)).rows.map((one) => one.Email ?? one.email);
	const run = async () => {
		await scene.execute(campaign.id);
		return scene.until(campaign.id, ['done', 'failed', 'paused']);
	};
	const erase = eraseBy(t, scene);
	const sale = async (on = domainId): Promise<string> =>
		(
			await fine<{ id: string }>(
				ask('POST', `/api/consent/purpose/${customerId}`, {
					domainId: on,
					name: SALE_PURPOSE,
					wording: { en: { name: 'Sale', about: 'Sale and sharing.' } },
				}),
			)
		).id;
	return { scene, purpose, people, campaign, path, files, take, taken, mails, run, erase, sale };
};

test('Everybody who permits it is in a file of each network, as the network hashes them, named by what it is', async () => {
	const s = await staged(['Mixed.Case+tag@gmail.com', `plain-${newId()}@example.com`].map((one) => one.toLowerCase()));
	const machine = s.scene.machine;
	const known = await t.send(null, 'POST', '/edge/v1/profiles', {
		headers: machine,
		body: {
			domainId: s.scene.tenant.domainId,
			profiles: [
				{
					person: { email: s.people[0], phone: '+358 40 123 4567' },
					firstName: '=HYPERLINK("x"), Zoë',
					lastName: "O'Brien-Smith ",
					city: 'St. Louis',
					country: 'US',
					postalCode: '=94303-5300,"\n',
				},
			],
		},
	});
	expect(known.status).toBe(200);
	expect(await s.run()).toMatchObject({ run: { state: 'done' }, states: { accepted: 2 }, costMicros: 400 });
	const day = new Date().toISOString().slice(0, 10);
	const forGoogle = await s.taken('google');
	expect(forGoogle.name).toBe(`${s.campaign.title} - ad - google - add - Ads elsewhere - ${day} - 2.csv`);
	expect(forGoogle.rows).toContainEqual({
		Email: hash('mixedcase@gmail.com'),
		Phone: hash('+358401234567'),
		'First Name': hash('=hyperlink("x"), zoë'),
		'Last Name': hash("o'brien-smith"),
		Country: 'US',
		Zip: '94303-5300',
	});
	expect(forGoogle.rows).toContainEqual({
		Email: hash(s.people[1] ?? ''),
		Phone: '',
		'First Name': '',
		'Last Name': '',
		Country: '',
		Zip: '',
	});
	const [first] = (await s.taken('meta')).rows.filter((one) => one.fn !== '');
	expect(first).toEqual({
		email: hash('mixed.case+tag@gmail.com'),
		phone: hash('358401234567'),
		fn: hash('hyperlinkxzoë'),
		ln: hash('obriensmith'),
		zip: hash('94303'),
		ct: hash('stlouis'),
		country: hash('us'),
	});
	const shown = await s.files();
	expect(shown.map(({ form, kind, rows, due, isThere }) => [form, kind, rows, due, isThere])).toEqual([
		['google', 'add', 2, false, true],
		['meta', 'add', 2, false, true],
		['whole', 'creative', 0, false, true],
	]);
	expect(shown[0]).toMatchObject({
		purposes: ['Ads elsewhere'],
		takenBy: s.scene.owner.email,
		fields: ['ad_user_data: GRANTED', 'ad_personalization: GRANTED'],
	});
	const log = await t.send(
		await t.person(['ADMIN']),
		'GET',
		`/api/admin/activity?filter=customerId:${s.scene.tenant.customerId}&filter=thing:campaign`,
	);
	expect(log.json().data.filter((one: { action: string }) => one.action === 'downloaded')).toHaveLength(2);
	// What they are shown is one for all of them.
	const creative = await s.take('whole', 'creative');
	expect([creative.status, creative.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
	expect(creative.text).toContain(`Lamps for ${s.scene.tenant.host}`);
});

test('A person with nothing but a telephone is known by it, and names without letters are none', () => {
	const nothing = { firstName: '🙂', lastName: '…', postalCode: null, city: null, country: 'Finland' };
	expect(google.cells({ ...nothing, email: null, phone: '+358401234567' })).toEqual(['', hash('+358401234567'), '', '', '', '']);
	expect(meta.cells({ ...nothing, email: null, phone: '+358401234567' })).toEqual(['', hash('358401234567'), '', '', '', '', '']);
	expect([google, meta].map((form) => form.cells({ ...nothing, email: null, phone: null }))).toEqual([null, null]);
});

test('Whoever says no before anybody took the file is in none, and was never given to anybody', async () => {
	const s = await staged();
	const [first = '', ...rest] = s.people;
	const { run } = await s.run();
	await s.scene.say([first], false, s.purpose);
	// While somebody makes the first list another waits; one that was given up is in nobody's way.
	const making = (at: Date) =>
		s.scene.tenantTx((tx) =>
			tx.run(sql`insert into file_taken (customer_id, run_id, channel, form, kind, taken_at, taken_by, whole)
				values (${s.scene.tenant.customerId}, ${run.id}, ${AD}, 'meta', 'add', ${at}, ${s.scene.owner.userId}, false)
				on conflict (customer_id, run_id, channel, form, kind) do update set taken_at = excluded.taken_at`),
		);
	await making(new Date());
	expect((await s.take('google')).json()).toMatchObject({ code: 'file_making' });
	await making(new Date(Date.now() - 3_600_000));
	expect((await s.files())[0]).toMatchObject({ rows: 3, takenAt: null });
	expect((await s.mails('google')).sort()).toEqual(rest.map(hash).sort());
	expect(await s.scene.progress(s.campaign.id)).toMatchObject({ states: { accepted: 3, skipped: 1 }, costMicros: 600 });
	// Nobody is to be taken out where nobody of them is.
	expect((await s.files()).filter(({ kind }) => kind === 'remove')).toEqual([]);
	expect((await s.take('meta', 'remove')).json()).toMatchObject({ code: 'file_not_taken' });
});

test('Who was in a file and says no, refuses sharing or is erased is taken out at each network that has them, once', async () => {
	const s = await staged();
	const [no = '', shares = '', erased = '', stays = ''] = s.people;
	await s.run();
	expect(await s.mails('google')).toHaveLength(4);
	await s.scene.say([no], false, s.purpose);
	// The second network never had this one.
	expect((await s.mails('meta')).sort()).toEqual([shares, erased, stays].map(hash).sort());
	await s.scene.say([shares], false, await s.sale());
	await s.erase(erased);
	const removals = async () => (await s.files()).filter(({ kind }) => kind === 'remove');
	const due = async () => (await removals()).map((one) => [one.form, one.rows, one.due]);
	expect(await due()).toEqual([
		['google', 3, true],
		['meta', 2, true],
	]);
	const because = (one: CampaignFile | undefined) => Object.fromEntries(one?.reasons.map(({ reason, count }) => [reason, count]) ?? []);
	expect((await removals()).map(because)).toEqual([
		{ said_no: 1, sale_refused: 1, gone: 1 },
		{ sale_refused: 1, gone: 1 },
	]);
	expect((await s.mails('google', 'remove')).sort()).toEqual([no, shares, erased].map(hash).sort());
	expect((await s.mails('meta', 'remove')).sort()).toEqual([shares, erased].map(hash).sort());
	expect(await due()).toEqual([
		['google', 0, false],
		['meta', 0, false],
	]);
	// Once it was taken nothing tells any more who was erased.
	const kept = await s.scene.tenantTx((tx) =>
		tx.rows(row({ line: text }), sql`select line from file_removal where customer_id = ${s.scene.tenant.customerId} and line is not null`),
	);
	expect(kept).toEqual([]);
	expect(await s.mails('google', 'remove')).toEqual([]);
	// A yes again leads back into the next file, and a no after it out again.
	await s.scene.say([no], true, s.purpose);
	expect((await s.mails('google')).sort()).toEqual([no, stays].map(hash).sort());
	await s.scene.say([no], false, s.purpose);
	expect(await s.mails('google', 'remove')).toEqual([hash(no)]);
});

test('Whoever turns ads off themselves, or stops everything, after a file was taken is to be taken out', async () => {
	const s = await staged();
	const [off = '', stops = '', ...stay] = s.people;
	const { scene } = s;
	const { customerId } = scene.tenant;
	await s.run();
	expect(await s.mails('google')).toHaveLength(4);
	const chooserOf = async (email: string) => {
		const { luvallaId } = await scene.person({ email });
		return { members: [luvallaId], names: [{ kind: 'email', value: email, person: luvallaId }], at: now() } as const;
	};
	const { secrets } = t.server.kernel;
	const [first, second] = [await chooserOf(off), await chooserOf(stops)];
	await scene.tenantTx((tx) => refuseChannel(tx, secrets, customerId, { ...first, way: 'own' }, 'ad'));
	await scene.tenantTx((tx) => stopEverything(tx, secrets, customerId, second));
	expect((await s.mails('google', 'remove')).sort()).toEqual([off, stops].map(hash).sort());
	expect((await s.mails('google')).sort()).toEqual(stay.map(hash).sort());
});

test('Before a file is taken it shows its first rows without whole hashes, and whether the words name its network', async () => {
	const s = await staged();
	await s.run();
	const short = (mail: string): string => hash(mail).replace(/^(.{4}).*(.{4})$/, '$1…$2');
	const shown = await s.files();
	expect(shown.map(({ form, sample }) => [form, sample.map(([first]) => first)])).toEqual([
		['google', s.people.slice(0, 3).map(short)],
		['meta', s.people.slice(0, 3).map(short)],
		['whole', []],
	]);
	expect(JSON.stringify(shown)).not.toMatch(/[0-9a-f]{64}/);
	// That somebody looked takes nothing.
	expect(shown.every(({ takenAt }) => takenAt === null)).toBe(true);
	const words = (about: string) =>
		s.scene.fine(
			s.scene.ask('PUT', `/api/consent/purpose/${s.scene.tenant.customerId}`, {
				id: s.purpose,
				wording: { en: { name: 'Ads', about }, fi: { name: 'Mainokset', about: 'Tietosi menevät Googlelle ja Metalle.' } },
			}),
		);
	const named = async () => (await s.files()).map(({ isNamed }) => isNamed);
	expect(await named()).toEqual([false, false, null]);
	await words('We tell Google of you, and keep Metadata.');
	expect(await named()).toEqual([true, false, null]);
	await words('We tell Google and Meta of you.');
	expect(await named()).toEqual([true, true, null]);
	expect((await s.files())[0]?.words).toMatchObject([{ purpose: s.purpose, version: 3 }]);
	// Whoever is in it no more is not shown either.
	await s.scene.say(s.people.slice(0, 2), false, s.purpose);
	expect((await s.files())[0]?.sample.map(([first]) => first)).toEqual(s.people.slice(2).map(short));
});

test('A no to sale and sharing counts on whichever domain it was said, before the run and in it', async () => {
	const s = await staged();
	const [refuses = ''] = s.people;
	const { customerId } = s.scene.tenant;
	const elsewhere = newId();
	await s.scene.tenantTx(async (tx) => {
		const host = `second${customerId}.example.com`;
		await bringDomain(tx, customerId, elsewhere, { host, name: '', webhookUrl: null, webhookHeaders: null });
		await takeHost(tx, host, customerId);
		await setProof(tx, customerId, elsewhere, 'admin');
	});
	const said = await t.send(null, 'POST', '/edge/v1/consents', {
		headers: s.scene.machine,
		body: {
			domainId: elsewhere,
			answers: [
				{ person: { email: refuses }, purpose: await s.sale(elsewhere), value: false, at: new Date().toISOString(), source: 'Paper' },
			],
		},
	});
	expect([said.status, said.json().data?.results[0].outcome]).toEqual([200, 'stored']);
	const before = async () =>
		(await s.scene.fine<{ lanes: { reachable: number; left: unknown }[] }>(s.scene.ask('GET', `${s.path}/before`))).lanes[0];
	await expect.poll(before).toMatchObject({ reachable: 3, left: [{ reason: 'sale_refused', count: 1 }] });
	const done = await s.run();
	expect(done.reasons).toEqual([{ state: 'skipped', reason: 'sale_refused', count: 1 }]);
	expect(await s.mails('google')).not.toContain(hash(refuses));
});

test('Files are one customer’s own: others find nothing, and a campaign that asks nobody makes none', async () => {
	const [own, other] = [await staged(), await staged()];
	await own.run();
	for (const path of ['files', `file?channel=${AD}&form=google`]) {
		const asked = await t.send(other.scene.owner, 'GET', `${own.path}/${path}`, { headers: other.scene.headers });
		expect(asked.status).toBe(404);
		expect((await t.send(other.scene.owner, 'GET', `${own.path}/${path}`, { headers: own.scene.headers })).status).toBe(404);
	}
	// A rehearsal makes nothing that anybody can take.
	const { rehearsal } = await other.scene.fine<{ rehearsal: { id: string } }>(other.scene.ask('POST', `${other.path}/rehearse`));
	expect((await other.scene.until(other.campaign.id, ['done', 'failed'], rehearsal.id)).states.accepted).toBe(4);
	expect(await other.scene.fine(other.scene.ask('GET', `${other.path}/files?run=${rehearsal.id}`))).toEqual([]);
	const refused = await other.scene.ask('GET', `${other.path}/file?channel=${AD}&form=google&run=${rehearsal.id}`);
	expect([refused.status, refused.json().code]).toEqual([404, 'file_gone']);
	const { id } = await other.scene.fine<{ id: string }>(
		other.scene.ask('POST', '/api/manage/Campaign', {
			title: `Nobody asked ${newId()}`,
			constellation: other.campaign.constellation,
			audienceIdFK: other.campaign.audienceIdFK,
			isTransactional: true,
		}),
	);
	await other.scene.fine(other.scene.ask('POST', `/api/manage/Campaign/${id}/publish`, { reason: 'A recall' }));
	expect((await other.scene.ask('POST', `/api/manage/campaign/${id}/execute`)).json()).toMatchObject({ code: 'shared_without_yes' });
	for (const query of ['channel=9', 'channel=6&form=x', 'channel=6&kind=x', 'form=google'])
		expect((await other.scene.ask('GET', `${other.path}/file?${query}`)).status).toBe(400);
});

test('A page of somebody else takes no file by the browser of whoever is signed in', async () => {
	const s = await staged();
	expect((await s.run()).states.accepted).toBe(4);
	const url = `${s.path}/file?channel=${AD}&form=google&kind=add`;
	const pages: Record<string, string>[] = [
		{ 'sec-fetch-site': 'cross-site' },
		{ 'sec-fetch-site': 'none' },
		{ referer: 'https://evil.example/' },
	];
	for (const foreign of pages) {
		const refused = await t.send(s.scene.owner, 'GET', url, { headers: { ...s.scene.headers, ...foreign } });
		expect([refused.status, refused.json().code]).toEqual([403, 'origin_not_allowed']);
	}
	expect((await s.files()).map(({ takenAt }) => takenAt).filter((at) => at !== null)).toEqual([]);
});

test('3,000 people are one file, in the order of the run', async () => {
	const s = await staged(Array.from({ length: 3_000 }, (_, n) => `many${n}-${newId()}@example.com`));
	expect((await s.run()).states.accepted).toBe(3_000);
	const began = performance.now();
	expect(await s.mails('meta')).toEqual(s.people.map(hash));
	expect(performance.now() - began).toBeLessThan(20_000 * slowness());
	await s.scene.say(s.people.slice(0, 50), false, s.purpose);
	expect((await s.files()).find(({ kind }) => kind === 'remove')).toMatchObject({ form: 'meta', rows: 50, due: true });
});
