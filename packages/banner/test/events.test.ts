// @vitest-environment node
/** What a site tells of its visitors, in Chromium: while a yes stands, and never else. */
import { describe, expect, it } from 'vitest';
import { assembleFolder, assemblePointer, type PublishInput } from '../src/assemble.ts';
import { publication } from './published.ts';
import { out, recordsOf, visit } from './visit.ts';

const remembering = { input: (input: PublishInput) => void Object.assign(input, { remembers: 'statistics' }) };
/** The page tells of something, as sites write it. */
const tell = (type: string) => {
	const own = window as unknown as { luvallaEvents?: { push(told: unknown): unknown } };
	own.luvallaEvents ??= [] as { push(told: unknown): unknown };
	own.luvallaEvents.push([type, { sum: 41 }]);
};
const kept = () => Object.entries(localStorage).filter(([key]) => /^luvalla\.[vw]$/.test(key));
const eventsIn = (visits: Awaited<ReturnType<typeof visit>>['site']['visits']) =>
	visits.flatMap(({ body }) => (body.events ?? []).map(({ type }) => type));

/** A visitor as their device names them: by a record, and the key that went with it and stands nowhere else. */
const nameOf = (site: Awaited<ReturnType<typeof visit>>['site'], id = ''): string => {
	const sent: { deviceKey?: string; records: { id: string }[] }[] = site.taken.map(({ body }) => JSON.parse(body));
	const key = sent.find(({ records }) => records.some((one) => one.id === id))?.deviceKey;
	expect(key).toMatch(/^[\w-]{36}$/);
	return `${id}.${key}`;
};

describe('a site that may remember visitors', () => {
	it('tells nothing before a yes, and nothing of before it afterwards', async () => {
		const { page, site, problems } = await visit(remembering);
		await page.evaluate(tell, 'early');
		await page.getByRole('button', { name: 'Accept all' }).click();
		await expect.poll(() => page.evaluate(kept)).toHaveLength(1);
		await page.evaluate(tell, 'order');
		await expect.poll(() => eventsIn(site.visits)).toEqual(['order']);
		const [record] = recordsOf(site).filter(({ category }) => category === 'statistics');
		expect(site.visits[0]?.body).toMatchObject({
			domainId: expect.any(String),
			configuration: expect.any(String),
			visitor: nameOf(site, record?.id),
			events: [{ type: 'order', properties: { sum: 41 } }],
		});
		// The next page is the same visitor's, and what it tells before the part is there is told.
		await page.reload();
		await page.evaluate(tell, 'view');
		await expect.poll(() => eventsIn(site.visits)).toEqual(['order', 'view']);
		expect(site.visits.every(({ body }) => body.visitor === nameOf(site, record?.id))).toBe(true);
		expect(problems).toEqual([]);
	});

	it('keeps no id and tells nothing after a no', async () => {
		const { page, site, problems } = await visit(remembering);
		await page.getByRole('button', { name: 'Refuse all' }).click();
		await expect.poll(() => recordsOf(site).length).toBe(3);
		await page.evaluate(tell, 'order');
		await page.reload();
		await page.evaluate(tell, 'view');
		await page.getByRole('button', { name: 'Cookie settings' }).waitFor();
		expect(await page.evaluate(kept)).toEqual([]);
		expect(site.visits).toEqual([]);
		expect(problems).toEqual([]);
	});

	it('has a visitor forgotten who takes it back, also where the server is away', async () => {
		const { page, site } = await visit(remembering);
		await page.getByRole('button', { name: 'Accept all' }).click();
		await expect.poll(() => page.evaluate(kept)).toHaveLength(1);
		const [[, id] = []] = await page.evaluate(kept);
		site.visiting = 503;
		await page.evaluate(() => window.luvalla?.withdraw('statistics'));
		await expect.poll(() => site.visits.map(({ what, body }) => [what, body.visitor])).toEqual([['forget', id]]);
		expect(await page.evaluate(kept)).toEqual([['luvalla.w', id]]);
		await page.evaluate(tell, 'late');
		site.visiting = 200;
		await page.reload();
		await expect.poll(() => page.evaluate(kept)).toEqual([]);
		expect(site.visits.map(({ what, body }) => [what, body.visitor])).toEqual([
			['forget', id],
			['forget', id],
		]);
	});

	it('tells what can be told, however much and whatever stands beside it', async () => {
		const { page, site, problems } = await visit(remembering);
		await page.getByRole('button', { name: 'Accept all' }).click();
		await expect.poll(() => page.evaluate(kept)).toHaveLength(1);
		// What cannot be told, before the part is there and afterwards; what is changed later was told as it was.
		const tellAll = (big: string[]) => {
			const own = window as unknown as { luvallaEvents?: { push(...told: unknown[]): unknown } };
			own.luvallaEvents ??= [] as unknown[];
			const changed = { sum: 1 };
			own.luvallaEvents.push(
				null,
				{},
				['of', { self: window }],
				['much', { sum: 1n }],
				['changed', changed],
				...big.map((text) => ['big', { text }]),
			);
			changed.sum = 2;
		};
		const big = Array.from({ length: 30 }, () => `$&${'ä'.repeat(1998)}`);
		await page.evaluate(tellAll, big);
		await expect.poll(() => new Set(eventsIn(site.visits)).size).toBe(2);
		const idsOf = () => new Set(site.visits.flatMap(({ body }) => (body.events ?? []).map((one) => Reflect.get(one, 'id'))));
		await expect.poll(() => idsOf().size).toBe(31);
		expect(site.visits[0]?.body.events?.[0]).toMatchObject({ type: 'changed', properties: { sum: 1 } });
		await page.reload();
		await page.evaluate(tellAll, []);
		await expect.poll(() => idsOf().size).toBe(32);
		// Whoever leaves has told all of it.
		await page.evaluate(
			(few) => {
				for (const type of few) window.luvallaEvents?.push([type]);
				location.href = 'about:blank';
			},
			Array.from({ length: 45 }, (_, i) => `few${i}`),
		);
		await expect.poll(() => idsOf().size).toBe(77);
		expect(problems).toEqual([]);
	});

	it('stops when the server says that the answer does not allow it', async () => {
		const { page, site } = await visit(remembering);
		await page.getByRole('button', { name: 'Accept all' }).click();
		await expect.poll(() => page.evaluate(kept)).toHaveLength(1);
		site.visiting = 403;
		await page.evaluate(tell, 'order');
		await expect.poll(() => page.evaluate(kept)).toEqual([]);
		await page.evaluate(tell, 'order');
		expect(eventsIn(site.visits)).toEqual(['order']);
	});
});

it('costs sites that remember nobody nothing', async () => {
	const { page, site } = await visit({});
	await page.getByRole('button', { name: 'Accept all' }).click();
	await expect.poll(() => recordsOf(site).length).toBe(3);
	await page.evaluate(tell, 'order');
	expect(site.asked.some((path) => path.endsWith('/events.js'))).toBe(false);
	expect(site.visits).toEqual([]);
	const plain = await publication(out);
	expect(assembleFolder(plain).some(({ path }) => path === 'events.js')).toBe(false);
	const own = { ...plain, remembers: 'statistics' };
	expect(assembleFolder(own).find(({ path }) => path === 'events.js')?.text).toContain('"category":"statistics"');
	expect(assemblePointer(own, 'f').length - assemblePointer(plain, 'f').length).toBeLessThan(100);
	expect(assemblePointer(plain, 'f')).not.toContain('events');
});
