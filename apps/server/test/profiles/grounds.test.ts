/**
 * Segments that a purpose rests on without a yes: whoever comes into one may be written to, so every road by which somebody does takes
 * whoever answers for the customer, with fresh proof. No domain's own admin, no domain's token, no session that was left open.
 */
import type { Rule } from '@luvalla/contract/rules.ts';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { hashToken } from '../../src/kernel/http/cookies.ts';
import { changeSegments } from '../../src/wings/engagement/runs/segment-changes.ts';
import { membersOf } from '../../src/wings/people/wing.ts';
import { groundsOf } from '../../src/wings/profiles/segments/grounds.ts';
import { putIn, takeOut } from '../../src/wings/profiles/segments/members.ts';
import { type Person, startApp } from '../app.ts';
import { draftFor } from '../fixtures.ts';
import { checkedFile, untilRun, uploadTo, writtenFile } from '../upload.ts';

const t = await startApp();

const unproven = async (person: Person): Promise<Person> => {
	await t.storage.inPlatform((tx) =>
		tx.query(`update session set confirmed_at = now() - interval '1 hour' where id = $1`, [
			hashToken(person.cookie.slice(person.cookie.indexOf('=') + 1)),
		]),
	);
	return person;
};

interface Answered {
	readonly status: number;
	readonly json: () => { code?: string; data?: unknown };
}

