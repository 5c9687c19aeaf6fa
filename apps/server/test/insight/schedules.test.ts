/** Reports that are mailed: when they are due, to whom, once a period, and what ends them. */
import type { ReportSchedule, ReportScheduleChange } from '@luvalla/contract/insight/report-schedules.ts';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { setClock } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { startMail } from '../../src/kernel/outbound/mail.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { sendDue, sendOne } from '../../src/wings/insight/schedules/send.ts';
import { dropRecipients, dueSchedules } from '../../src/wings/insight/schedules/store.ts';
import { lastDue, nextDue, periodsTo } from '../../src/wings/insight/schedules/times.ts';
import { createPlaces } from '../../src/wings/tenancy/wing.ts';
import { type Person, type Tenant, type TestApp, testApp } from '../app.ts';
import { openSink } from '../engagement/sink.ts';
import { choice, publishBanner, sendRecords } from '../fixtures.ts';

let t: TestApp;
beforeAll(async () => {
	t = await testApp();
	// It is sent when a test says so.
	await t.storage.asOwner((owner) => owner.query(`delete from pgboss.schedule where name = 'report-schedules'`));
});
afterAll(() => t.stop());
afterEach(() => setClock(null));

const PATH = '/api/manage/reportschedules';

const scene = async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	const one = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
	return { tenant, owner, one };
};

const change = (to: readonly string[], over: Partial<ReportScheduleChange> = {}): ReportScheduleChange => ({
	...{ report: 'consents', domainId: null, every: { unit: 'day' }, hour: 8, zone: 'Europe/Helsinki', to: [...to] },
	...{ csv: false, link: false, language: 'en', ...over },
});

