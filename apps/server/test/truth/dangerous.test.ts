/** What destroys evidence or says whose it is takes whoever answers for the customer, fresh proof of who asks, and time. */
import { afterEach, describe, expect, test } from 'vitest';
import { setClock } from '../../src/kernel/clock.ts';
import { hashToken } from '../../src/kernel/http/cookies.ts';
import { forgetOrder } from '../../src/wings/consent/intake/order.ts';
import { keepRetention } from '../../src/wings/consent/proof/retention.ts';
import { type Person, startApp, type Tenant } from '../app.ts';
import { choice, publishBanner, sendRecords } from '../fixtures.ts';

const t = await startApp();
afterEach(() => setClock(null));

const DAY = 86_400_000;
const later = (days: number): void => setClock(() => new Date(Date.now() + days * DAY));

/** As if the person had signed in an hour ago. */
const unproven = async ({ cookie, ...rest }: Person): Promise<Person> => {
	const token = cookie.slice(cookie.indexOf('=') + 1);
	await t.storage.inPlatform((tx) =>
		tx.query(`update session set confirmed_at = now() - interval '1 hour' where id = $1`, [hashToken(token)]),
	);
	return { ...rest, cookie };
};

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
	const tired = await unproven(await t.person([], { adminOf: [tenant] }));
	const { publishedFolder } = await publishBanner(t, owner, tenant);
	await sendRecords(t, tenant, publishedFolder, choice({ statistics: true, marketing: false, media: true }));
	const [purpose] = (await t.send(owner, 'GET', `/api/consent/purpose/${tenant.customerId}`)).json().data;
	return { tenant, owner, editor, tired, purpose, folder: publishedFolder };
};

const countOf = (tenant: Tenant, purposeId: string) =>
	t.storage.inTenant(tenant.customerId, async (tx) => {
		const rows = await tx.query('select 1 from consent_record where customer_id = $1 and purpose_id = $2', [tenant.customerId, purposeId]);
		return rows.length;
	});