const scene = async () => {
	const tenant = await t.tenant();
	const { customerId, domainId } = tenant;
	const owner = await t.person([], { adminOf: [tenant] });
	const tired = await unproven(await t.person([], { adminOf: [tenant] }));
	const editor = await t.person(['DOMAIN_ADMIN'], { domainsOf: [tenant] });
	const token = (await t.send(owner, 'POST', '/api/manage/domain/generatetoken', { body: { id: domainId, domain: 'x', name: 'x' } })).json()
		.data.accessToken;
	const byToken = { authorization: `Bearer ${token}` };
	const machine = await t.machine(owner, tenant);
	const headers = { customer_key: String(customerId), domain_key: domainId };
	const ask = (who: Person, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
		t.send(who, method, path, { headers, ...(body && { body }) });
	const segment = async (over: object = {}): Promise<string> =>
		(await ask(owner, 'POST', '/api/manage/domain/segment', { name: `Segment ${v7()}`, domainId, isPublic: false, ...over })).json().data
			.id;
	const rest = async (basisSegment: string): Promise<string> => {
		const name = `Offers ${v7()}`;
		const made = await ask(owner, 'POST', `/api/consent/purpose/${customerId}`, {
			domainId,
			name,
			wording: { en: { name, about: 'About it.' } },
			channels: ['email'],
			basis: 'existing customer',
			basisSegment,
		});
		expect(made.status).toBe(200);
		return made.json().data.id;
	};
	const known = async (...emails: string[]): Promise<string[]> => {
		const sent = await t.send(null, 'POST', '/edge/v1/profiles', {
			headers: { ...machine, 'idempotency-key': v7() },
			body: { domainId, profiles: emails.map((email) => ({ person: { email }, firstName: 'Anna' })) },
		});
		return sent.json().data.results.map(({ luvallaId }: { luvallaId: string }) => luvallaId);
	};
	const countIn = async (id: string): Promise<number> =>
		(await ask(owner, 'GET', `/api/manage/domain/segment/${id}/members`)).json().data.count;
	return { tenant, owner, tired, editor, byToken, machine, ask, segment, rest, known, countIn, headers };
};

const says = ({ status, json }: Answered) => [status, status === 200 ? undefined : json().code];

test('every road into a segment that a purpose rests on takes whoever answers for the customer, with fresh proof', async () => {
	const s = await scene();
	const { tenant, owner, tired, editor, ask } = s;
	const { customerId, domainId } = tenant;
	const ground = await s.segment();
	const below = await s.segment();
	const outside = await s.segment();
	const rule: Rule = {
		all: [{ field: `segment.${below}`, is: 'is', value: true }, { not: [{ field: `segment.${outside}`, is: 'is', value: true }] }],
	};
	const ruled = await s.segment({ rule });
	const open = await s.segment();
	await s.rest(ground);
	await s.rest(ruled);
	const email = `a-${v7()}@example.com`;
	const [anna = ''] = await s.known(email);
	const to = (segmentId: string) => [{ to: 'email' as const }, { to: 'segment' as const, segmentId }];
	const file =
		(segmentId: string) =>
		async (who: Person): Promise<Answered> => {
			const stored = await uploadTo(t, who, tenant, '/api/manage/config/upload', `email,x\n${email},1\n`, 'a.csv', 'users', {
				domain_key: domainId,
			});
			const { id, reading } = stored.json().data;
			const checked = await ask(who, 'POST', `/api/manage/config/upload/check/${id}`, { reading, targets: to(segmentId) });
			if (checked.status !== 200) return checked;
			const run = await untilRun(t, who, tenant, checked.json().data.id);
			const started = await ask(who, 'POST', `/api/manage/config/upload/checked/${run.id}`, {});
			if (started.status === 200) expect((await untilRun(t, who, tenant, started.json().data.id)).state).toBe('done');
			return started;
		};
	const campaign = (name: string, change: object) => (who: Person) =>
		ask(who, 'POST', '/api/manage/Campaign', { title: `Campaign ${v7()}`, domain: domainId, [name]: [change] });
	const copied = async (who: Person): Promise<Answered> => {
		const made = await campaign('postExecutionSegmentChange', { segmentId: ground })(owner);
		return ask(who, 'POST', `/api/manage/Campaign/${made.json().data.id}/copy`, {});
	};
	const changed = async (who: Person): Promise<Answered> => {
		const made = await ask(owner, 'POST', '/api/manage/Campaign', { title: `Campaign ${v7()}`, domain: domainId });
		return ask(who, 'PUT', '/api/manage/Campaign', { id: made.json().data.id, onClickSegmentChange: [{ segmentId: ground }] });
	};
	const hand = (segmentId: string, how: '' | '/remove') => (who: Person) =>
		ask(who, 'POST', `/api/manage/domain/segment/${segmentId}/members${how}`, { people: [{ email }] });
	const shape = (id: string, body: object) => (who: Person) => ask(who, 'PUT', '/api/manage/domain/segment', { id, ...body });
	const doors: [door: string, by: (who: Person) => Promise<Answered>][] = [
		['by hand', hand(ground, '')],
		['by hand, below a rule', hand(below, '')],
		['out by hand, of what a rule leaves out', hand(outside, '/remove')],
		['by file', file(ground)],
		['by file, below a rule', file(below)],
		['a rule is changed', shape(ruled, { rule: { all: [...rule.all, { field: 'city', is: 'is', value: 'Turku' }] } })],
		['a rule is taken away', shape(ruled, { rule: null })],
		['made public', shape(ground, { isPublic: true })],
		['of its domain alone', shape(ground, { isDomainSpecific: true })],
		['after a campaign', campaign('postExecutionSegmentChange', { segmentId: ground })],
		['by an open', campaign('onOpenSegmentChange', { segmentId: ground })],
		['by a click', campaign('onClickSegmentChange', { segmentId: below })],
		['taken out by a click', campaign('onClickSegmentChange', { segmentId: outside, isRemove: true })],
		['a campaign is changed', changed],
		['a campaign is copied', copied],
	];
	for (const [door, by] of doors) {
		expect([door, 'editor', ...says(await by(editor))]).toEqual([door, 'editor', 403, 'ground_segment']);
		expect([door, 'tired', ...says(await by(tired))]).toEqual([door, 'tired', 403, 'confirm_identity']);
	}
	expect([await s.countIn(ground), await s.countIn(below)]).toEqual([0, 0]);

	// A domain's token can show nobody; the customer's own machine is theirs.
	const members = (given: object, id: string, action: 'add' | 'remove') =>
		t.send(null, 'POST', `/edge/v1/segments/${id}/members`, {
			headers: { ...given, 'idempotency-key': v7() },
			body: { domainId, action, people: [{ email }] },
		});
	expect(says(await members(s.byToken, ground, 'add'))).toEqual([403, 'ground_segment']);
	expect(says(await members(s.byToken, below, 'add'))).toEqual([403, 'ground_segment']);
	expect(says(await members(s.byToken, outside, 'remove'))).toEqual([403, 'ground_segment']);
	expect(says(await members(s.byToken, open, 'add'))).toEqual([200, undefined]);
	expect(says(await members(s.machine, ground, 'add'))).toEqual([200, undefined]);
	expect(await s.countIn(ground)).toBe(1);

	// What a page's visitors choose fills none, whoever sets it up.
	for (const who of [editor, tired, owner]) {
		const refused = await t.send(who, 'POST', '/api/cmpconfigurator/lightconfig', {
			body: { ...draftFor(tenant, `Draft ${v7()}`), mapper: JSON.stringify({ segments: { statistics: [ground] } }) },
		});
		expect([refused.status, Object.keys(refused.json().fields ?? {})]).toEqual([422, ['mapper.segments.statistics']]);
	}

	// Becoming one with somebody inside.
	const [bo = ''] = await s.known(`b-${v7()}@example.com`);
	const merged = (who: Person) => ask(who, 'POST', `/api/manage/domain/person/${anna}/merge`, { other: bo });
	expect(says(await merged(editor))).toEqual([403, 'not_allowed']);
	expect(says(await merged(tired))).toEqual([403, 'confirm_identity']);
	expect(says(await merged(owner))).toEqual([200, undefined]);
	const [c = '', d = ''] = await s.known(`c-${v7()}@example.com`, `d-${v7()}@example.com`);
	expect(says(await ask(tired, 'POST', `/api/manage/domain/person/${c}/merge`, { other: d }))).toEqual([200, undefined]);

	// All of it is theirs who answer for the customer.
	for (const [door, by] of doors) expect([door, ...says(await by(owner))]).toEqual([door, 200, undefined]);
	// To take out of it takes neither; and what no purpose rests on is as it was.
	expect(says(await hand(ground, '/remove')(tired))).toEqual([200, undefined]);
	expect(says(await hand(open, '')(editor))).toEqual([200, undefined]);
	expect(says(await file(open)(editor))).toEqual([200, undefined]);
	expect(says(await campaign('onOpenSegmentChange', { segmentId: open })(editor))).toEqual([200, undefined]);
	expect([...(await t.storage.inTenant(customerId, (tx) => groundsOf(tx, customerId)))].length).toBeGreaterThan(0);
});

test('taking a file back that put people where a rule leaves them out takes the same', async () => {
	const s = await scene();
	const { tenant, owner, editor, ask } = s;
	const outside = await s.segment();
	const ruled = await s.segment({ rule: { field: `segment.${outside}`, is: 'is', value: false } });
	const csv = `email,x\nu-${v7()}@example.com,1\n`;
	const run = await writtenFile(t, editor, tenant, csv, { targets: [{ to: 'email' }, { to: 'segment', segmentId: outside }] });
	await s.rest(ruled);
	expect(says(await ask(editor, 'POST', `/api/manage/config/upload/written/${run.id}/undo`, {}))).toEqual([403, 'ground_segment']);
	const undone = await ask(owner, 'POST', `/api/manage/config/upload/written/${run.id}/undo`, {});
	expect((await untilRun(t, owner, tenant, undone.json().data.id)).state).toBe('done');
});

test('what was begun before a purpose rested on the segment is asked again when it is done', async () => {
	const s = await scene();
	const { tenant, owner, ask } = s;
	const { customerId } = tenant;
	const ground = await s.segment();
	const email = `late-${v7()}@example.com`;
	const [person = ''] = await s.known(email);
	const checked = await checkedFile(t, owner, tenant, `email,x\n${email},1\n`, {
		targets: [{ to: 'email' }, { to: 'segment', segmentId: ground }],
	});
	await s.rest(ground);
	// By people: nothing was proven, so nobody comes in.
	await t.storage.inTenant(customerId, async (tx) => {
		const cluster = await membersOf(tx, customerId, person);
		const none = { proven: [] };
		await expect(putIn(tx, customerId, ground, [cluster], { how: 'file' }, none)).rejects.toMatchObject({ code: 'ground_segment' });
		await takeOut(tx, customerId, ground, [cluster], null, none);
		const plan = { campaignId: v7(), changes: { post: [], open: [], click: [], proven: [] } };
		await changeSegments(tx, customerId, plan, [{ segmentId: ground, isRemove: false }], [person]);
	});
	expect(await s.countIn(ground)).toBe(0);
	const proven = { campaignId: v7(), changes: { post: [], open: [], click: [], proven: [ground] } };
	await t.storage.inTenant(customerId, (tx) => changeSegments(tx, customerId, proven, [{ segmentId: ground, isRemove: false }], [person]));
	expect(await s.countIn(ground)).toBe(1);
	const started = await ask(owner, 'POST', `/api/manage/config/upload/checked/${checked.id}`, {});
	expect((await untilRun(t, owner, tenant, started.json().data.id)).state).toBe('done');
});
