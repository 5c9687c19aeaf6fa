/** Opens and clicks: kept of those who permit it, of nobody else, and leading nowhere but where the letter says. */
import { expect, test } from 'vitest';
import { bool, int, row, sql, text } from '../../src/kernel/storage/rows.ts';
import type { Frozen } from '../../src/wings/engagement/message.ts';
import { startApp } from '../app.ts';
import { sendLetters, visit } from './letters.ts';
import { campaignScene, LETTER, type Scene } from './scene.ts';
import { startSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
const sink = await startSink();

const link = (place: number): string => `<p>{% luvalla_link ${place} %}https://shop.example/${place}?a=1&b=ä{% endluvalla_link %}</p>`;
const THREE: Frozen = {
	...LETTER,
	languages: {
		en: {
			subject: 'Three links',
			html: `<html><body>${link(0)}${link(1)}${link(2)}</body></html>`,
			text: 'Three',
			heroimage: null,
			heroimageAlt: null,
		},
	},
};

const prepared = async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const tracking = await scene.addPurpose({ tracks: true });
	const [yes = '', no = ''] = scene.emails(2);
	await scene.say([yes, no], true);
	await scene.say([yes], true, tracking);
	return { scene, tracking, yes, no };
};

const HitRow = row({ kind: text, machine: bool });
const hitsOf = ({ tenant, tenantTx }: Scene, runId: string) =>
	tenantTx((tx) =>
		tx.rows(
			HitRow,
			sql`select kind, machine from delivery_hit where customer_id = ${tenant.customerId} and run_id = ${runId} order by at, id`,
		),
	);
const CountRow = row({ what: text, n: int });
const countsOf = async ({ tenant, tenantTx }: Scene, runId: string) =>
	Object.fromEntries(
		(
			await tenantTx((tx) =>
				tx.rows(
					CountRow,
					sql`select what, sum(n)::int as n from delivery_count where customer_id = ${tenant.customerId} and run_id = ${runId}
					and what in ('opened', 'clicked', 'machine') group by what`,
				),
			)
		).map(({ what, n }) => [what, n]),
	);
const linksOf = ({ tenant, tenantTx }: Scene, runId: string) =>
	tenantTx((tx) =>
		tx.rows(
			row({ link: int, n: int }),
			sql`select link, n::int as n from link_count where customer_id = ${tenant.customerId} and run_id = ${runId} order by link`,
		),
	);
/** Everything that is kept of a run beside its deliveries. */
const traces = async (scene: Scene, runId: string) => [
	await hitsOf(scene, runId),
	await countsOf(scene, runId),
	await linksOf(scene, runId),
];

test('Whoever permits it is counted once, whoever does not leaves a number of clicks and nothing else', async () => {
	const { scene, yes, no } = await prepared();
	const { runId, letter } = await sendLetters(t, scene, sink, { emails: [yes, no] });
	const [followed, other] = [letter(yes), letter(no)];
	expect([other.pixel, other.links[0]?.startsWith('/t/l/'), followed.links[0]?.startsWith('/t/c/')]).toEqual([null, true, true]);

	const pixel = await visit(t, followed.pixel ?? '');
	expect([pixel.statusCode, pixel.headers['content-type'], pixel.headers['cache-control']]).toEqual([
		200,
		'image/gif',
		'no-store, private',
	]);
	await visit(t, followed.pixel ?? '');
	for (const path of [followed.links[0], followed.links[0], other.links[0], other.links[0]]) {
		const gone = await visit(t, path ?? '');
		expect([gone.statusCode, gone.headers.location, gone.headers['cache-control'], gone.headers['referrer-policy']]).toEqual([
			302,
			'https://shop.example/a',
			'no-store',
			'no-referrer',
		]);
	}
	expect((await hitsOf(scene, runId)).map(({ kind, machine }) => [kind, machine])).toEqual([
		['open', false],
		['open', false],
		['click', false],
		['click', false],
	]);
	expect(await countsOf(scene, runId)).toEqual({ opened: 1, clicked: 1 });
	expect(await linksOf(scene, runId)).toEqual([{ link: 0, n: 2 }]);
	// A pixel made up of the name of a letter that has none.
	expect((await visit(t, `/t/o/${other.name}.gif`)).statusCode).toBe(200);
	expect(await countsOf(scene, runId)).toEqual({ opened: 1, clicked: 1 });
});