describe('a shorter time of keeping answers', () => {
	const url = ({ tenant }: { tenant: Tenant }, what = '') => `/api/consent/purpose/${tenant.customerId}${what}`;

	test('is asked for by whoever answers for the customer, with fresh proof', async () => {
		const s = await scene();
		const ask = (who: Person, retentionMonths: number | null) =>
			t.send(who, 'PUT', url(s), { body: { id: s.purpose.id, retentionMonths } });
		expect((await ask(s.editor, 1)).json().code).toBe('not_allowed');
		expect((await ask(s.tired, 1)).json().code).toBe('confirm_identity');
		const asked = (await ask(s.owner, 1)).json().data;
		expect(asked).toMatchObject({ retentionMonths: null, shortening: { months: 1 } });
		expect(Math.abs(Date.parse(asked.shortening.at) - Date.now() - 7 * DAY)).toBeLessThan(60_000);
		// What was there already changes nothing of what waits; a longer one takes nothing away.
		expect((await ask(s.editor, null)).json().data).toMatchObject({ retentionMonths: null, shortening: { months: 1 } });
		await t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query('update purpose set retention_months = 24 where customer_id = $1', [s.tenant.customerId]),
		);
		expect((await ask(s.editor, 25)).json().data).toMatchObject({ retentionMonths: 25, shortening: null });
	});

	test('is counted before, waits seven days, and then takes what was counted', async () => {
		const s = await scene();
		later(28);
		await sendRecords(t, s.tenant, s.folder, choice({ statistics: true, marketing: true, media: true }));
		const preview = (months: number, who = s.owner) => t.send(who, 'GET', `${url(s, '/retention')}?id=${s.purpose.id}&months=${months}`);
		expect((await preview(1)).json().data.records).toBe(1);
		expect((await preview(2)).json().data.records).toBe(0);
		expect((await preview(1, s.editor)).status).toBe(403);
		const session = await t.person([], { adminOf: [s.tenant] });
		await t.storage.inPlatform((tx) =>
			tx.query(`update session set confirmed_at = now() + interval '28 days', expires_at = now() + interval '60 days' where user_id = $1`, [
				session.userId,
			]),
		);
		expect((await t.send(session, 'PUT', url(s), { body: { id: s.purpose.id, retentionMonths: 1 } })).status).toBe(200);
		later(34);
		expect(await keepRetention(t.server.kernel, s.tenant.customerId)).toBe(0);
		expect(await countOf(s.tenant, s.purpose.id)).toBe(2);
		later(35.1);
		expect(await keepRetention(t.server.kernel, s.tenant.customerId)).toBe(1);
		expect(await countOf(s.tenant, s.purpose.id)).toBe(1);
		setClock(null);
		const [row] = (await t.send(s.owner, 'GET', url(s))).json().data.filter(({ id }: { id: string }) => id === s.purpose.id);
		expect(row).toMatchObject({ retentionMonths: 1, shortening: null });
		const acts = await t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query<{ user_id: string | null; after: object }>(
				`select a.user_id, v.after from activity a join activity_values v on v.customer_id = $1 and v.id = a.id
				where a.customer_id = $1 and a.thing = 'purpose' and a.thing_id = $2 order by a.at, a.id`,
				[s.tenant.customerId, s.purpose.id],
			),
		);
		expect(acts).toMatchObject([
			{ user_id: session.userId, after: { retentionMonths: null, shortening: { months: 1 } } },
			{ user_id: null, after: { retentionMonths: 1 } },
		]);
	});

	test('does not let a yes from before a no come back, once both were kept long enough', async () => {
		const s = await scene();
		forgetOrder();
		const machine = await t.machine(s.owner, s.tenant);
		const write = async (value: boolean, daysAgo: number): Promise<object> => {
			const at = new Date(Date.now() - daysAgo * DAY).toISOString();
			const answers = [{ person: { email: 'no@example.com' }, purpose: s.purpose.id, value, at, source: 'Paper form' }];
			const sent = await t.send(null, 'POST', '/edge/v1/consents', { headers: machine, body: { domainId: s.tenant.domainId, answers } });
			return sent.json().data.results[0];
		};
		expect(await write(false, 10)).toMatchObject({ outcome: 'stored', holds: true });
		await t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query('update purpose set retention_months = 1 where customer_id = $1', [s.tenant.customerId]),
		);
		later(40);
		expect(await keepRetention(t.server.kernel, s.tenant.customerId)).toBeGreaterThan(0);
		setClock(null);
		expect(await write(true, 20)).toMatchObject({ outcome: 'stored', holds: false });
		// Said after the no, it is theirs.
		expect(await write(true, 5)).toMatchObject({ outcome: 'stored', holds: true });
	});

	test('is taken back until then, and by a longer one', async () => {
		const s = await scene();
		const cancel = () => t.send(s.owner, 'DELETE', `${url(s, '/retention')}?id=${s.purpose.id}`);
		expect((await cancel()).json().code).toBe('nothing_shortened');
		await t.send(s.owner, 'PUT', url(s), { body: { id: s.purpose.id, retentionMonths: 3 } });
		expect((await cancel()).json().data).toMatchObject({ retentionMonths: null, shortening: null });
		later(100);
		expect(await keepRetention(t.server.kernel, s.tenant.customerId)).toBe(0);
		expect(await countOf(s.tenant, s.purpose.id)).toBe(1);
	});
});

test('a new secret of a webhook is for whoever answers for the customer, with fresh proof', async () => {
	const { tenant, owner, editor, tired } = await scene();
	const renew = (who: Person) => t.send(who, 'POST', `/api/domain/${tenant.domainId}/webhook/secret`);
	expect((await renew(editor)).json().code).toBe('not_allowed');
	expect((await renew(tired)).json().code).toBe('confirm_identity');
	expect((await renew(owner)).json().data.secret).toMatch(/^whsec_/);
});