const ask = (who: Person, { customerId }: Tenant, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
	t.send(who, method, path, { headers: { customer_key: String(customerId) }, ...(body && { body }) });
const add = async (who: Person, tenant: Tenant, given: ReportScheduleChange): Promise<ReportSchedule> => {
	const answer = await ask(who, tenant, 'POST', PATH, given);
	expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
	return answer.json().data;
};

/** As the program hands it to the wing. */
const askerOf = (userId: string) => {
	const at = new Date(0);
	return createPlaces(t.storage).askerOfUser(userId, { sessionId: '', actorId: null, contextKey: '', confirmedAt: at, expiresAt: at });
};
const send = (at: string | Date): Promise<void> => {
	setClock(() => new Date(at));
	return sendDue(t.server.kernel, askerOf);
};

interface Mailed {
	readonly recipient: string;
	readonly subject: string;
	readonly body_text: string;
	readonly body_html: string;
	readonly attached_name: string | null;
	readonly attached: string | null;
}
const mails = ({ customerId }: Tenant): Promise<Mailed[]> =>
	t.storage.inPlatform((tx) => tx.query<Mailed>('select * from mail where customer_id = $1 order by created_at, id', [customerId]));
const activity = ({ customerId }: Tenant): Promise<{ action: string }[]> =>
	t.storage.inTenant(customerId, (tx) =>
		tx.query<{ action: string }>(`select action from activity where customer_id = $1 and thing = 'report_schedule' order by at, id`, [
			customerId,
		]),
	);

test('a report is due at the hour of its zone, through summer time and short months', () => {
	const every = { every: { unit: 'day' }, hour: 3, zone: 'Europe/Helsinki' } as const;
	const iso = (at: Date): string => at.toISOString();
	expect(iso(nextDue(every, new Date('2026-11-28T00:59:00Z')))).toBe('2026-11-28T01:00:00.000Z');
	expect(iso(nextDue(every, new Date('2026-11-28T01:00:00Z')))).toBe('2026-11-29T01:00:00.000Z');
	// At three the clock jumps to four; in autumn three o'clock comes twice, and counts once.
	expect(iso(nextDue(every, new Date('2026-03-28T12:00:00Z')))).toBe('2026-03-29T01:00:00.000Z');
	expect(iso(nextDue(every, new Date('2026-03-29T01:00:00Z')))).toBe('2026-03-30T00:00:00.000Z');
	expect(iso(nextDue(every, new Date('2026-10-24T12:00:00Z')))).toBe('2026-10-25T00:00:00.000Z');
	expect(iso(nextDue(every, new Date('2026-10-25T00:00:00Z')))).toBe('2026-10-26T01:00:00.000Z');
	const summer = periodsTo({ ...every, hour: 8 }, new Date('2026-03-29T05:00:00Z'));
	expect([summer.from, summer.before].map(iso)).toEqual(['2026-03-28T06:00:00.000Z', '2026-03-27T06:00:00.000Z']);
	// Half an hour beside.
	expect(iso(nextDue({ ...every, zone: 'Asia/Kolkata', hour: 8 }, new Date('2026-11-28T00:00:00Z')))).toBe('2026-11-28T02:30:00.000Z');
	const monday = { every: { unit: 'week', day: 1 }, hour: 8, zone: 'UTC' } as const;
	expect(iso(nextDue(monday, new Date('2026-11-28T12:00:00Z')))).toBe('2026-11-30T08:00:00.000Z');
	expect(iso(lastDue(monday, new Date('2026-11-28T12:00:00Z')))).toBe('2026-11-23T08:00:00.000Z');
	const last = { every: { unit: 'month', day: 31 }, hour: 0, zone: 'UTC' } as const;
	expect(iso(nextDue(last, new Date('2027-02-01T00:00:00Z')))).toBe('2027-02-28T00:00:00.000Z');
	expect(periodsTo(last, new Date('2027-03-31T00:00:00Z'))).toMatchObject({
		from: new Date('2027-02-28T00:00:00Z'),
		before: new Date('2027-01-31T00:00:00Z'),
	});
});

test('it goes once a period to each reader, with the figures of both periods, a file and a link where asked, and no row of anybody', async () => {
	const { tenant, owner, one } = await scene();
	const { publishedFolder } = await publishBanner(t, owner, tenant);
	await sendRecords(t, tenant, publishedFolder, choice({ statistics: true, marketing: true, media: true }));
	await sendRecords(t, tenant, publishedFolder, choice({ statistics: false, marketing: false, media: false }));
	const made = await add(
		owner,
		tenant,
		change([owner.email, owner.email.toUpperCase()], { csv: true, link: true, zone: 'Pacific/Kiritimati' }),
	);
	expect(made).toMatchObject({ to: [owner.email], domain: null, by: owner.email, lastAt: null });
	await add(
		owner,
		tenant,
		change([owner.email, one.email], { report: 'events', language: 'fi', domainId: tenant.domainId, zone: 'Pacific/Kiritimati' }),
	);
	const due = new Date(made.nextAt);
	await send(new Date(due.getTime() - 1));
	expect(await mails(tenant)).toEqual([]);
	await send(due);
	await send(due);
	const sent = await mails(tenant);
	expect(sent.map(({ recipient }) => recipient).sort()).toEqual([owner.email, owner.email, one.email].sort());
	const english = sent.find(({ attached }) => attached !== null);
	expect(english?.subject).toMatch(/^Consents: report, /);
	for (const words of ['Choices in banners: 2 (Period before: 0)', 'Consent rate: 50.0% (Period before: 0.0%)', 'Records: 6'])
		expect(english?.body_text).toContain(words);
	const day = (at: number): string => new Date(at + 14 * 3_600_000).toISOString().slice(0, 10);
	expect(english?.body_text).toContain(
		`/reports?tab=consent&customer=${tenant.customerId}&from=${day(due.getTime() - 86_400_000)}&to=${day(due.getTime() - 1)}`,
	);
	expect(english?.body_html).toContain('<th scope="row"');
	expect([english?.attached_name, english?.attached?.split('\n').slice(0, 3)]).toEqual([
		`consents-${day(due.getTime())}.csv`,
		['\uFEFFFigure,This period,Period before', 'Choices in banners,2,0', 'Accepted all,1,0'],
	]);
	const finnish = sent.find(({ recipient }) => recipient === one.email);
	expect([finnish?.subject, finnish?.attached]).toEqual([expect.stringMatching(/^Tapahtumat: raportti, /), null]);
	expect(finnish?.body_text).toContain('Perille menneitä viestejä: 0');
	expect(finnish?.body_text).not.toContain('/reports');
	// The next day what was is beside what is.
	await send(new Date(due.getTime() + 86_400_000));
	const next = (await mails(tenant)).filter(({ attached }) => attached !== null);
	expect(next).toHaveLength(2);
	expect(next[1]?.body_text).toContain('Choices in banners: 0 (Period before: 2)');
	// Of days on which nobody worked the last is told.
	await send(new Date(due.getTime() + 6 * 86_400_000 + 7_200_000));
	expect((await mails(tenant)).filter(({ attached }) => attached !== null)).toHaveLength(3);
	setClock(null);
	const [listed] = (await ask(owner, tenant, 'GET', PATH)).json().data;
	expect(listed).toMatchObject({ lastAt: new Date(due.getTime() + 6 * 86_400_000).toISOString() });
});

test('several who send at once, and one who is killed before the end, send it once', async () => {
	const { tenant, owner } = await scene();
	const made = await add(owner, tenant, change([owner.email]));
	setClock(() => new Date(made.nextAt));
	const { customerId } = tenant;
	const killed = { ...t.server.kernel, jobs: { ...t.server.kernel.jobs, send: () => Promise.reject(new Error('killed')) } };
	await expect(sendOne(killed, askerOf, customerId, made.id)).rejects.toThrow('killed');
	expect(await mails(tenant)).toEqual([]);
	const answers = await Promise.all(Array.from({ length: 5 }, () => sendOne(t.server.kernel, askerOf, customerId, made.id)));
	expect(answers.filter((sent) => sent !== null)).toEqual([1]);
	expect(await mails(tenant)).toHaveLength(1);
});

test('only readers of the report at that customer get it: others are refused by name', async () => {
	const { tenant, owner, one } = await scene();
	const foreign = await t.person([], { adminOf: [await t.tenant()] });
	const plain = await t.person();
	const given = change([owner.email, foreign.email, plain.email, 'nobody@example.com']);
	const refused = await ask(owner, tenant, 'POST', PATH, given);
	expect([refused.status, refused.json().code]).toEqual([422, 'not_usable']);
	for (const email of [foreign.email, plain.email, 'nobody@example.com']) expect(refused.json().fields.to).toContain(email);
	expect(refused.json().fields.to).not.toContain(owner.email);
	// Costs are no domain admin's, and what is of all domains is not of those who see one.
	expect((await ask(owner, tenant, 'POST', PATH, change([one.email], { report: 'costs' }))).status).toBe(422);
	expect((await ask(owner, tenant, 'POST', PATH, change([one.email]))).status).toBe(422);
	expect((await ask(owner, tenant, 'POST', PATH, change([one.email], { domainId: tenant.domainId }))).status).toBe(200);
	expect((await ask(one, tenant, 'POST', PATH, change([one.email], { report: 'ledger' }))).status).toBe(403);
	// Of their own domains a domain's admin may send it to whoever sees these.
	const own = await add(one, tenant, change([one.email, owner.email]));
	expect((await ask(one, tenant, 'GET', PATH)).json().data.map(({ id }: { id: string }) => id)).toEqual([own.id]);
	expect((await ask(owner, tenant, 'GET', PATH)).json().data).toHaveLength(2);
	const [others] = (await ask(owner, tenant, 'GET', PATH)).json().data.filter(({ id }: { id: string }) => id !== own.id);
	for (const method of ['PUT', 'DELETE'] as const)
		expect((await ask(one, tenant, method, `${PATH}/${others.id}`, method === 'PUT' ? change([one.email]) : undefined)).status).toBe(404);
	const elsewhere = await t.tenant();
	expect((await ask(owner, tenant, 'POST', PATH, change([owner.email], { domainId: elsewhere.domainId }))).status).toBe(404);
	expect((await ask(foreign, tenant, 'GET', PATH)).status).toBe(404);
	expect((await ask(foreign, tenant, 'DELETE', `${PATH}/${own.id}`)).status).toBe(404);
	const changed = await ask(owner, tenant, 'PUT', `${PATH}/${own.id}`, change([owner.email], { every: { unit: 'week', day: 3 } }));
	expect(changed.json().data).toMatchObject({ every: { unit: 'week', day: 3 }, by: owner.email });
	expect((await ask(owner, tenant, 'DELETE', `${PATH}/${own.id}`)).json().data).toEqual({ id: own.id });
	expect((await activity(tenant)).map(({ action }) => action)).toEqual(['added', 'added', 'changed', 'deleted']);
});

test('fifty are the most', async () => {
	const { tenant, owner } = await scene();
	await add(owner, tenant, change([owner.email]));
	await t.storage.inTenant(tenant.customerId, (tx) =>
		tx.query(
			`insert into report_schedule select customer_id, gen_random_uuid(), report, domain_id, every, hour, zone, recipients, csv, link, language,
				made_by, made_at, next_at, last_at from report_schedule, generate_series(1, 49) where customer_id = $1`,
			[tenant.customerId],
		),
	);
	const refused = await ask(owner, tenant, 'POST', PATH, change([owner.email]));
	expect([refused.status, refused.json().code]).toEqual([409, 'too_many_schedules']);
});

test('whose rights are gone gets nothing, and when they are its maker’s it ends, with a line in the activity', async () => {
	const { tenant, owner } = await scene();
	const { customerId } = tenant;
	const second = await t.person([], { adminOf: [tenant] });
	const made = await add(owner, tenant, change([owner.email, second.email]));
	const leaves = (who: Person) =>
		t.storage.inTenant(customerId, (tx) =>
			tx.query('delete from user_customer where customer_id = $1 and user_id = $2', [customerId, who.userId]),
		);
	await leaves(second);
	await send(made.nextAt);
	expect((await mails(tenant)).map(({ recipient }) => recipient)).toEqual([owner.email]);
	await leaves(owner);
	await send(new Date(Date.parse(made.nextAt) + 86_400_000));
	expect(await mails(tenant)).toHaveLength(1);
	expect((await activity(tenant)).map(({ action }) => action)).toEqual(['added', 'ended']);
	expect(await dueSchedules(t.storage.across, new Date('2100-01-01'))).not.toContainEqual({
		customer_id: customerId,
		schedule_id: made.id,
	});
	// A domain that is gone ends it, too.
	const again = await t.person([], { adminOf: [tenant] });
	const own = await add(again, tenant, change([again.email], { domainId: tenant.domainId }));
	await t.storage.asOwner((client) =>
		client.query('update report_schedule set domain_id = gen_random_uuid() where schedule_id = $1', [own.id]),
	);
	await send(new Date(Date.parse(own.nextAt) + 2 * 86_400_000));
	expect((await activity(tenant)).at(-1)?.action).toBe('ended');
});

test('of a domain that is off the lists and may come back nothing is mailed, and its report goes on when it is back', async () => {
	const { tenant, owner } = await scene();
	const admin = await t.person(['ADMIN']);
	const own = await add(owner, tenant, change([owner.email], { domainId: tenant.domainId }));
	const path = `/api/manage/domain/deletionrequest?id=${tenant.domainId}`;
	const asked = await ask(owner, tenant, 'POST', path, { reason: 'We close the shop.' });
	expect(asked.status, asked.text).toBe(200);
	const request = `/api/manage/domain/deletionrequest?id=${asked.json().data.id}`;
	const processed = await t.send(admin, 'PUT', request, { body: { action: 'process' } });
	expect(processed.status, processed.text).toBe(200);
	await send(own.nextAt);
	expect(await mails(tenant)).not.toContainEqual(expect.objectContaining({ subject: expect.stringContaining('report') }));
	expect((await activity(tenant)).map(({ action }) => action)).toEqual(['added']);
	setClock(null);
	const back = await t.send(admin, 'PUT', request, { body: { action: 'cancel' } });
	expect(back.status, back.text).toBe(200);
	await send(new Date(Date.parse(own.nextAt) + 86_400_000));
	expect((await mails(tenant)).filter(({ subject }) => subject.includes('report')).map(({ recipient }) => recipient)).toEqual([
		owner.email,
	]);
});

test('figures of a domain’s own admin are those of their domains', async () => {
	const { tenant, owner, one } = await scene();
	const { publishedFolder } = await publishBanner(t, owner, tenant);
	await sendRecords(t, tenant, publishedFolder, choice({ statistics: true }));
	const made = await add(one, tenant, change([one.email], { report: 'consumers' }));
	await t.storage.asOwner(async (client) => {
		// Another domain's roll-up of the same moment.
		await client.query(`insert into domain (customer_id, domain_id, host) values ($1, gen_random_uuid(), $2)`, [
			tenant.customerId,
			`other-${tenant.host}`,
		]);
		for (const grain of ['minute', 'quarter', 'hour', 'day'])
			await client.query(
				`insert into count_${grain} (customer_id, what, at, domain_id, key, n, gone)
				select $1, 'choice', date_trunc('hour', now()), domain_id, 'all', 900, 0 from domain where customer_id = $1 and host = $2`,
				[tenant.customerId, `other-${tenant.host}`],
			);
	});
	await send(made.nextAt);
	const [mail] = await mails(tenant);
	expect(mail?.body_text).toContain('Visitors who answered: 1 ');
});

test('who is erased at the customer gets no more, and one that nobody gets is gone', async () => {
	const { tenant, owner } = await scene();
	const { customerId } = tenant;
	const second = await t.person([], { adminOf: [tenant] });
	const both = await add(owner, tenant, change([owner.email, second.email]));
	const alone = await add(owner, tenant, change([second.email]));
	await t.storage.inTenant(customerId, (tx) => dropRecipients(tx, customerId, { whole: [], anywhere: [second.email] }));
	const { data } = (await ask(owner, tenant, 'GET', PATH)).json();
	expect(data.map(({ id, to }: { id: string; to: string[] }) => [id, to])).toEqual([[both.id, [owner.email]]]);
	expect(data.map(({ id }: { id: string }) => id)).not.toContain(alone.id);
	// By the erasure itself: the address of somebody who is known there.
	const machine = await t.machine(owner, tenant);
	const known = await t.send(null, 'POST', '/edge/v1/profiles', {
		headers: machine,
		body: { domainId: tenant.domainId, profiles: [{ person: { email: owner.email }, firstName: 'Olli' }] },
	});
	const person = known.json().data.results[0].luvallaId;
	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, person));
	expect((await ask(owner, tenant, 'GET', PATH)).json().data).toEqual([]);
});