test('An open of whoever permits it is being there, once an hour; of nobody else anything is noted', async () => {
	const { scene, yes, no } = await prepared();
	const { customerId } = scene.tenant;
	const { letter } = await sendLetters(t, scene, sink, { emails: [yes, no] });
	/** Who was there within the hour. */
	const there = () =>
		scene.tenantTx((tx) =>
			tx.rows(
				row({ value: text, at: text }),
				sql`select i.value, s.seen_at::text as at from profile_seen s join person n on n.customer_id = ${customerId} and n.number = s.number
				join person_identifier i on i.customer_id = ${customerId} and i.person = n.person
				where s.customer_id = ${customerId} and s.seen_at > now() - interval '1 hour'`,
			),
		);
	// Their answers are of an earlier day.
	await scene.tenantTx((tx) =>
		tx.run(
			sql`update profile_seen set own_at = own_at - interval '1 day', seen_at = seen_at - interval '1 day' where customer_id = ${customerId}`,
		),
	);
	await scene.tenantTx((tx) => tx.run(sql`delete from people_touched where customer_id = ${customerId}`));
	expect(await there()).toEqual([]);
	await visit(t, letter(no).links[0] ?? '');
	await visit(t, `/t/o/${letter(no).name}.gif`);
	expect(await there()).toEqual([]);
	await visit(t, letter(yes).pixel ?? '');
	const first = await there();
	expect(first).toEqual([{ value: yes, at: expect.any(String) }]);
	await visit(t, letter(yes).pixel ?? '');
	expect(await there()).toEqual(first);
});

test('A click without an open is an open too, and after the end it counts all the same', async () => {
	const { scene, yes } = await prepared();
	const { runId, letter, campaign } = await sendLetters(t, scene, sink, { emails: [yes] });
	await visit(t, letter(yes).links[0] ?? '');
	expect(await countsOf(scene, runId)).toEqual({ opened: 1, clicked: 1 });
	expect(await scene.progress(campaign.id)).toMatchObject({ opened: 1, clicked: 1 });
});

test('After a withdrawal everything leads where it led, and no table says so', async () => {
	const { scene, tracking, yes } = await prepared();
	const { runId, letter } = await sendLetters(t, scene, sink, { emails: [yes] });
	await scene.say([yes], false, tracking);
	expect((await visit(t, letter(yes).pixel ?? '')).statusCode).toBe(200);
	expect((await visit(t, letter(yes).links[0] ?? '')).headers.location).toBe('https://shop.example/a');
	expect(await traces(scene, runId)).toEqual([[], {}, []]);
	// Permitted again: from then on.
	await scene.say([yes], true, tracking);
	await visit(t, letter(yes).pixel ?? '');
	expect(await countsOf(scene, runId)).toEqual({ opened: 1 });
});

test('A purpose that permits to be followed no longer lets nothing be kept of letters that were sent before', async () => {
	const { scene, tracking, yes } = await prepared();
	const { runId, letter } = await sendLetters(t, scene, sink, { emails: [yes] });
	await scene.fine(
		scene.ask('PUT', `/api/consent/purpose/${scene.tenant.customerId}`, { id: tracking, tracks: false, channels: ['email'] }),
	);
	await visit(t, letter(yes).pixel ?? '');
	expect((await visit(t, letter(yes).links[0] ?? '')).headers.location).toBe('https://shop.example/a');
	expect(await traces(scene, runId)).toEqual([[], {}, []]);
});

test('Machines are kept apart and never counted', async () => {
	const { scene, yes } = await prepared();
	const { runId, letter } = await sendLetters(t, scene, sink, { emails: [yes] });
	const { pixel, links } = letter(yes);
	const machines: Record<string, string>[] = [
		{ 'user-agent': 'curl/8.5.0' },
		{ 'user-agent': 'python-requests/2.32' },
		{ 'user-agent': 'Mozilla/5.0 (compatible; Barracuda Sentinel)' },
		{ 'user-agent': 'Mozilla/5.0' },
		{ 'user-agent': '' },
		{ 'sec-purpose': 'prefetch;prerender' },
		{ purpose: 'prefetch' },
		{ 'x-moz': 'prefetch' },
	];
	for (const headers of machines) expect((await visit(t, pixel ?? '', headers)).statusCode).toBe(200);
	expect((await visit(t, links[0] ?? '', {}, 'HEAD')).statusCode).toBe(302);
	expect((await hitsOf(scene, runId)).map(({ machine }) => machine)).toEqual(Array(9).fill(true));
	expect(await countsOf(scene, runId)).toEqual({ machine: 9 });
	await visit(t, pixel ?? '', { 'user-agent': 'Mozilla/5.0 (Windows NT 5.1) Gecko/2009 Firefox/11.0 (via ggpht.com GoogleImageProxy)' });
	expect(await countsOf(scene, runId)).toEqual({ machine: 9, opened: 1 });
});