describe('a host name', () => {
	const rename = (who: Person, { domainId, host }: Tenant, to = `new-${host}`) =>
		t.send(who, 'PUT', '/api/manage/domain', { body: { id: domainId, domain: to, name: '' } });

	test('changes by whoever answers for the customer, with fresh proof', async () => {
		const tenant = await t.tenant();
		const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
		const owner = await t.person([], { adminOf: [tenant] });
		expect((await rename(editor, tenant)).json().code).toBe('not_allowed');
		expect((await rename(await unproven(await t.person([], { adminOf: [tenant] })), tenant)).json().code).toBe('confirm_identity');
		// The rest of a domain is its own admin's.
		expect((await rename(editor, tenant, tenant.host)).status).toBe(200);
		expect((await rename(owner, tenant)).json().data.domain).toBe(`new-${tenant.host}`);
	});

	test('stays once anything was recorded under it, by a call too, or was published there', async () => {
		const s = await scene();
		expect((await rename(s.owner, s.tenant)).json().code).toBe('domain_published');
		const called = await t.tenant();
		const owner = await t.person([], { adminOf: [called] });
		const wording = { en: { name: 'Letter', about: 'Monthly.' } };
		await t.send(owner, 'POST', `/api/consent/purpose/${called.customerId}`, {
			body: { domainId: called.domainId, name: 'Letter', wording },
		});
		const answers = [{ person: { email: 'host@people.example' }, purpose: 'Letter', value: false, at: new Date().toISOString() }];
		await t.send(null, 'POST', '/edge/v1/consents', {
			headers: await t.machine(owner, called),
			body: { domainId: called.domainId, answers },
		});
		expect((await rename(owner, called)).json().code).toBe('domain_recorded');
		// What was live there once is live no more, and stays said.
		await t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query('update domain set live_banner = null where customer_id = $1', [s.tenant.customerId]),
		);
		expect((await rename(s.owner, s.tenant)).json().code).toBe('domain_recorded');
	});

	test('is one that somebody can own: no address, no ending, no single word', async () => {
		const tenant = await t.tenant();
		const owner = await t.person([], { adminOf: [tenant] });
		const add = (domain: string) => t.send(owner, 'POST', '/api/domain', { body: { domain, customerId: tenant.customerId } });
		for (const domain of ['127.0.0.1', '10.0.0.1', '0x7f.0x1', '1.1', 'shop.0x7f', '[::1]', 'localhost', 'intranet', 'shop.1'])
			expect([domain, (await add(domain)).status]).toEqual([domain, 400]);
		for (const domain of ['co.uk', 'github.io', 'com.br', 'blogspot.com', 'kawasaki.jp', 's3.amazonaws.com'])
			expect([domain, (await add(domain)).json().code]).toEqual([domain, 'no_host']);
		for (const domain of [`c${tenant.customerId}.localhost`, `a${tenant.customerId}.github.io`, `b${tenant.customerId}.co.uk`])
			expect([domain, (await add(domain)).status]).toEqual([domain, 200]);
		expect((await rename(owner, tenant, 'co.uk')).json().code).toBe('no_host');
		expect((await rename(owner, tenant, 'co.uk')).json().fields).toEqual({ domain: expect.stringContaining('shop.example.com') });
	});

	test('is taken out of whatever people type or paste, and kept in one spelling', async () => {
		const tenant = await t.tenant();
		const owner = await t.person([], { adminOf: [tenant] });
		const add = (domain: string) => t.send(owner, 'POST', '/api/domain', { body: { domain, customerId: tenant.customerId } });
		const n = tenant.customerId;
		for (const [typed, kept] of [
			[`mökki${n}.fi`, new URL(`http://mökki${n}.fi`).hostname],
			[`https://shop${n}.fi/`, `shop${n}.fi`],
			[` HTTPS://WWW.Shop${n}.FI:443/a/b?c=d#e `, `www.shop${n}.fi`],
			[`//bare${n}.fi`, `bare${n}.fi`],
			[`dot${n}.fi.`, `dot${n}.fi`],
			[`slash${n}.fi/`, `slash${n}.fi`],
			[`XN--MKKI${n}-07A.example.com`.replace(String(n), 'TUOTE'), 'xn--mkkituote-07a.example.com'],
		] as const)
			expect([typed, (await add(typed)).json().data?.domain]).toEqual([typed, kept]);
		expect((await add(`MÖKKI${n}.fi/etusivu`)).json().code).toBe('domain_taken');
		for (const domain of [
			`a@shop${n}.fi`,
			`https://a:b@shop${n}.fi/`,
			`mailto:a@shop${n}.fi`,
			`shop${n}.fi:8443`,
			'https:///',
			'https://10.0.0.1/',
			'http://2130706433/',
			`shop ${n}.fi`,
			`sh\top${n}.fi`,
		])
			expect([domain, (await add(domain)).status]).toEqual([domain, 400]);
	});

	test('is found by the letters that people write it with, also after it was renamed, and by the form that is kept', async () => {
		const tenant = await t.tenant();
		const owner = await t.person([], { adminOf: [tenant] });
		const n = tenant.customerId;
		const body = { domain: `Köökkipöytä${n}.fi`, customerId: n };
		const added = (await t.send(owner, 'POST', '/api/domain', { body })).json().data;
		const kept = new URL(`http://köökkipöytä${n}.fi`).hostname;
		expect(added).toMatchObject({ domain: kept, letters: `köökkipöytä${n}.fi` });
		const found = async (q: string): Promise<string[]> =>
			(await t.send(owner, 'GET', `/api/customer/${n}/domain?q=${encodeURIComponent(q)}`)).json().data.map((row: { id: string }) => row.id);
		for (const q of ['pöytä', 'KÖÖKKI', 'pöytä'.normalize('NFD'), kept]) expect([q, await found(q)]).toEqual([q, [added.id]]);
		expect(await found('sänky')).toEqual([]);
		await t.send(owner, 'PUT', '/api/manage/domain', { body: { id: added.id, domain: `sänky${n}.fi`, name: '' } });
		expect([await found('pöytä'), await found('sänky')]).toEqual([[], [added.id]]);
		await t.send(owner, 'PUT', '/api/manage/domain', { body: { id: added.id, domain: `sohva${n}.fi`, name: '' } });
		const [renamed] = (await t.send(owner, 'GET', `/api/customer/${n}/domain?q=sohva`)).json().data;
		expect([renamed.id, renamed.letters, await found('sänky')]).toEqual([added.id, undefined, []]);
	});

	test('stands for letters where it says so', async () => {
		const tenant = await t.tenant();
		const owner = await t.person([], { adminOf: [tenant] });
		const add = (domain: string) => t.send(owner, 'POST', '/api/domain', { body: { domain, customerId: tenant.customerId } });
		for (const domain of ['xn--a.fi', 'shop.xn--zzzzzzzzzzzzzz.fi', 'xn--a.localhost']) {
			const answer = await add(domain);
			expect([domain, answer.status, answer.json()]).toEqual([
				domain,
				422,
				expect.objectContaining({ code: 'not_usable', fields: { domain: expect.stringContaining('xn--') } }),
			]);
		}
	});
});