test('the file of an account names the reports that it gets', async () => {
	const { tenant, owner } = await scene();
	await add(owner, tenant, change([owner.email]));
	const kept = await t.storage.inPlatform((tx) => t.server.kernel.hooks.keptOfUser.ask(tx, { userId: owner.userId, email: owner.email }));
	expect(Object.assign({}, ...kept).reportSchedules).toMatchObject([
		{ customer_id: tenant.customerId, report: 'consents', own: true, gets: true },
	]);
});

test('a mail server gets text, HTML and the file', async () => {
	const sink = await openSink();
	try {
		const { tenant, owner } = await scene();
		const made = await add(owner, tenant, change([owner.email], { csv: true }));
		const log = createLog({ logLevel: 'error' });
		const handlers = new Map<string, (data: unknown) => Promise<void>>();
		const jobs = {
			...t.server.kernel.jobs,
			work: async (name: string, handler: (data: unknown) => Promise<void>) => void handlers.set(name, handler),
			schedule: async () => undefined,
		};
		const end = await startMail(
			{ smtpUrl: `smtp://127.0.0.1:${sink.port}`, mailFrom: 'luvalla@example.com' },
			t.storage.forWork,
			jobs,
			log,
		);
		await send(made.nextAt);
		const [queued] = await t.storage.inPlatform((tx) =>
			tx.query<{ id: string }>('select id from mail where customer_id = $1', [tenant.customerId]),
		);
		await handlers.get('mail')?.({ id: queued?.id });
		end();
		const mail = await PostalMime.parse(String(sink.mails[0]?.raw));
		expect(mail.to?.[0]?.address).toBe(owner.email);
		expect([mail.text, mail.html]).toEqual([expect.stringContaining('Choices in banners'), expect.stringContaining('<table')]);
		expect(mail.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
			[expect.stringMatching(/^consents-.*\.csv$/), 'text/csv'],
		]);
		// What was in it is forgotten.
		expect(await mails(tenant)).toMatchObject([{ body_text: null, attached: null }]);
	} finally {
		await sink.stop();
	}
});

test('a domain that is deleted ends what was mailed about it, at once: until its hour it stood in the list as one of all domains', async () => {
	const { tenant, owner } = await scene();
	const { customerId } = tenant;
	const made = await t.send(owner, 'POST', '/api/domain', { body: { domain: `second-${customerId}.localhost`, customerId } });
	const domainId: string = made.json().data.id;
	await add(owner, tenant, change([owner.email], { domainId }));
	const whole = await add(owner, tenant, change([owner.email]));
	const admin = await t.person(['ADMIN']);
	expect((await t.send(admin, 'DELETE', `/api/manage/domain?id=${domainId}`)).status).toBe(200);
	const left = await ask(owner, tenant, 'GET', PATH);
	expect(left.json().data.map(({ id }: ReportSchedule) => id)).toEqual([whole.id]);
	expect((await activity(tenant)).map(({ action }) => action)).toEqual(['added', 'added', 'ended']);
});