test('Three links within two seconds were a scanner, also those counted before it was known', async () => {
	const { scene, yes } = await prepared();
	const segment = await scene.segment([]);
	const click = [{ segmentId: segment, segmentName: '', isRemove: false, domain: scene.tenant.domainId }];
	const { runId, letter } = await sendLetters(t, scene, sink, {
		emails: [yes],
		constellation: await scene.published(THREE),
		onClickSegmentChange: click,
	});
	const { links } = letter(yes);
	expect(links).toHaveLength(3);
	expect((await visit(t, links[1] ?? '')).headers.location).toBe('https://shop.example/1?a=1&b=%C3%A4');
	expect(await countsOf(scene, runId)).toEqual({ opened: 1, clicked: 1 });
	await Promise.all([visit(t, links[0] ?? ''), visit(t, links[2] ?? '')]);
	expect((await hitsOf(scene, runId)).map(({ machine }) => machine)).toEqual([true, true, true]);
	expect(await countsOf(scene, runId)).toEqual({ opened: 0, clicked: 0, machine: 3 });
});

test('A letter that is followed the moment it is handed over is followed by a machine', async () => {
	const { scene, yes } = await prepared();
	const { runId, letter } = await sendLetters(t, scene, sink, { emails: [yes] });
	await scene.tenantTx((tx) =>
		tx.run(sql`update delivery set settled_at = now() where customer_id = ${scene.tenant.customerId} and run_id = ${runId}`),
	);
	await visit(t, letter(yes).pixel ?? '');
	expect(await countsOf(scene, runId)).toEqual({ machine: 1 });
});

test('The first click puts a person into a segment, once', async () => {
	const { scene, yes, no } = await prepared();
	const segment = await scene.segment([]);
	const changes = [{ segmentId: segment, segmentName: '', isRemove: false, domain: scene.tenant.domainId }];
	const { letter } = await sendLetters(t, scene, sink, { emails: [yes, no], onClickSegmentChange: changes });
	await visit(t, letter(no).links[0] ?? '');
	await visit(t, letter(yes).links[0] ?? '');
	const members = () =>
		scene.tenantTx((tx) =>
			tx.rows(
				row({ n: int }),
				sql`select count(*)::int as n from segment_member where customer_id = ${scene.tenant.customerId} and segment_id = ${segment}`,
			),
		);
	await expect.poll(async () => (await members())[0]?.n).toBe(1);
	await visit(t, letter(yes).links[0] ?? '');
	expect((await members())[0]?.n).toBe(1);
});

test('No address leads anywhere that is not in a letter', async () => {
	const { scene, yes, no } = await prepared();
	const { runId, letter } = await sendLetters(t, scene, sink, { emails: [yes, no] });
	const bound = letter(yes).links[0] ?? '';
	const unbound = letter(no).links[0] ?? '';
	for (const path of [bound, unbound]) {
		const [before = '', to = ''] = path.split('?to=');
		for (const wrong of [
			`${before}?to=${encodeURIComponent('https://evil.example/')}`,
			`${before}?to=${encodeURIComponent('javascript:alert(1)')}`,
			`${before}?to=${to}&to=${encodeURIComponent('https://evil.example/')}`,
			before,
			`${before.replace(/\/0-/, '/1-')}?to=${to}`,
			`${before.slice(0, -1)}${before.endsWith('a') ? 'b' : 'a'}?to=${to}`,
			`${before}a?to=${to}`,
		]) {
			const answer = await visit(t, wrong);
			expect([wrong, answer.statusCode, answer.headers.location]).toEqual([wrong, 404, undefined]);
		}
	}
	// The seal of one letter in the address of another, and of a run in that of a letter.
	const [, seal = ''] = /\/(0-[a-z2-7]+)\?/.exec(bound) ?? [];
	expect((await visit(t, bound.replace(letter(yes).name, letter(no).name))).statusCode).toBe(404);
	expect((await visit(t, unbound.replace(/0-[a-z2-7]+/, seal))).statusCode).toBe(404);
	expect((await visit(t, `/t/o/${'a'.repeat(56)}.gif`)).statusCode).toBe(404);
	expect((await visit(t, '/t/o/x.gif')).statusCode).toBe(404);
	expect(await traces(scene, runId)).toEqual([[], {}, []]);
});

test('One letter is not kept as often as somebody likes', async () => {
	const { scene, yes } = await prepared();
	const { runId, letter } = await sendLetters(t, scene, sink, { emails: [yes] });
	const answers = await Promise.all(Array.from({ length: 150 }, () => visit(t, letter(yes).pixel ?? '')));
	expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
	expect((await hitsOf(scene, runId)).length).toBe(100);
	expect(await countsOf(scene, runId)).toEqual({ opened: 1 });
});