describe('where a webhook goes', () => {
	const url = 'https://hooks.example.com/consent';
	const secret = 'Bearer a-secret-of-the-customer';
	const scene = async () => {
		const tenant = await t.tenant();
		const owner = await t.person([], { adminOf: [tenant] });
		const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
		const change = (who: Person, to: string, value: string) =>
			t.send(who, 'PUT', '/api/manage/domain', {
				body: {
					id: tenant.domainId,
					domain: tenant.host,
					name: '',
					consentChangeWebHook: { url: to, headerValues: [{ header: 'Authorization', value }] },
				},
			});
		const stands = async () => (await t.send(owner, 'GET', `/api/manage/domain/${tenant.domainId}`)).json().data.consentChangeWebHook;
		expect((await change(owner, url, secret)).status).toBe(200);
		const masked: string = (await stands()).headerValues[0].value;
		expect(masked).not.toContain('secret-of');
		return { tenant, owner, editor, change, stands, masked };
	};

	test('a hidden header never follows to another address, whoever names it', async () => {
		const { editor, owner, change, stands, masked } = await scene();
		for (const who of [editor, owner])
			for (const other of [
				'https://evil.example.com/consent',
				'https://hooks.example.com:8443/consent',
				'http://hooks.example.com/consent',
			]) {
				const refused = await change(who, other, masked);
				expect([other, refused.status]).toEqual([other, refused.json().code === 'invalid' ? 400 : 422]);
			}
		expect((await stands()).url).toBe(url);
		// Another path of the same server may have it; another server gets what is given for it.
		expect((await change(editor, 'https://hooks.example.com/other', masked)).status).toBe(200);
		expect((await stands()).headerValues[0].value).toBe(masked);
		expect((await change(owner, 'https://elsewhere.example.com/', 'Bearer another-one-of-theirs')).status).toBe(200);
	});

	test('another address takes fresh proof of who asks, and no token names one', async () => {
		const { tenant, change, stands } = await scene();
		const tired = await unproven(await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] }));
		expect((await change(tired, 'https://evil.example.com/', 'Bearer mine-alone-and-long')).json().code).toBe('confirm_identity');
		expect((await stands()).url).toBe(url);
	});
});

