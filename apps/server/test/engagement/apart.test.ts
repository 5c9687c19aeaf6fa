/** Large letters are frozen on a thread of their own: others are answered meanwhile, and what takes too long is refused in words. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Hint } from '@luvalla/contract/engagement/contents.ts';
import { expect, test, vi } from 'vitest';
import { apart, createApart } from '../../src/wings/engagement/contents/apart.ts';
import { freezeLetter } from '../../src/wings/engagement/contents/letter.ts';
import { startApp } from '../app.ts';
import { sceneOf } from './content-scene.ts';

const t = await startApp();

/** Nearly as large as MJML may be. */
const section = (n: number): string =>
	`<mj-section><mj-column><mj-text>Offer ${n} for {{ person.first_name }}. ${'It holds until the end of the month. '.repeat(12)}</mj-text></mj-column></mj-section>`;
const LARGE = `<mjml><mj-body>${Array.from({ length: 335 }, (_, n) => section(n)).join('')}</mj-body></mjml>`;
const CONTROLS = { subject: 'Offers', rawhtml: LARGE };
const limits = { startMs: 30_000, letterMs: 20_000, memoryMb: 512, idleMs: 60_000, waiting: 1, waitMs: 20_000 };

test('a large letter is approved while others are answered, and no transaction waits for it', async () => {
	const s = await sceneOf(t);
	expect(LARGE.length).toBeGreaterThan(180_000);
	const added = await s.must('POST', 'content', { title: 'Offers', contentType: 'Email', controls: { en: CONTROLS }, markup: 'mjml' });
	const delay = monitorEventLoopDelay({ resolution: 10 });
	delay.enable();
	const began = performance.now();
	const approving = s.must('POST', `content/${added.id}/approve`);
	let over = false;
	const ended = approving
		.then(() => undefined)
		.finally(() => {
			over = true;
		});
	const answered: number[] = [];
	let heldOpen = 0;
	while (!over) {
		const from = performance.now();
		await s.must('GET', 'constellation');
		answered.push(performance.now() - from);
		const { rows } = await t.storage.asOwner((owner) =>
			owner.query<{ n: number }>(
				`select count(*)::int as n from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
				and now() - state_change > interval '300 milliseconds' and query ilike '%content%'`,
			),
		);
		heldOpen = Math.max(heldOpen, rows[0]?.n ?? 0);
	}
	const took = performance.now() - began;
	delay.disable();
	await ended;
	expect((await approving).status).toBe(5);
	// It took long, and in that time many were answered.
	expect(took).toBeGreaterThan(300);
	expect(answered.length).toBeGreaterThan(5);
	expect(heldOpen).toBe(0);
	expect(delay.max / 1e6).toBeLessThan(took / 2);
});

test('it comes out as on the thread that asks', async () => {
	const apart = createApart(limits);
	try {
		const written = { controls: CONTROLS, markup: 'mjml' as const };
		expect(await apart.of(1)('email', 'en', written)).toEqual(await freezeLetter('email', 'en', written));
		const wrong = { controls: { subject: 'x', rawhtml: '<mjml><mj-body>\n<mj-foo/></mj-body></mjml>' }, markup: 'mjml' as const };
		expect((await apart.of(1)('email', 'en', wrong)).problems).toEqual((await freezeLetter('email', 'en', wrong)).problems);
	} finally {
		await apart.stop();
	}
});

test('what takes too long or too much memory is refused in words, and the next letter is made', async () => {
	const small = { controls: { subject: 'x', rawhtml: '<mjml><mj-body></mj-body></mjml>' }, markup: 'mjml' as const };
	const written = { controls: CONTROLS, markup: 'mjml' as const };
	const short = createApart({ ...limits, letterMs: 100 });
	try {
		const late = await short.of(1)('email', 'en', written);
		expect(late).toMatchObject({ frozen: null, problems: [{ code: 'bad_mjml', control: 'rawhtml' }] });
		expect(late.problems[0]?.sentence).toContain('0.1 s');
	} finally {
		await short.stop();
	}
	const apart = createApart({ ...limits, memoryMb: 60 });
	try {
		const outcomes = [];
		for (let n = 0; n < 3; n++) outcomes.push((await apart.of(1)('email', 'en', n === 1 ? small : written)).problems.length);
		expect(outcomes[1]).toBe(0);
	} finally {
		await apart.stop();
	}
});

test('a customer’s letters wait for one another, so many and no more; another customer’s does not wait for all of them', async () => {
	const apart = createApart(limits);
	const written = { controls: CONTROLS, markup: 'mjml' as const };
	const order: string[] = [];
	const ask = (customerId: number, name: string) =>
		apart
			.of(customerId)('email', 'en', written)
			.then(() => order.push(name));
	try {
		const mine = [ask(1, 'first'), ask(1, 'second')];
		await expect(ask(1, 'third')).rejects.toMatchObject({ code: 'busy_writing', status: 429 });
		await Promise.all([...mine, ask(2, 'other')]);
		expect(order).toEqual(['first', 'other', 'second']);
	} finally {
		await apart.stop();
	}
});

/** Does something while what `judge` asks for is being judged: the letter is held from when it is asked for until `change` is over. */
const whileJudged = async <A, B>(judge: () => Promise<A>, change: () => Promise<B>): Promise<[A, B]> => {
	const real = apart.of;
	const judging = Promise.withResolvers<void>();
	const changed = Promise.withResolvers<void>();
	const held = vi.spyOn(apart, 'of').mockImplementationOnce((customerId) => async (...letter) => {
		judging.resolve();
		await changed.promise;
		return real(customerId)(...letter);
	});
	try {
		const asked = judge();
		await judging.promise;
		const done = await change().finally(() => changed.resolve());
		return [await asked, done];
	} finally {
		held.mockRestore();
	}
};

test('what was changed while it was judged is not approved, nor published', async () => {
	const s = await sceneOf(t);
	const added = await s.must('POST', 'content', { title: 'Race', contentType: 'Email', controls: { en: CONTROLS }, markup: 'mjml' });
	const change = (title: string) => () => s.must('PUT', 'content', { id: added.id, title });
	const approve = () => s.ask(s.owner, s.tenant, 'POST', `content/${added.id}/approve`);
	const [refused, changed] = await whileJudged(approve, change('Race won'));
	expect([refused.status, refused.json().code]).toEqual([409, 'content_changed']);
	expect(changed).toMatchObject({ title: 'Race won', status: 0 });
	expect((await approve()).status).toBe(200);
	const made = await s.must('POST', 'constellation', { title: 'Race', channel: 0, contents: [added.id] });
	const publish = () => s.ask(s.owner, s.tenant, 'PUT', `constellation/${made.id}/publish`);
	const [late] = await whileJudged(publish, change('Won again'));
	expect([late.status, late.json().code]).toEqual([409, 'constellation_changed']);
	expect((errors(made.hints) as string[]).length).toBe(0);
});

const errors = (hints: readonly Hint[]) => hints.filter(({ level }) => level === 'error').map(({ code }) => code);