describe('where an application sends people and their tokens', () => {
	const details = {
		clientName: 'Shop',
		clientType: 1,
		redirectUrl: ['https://shop.example.com/back'],
		allowedOrigins: ['https://shop.example.com'],
		postLogoutRedirectUris: ['https://shop.example.com/bye'],
		backchannelLogoutUri: '',
	};
	const elsewhere = [
		{ redirectUrl: ['https://evil.example.com/back'] },
		{ redirectUrl: [...details.redirectUrl, 'https://evil.example.com/back'] },
		{ allowedOrigins: ['https://evil.example.com'] },
		{ postLogoutRedirectUris: ['https://evil.example.com/bye'] },
		{ backchannelLogoutUri: 'https://evil.example.com/out' },
	];

	test('is changed with fresh proof; its name and looks are not', async () => {
		const tenant = await t.tenant();
		const { customerId } = tenant;
		const owner = await t.person([], { adminOf: [tenant] });
		const tired = await unproven(await t.person([], { adminOf: [tenant] }));
		const add = (who: Person, over: object = {}) =>
			t.send(who, 'POST', '/api/manage/client', { body: { customerId, ...details, ...over } });
		for (const over of [{}, { clientType: 0 }]) expect((await add(tired, over)).json().code).toBe('confirm_identity');
		const added = (await add(owner)).json().data;
		const change = (who: Person, over: object) =>
			t.send(who, 'PUT', '/api/manage/client', { body: { customerId, clientId: added.clientId, ...details, ...over } });
		for (const over of elsewhere) expect([over, (await change(tired, over)).json().code]).toEqual([over, 'confirm_identity']);
		expect((await change(tired, { clientName: 'Shop 2', primaryColor: '#2b4a3f' })).status).toBe(200);
		const [listed] = (await t.send(owner, 'GET', `/api/manage/client/customer/${customerId}`)).json().data;
		expect(listed).toMatchObject({ ...details, clientName: 'Shop 2' });
		for (const over of elsewhere) expect((await change(owner, over)).status).toBe(200);
	});
});

test('whoever acts for somebody neither renames them nor ends their sessions', async () => {
	const admin = await t.person(['ADMIN']);
	const person = await t.person([], { adminOf: [await t.tenant()] });
	const begun = await t.send(admin, 'POST', '/identity/account/loginasuser', { body: { userName: person.email } });
	const assisting = { ...person, cookie: `${admin.cookie}; ${String(begun.headers['set-cookie']).split(';')[0]}` };
	expect((await t.send(assisting, 'GET', '/identity/account/authenticate')).json().data.assisted).toMatchObject({ by: admin.email });
	const [session] = (await t.send(person, 'GET', '/identity/account/session')).json().data;
	const acts: [method: 'PUT' | 'POST' | 'DELETE', url: string, body?: object][] = [
		['PUT', '/identity/user', { name: 'Hacked', PhoneNumber: '' }],
		['POST', '/identity/account/session/endothers', {}],
		['DELETE', `/identity/account/session/${session.id}`],
	];
	for (const [method, url, body] of acts) {
		const answer = await t.send(assisting, method, url, body ? { body } : {});
		expect([url, answer.status, answer.json()]).toEqual([
			...[url, 403],
			{ code: 'not_allowed', error: 'Only the person themselves can do this; nobody does it for them.' },
		]);
	}
	expect((await t.send(person, 'GET', '/identity/user')).json().data.name).not.toBe('Hacked');
	// The person may.
	for (const [method, url, body] of acts) expect((await t.send(person, method, url, body ? { body } : {})).status).toBe(200);
});
