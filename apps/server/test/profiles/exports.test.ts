/** What people bring from the tools that they leave: a file of each is taken for what it is, and nobody who left is written to again. */
import type { Target, Upload } from '@luvalla/contract/profiles/uploads.ts';
import { describe, expect, test } from 'vitest';
import { lookAt } from '../../src/wings/profiles/uploads/look.ts';
import { startApp } from '../app.ts';
import { EXPORTS } from './exports.ts';
import { uploadStage } from './upload-stage.ts';

const t = await startApp();

const inAWord = (target: Target): string =>
	target.to === 'fact' ? target.fact : target.to === 'attribute' ? `attribute ${target.kind}` : target.to;

const becomes = ({ columns }: Pick<Upload, 'columns'>): Record<string, string> =>
	Object.fromEntries(columns.flatMap(({ name, target }) => (target.to === 'nothing' ? [] : [[name, inAWord(target)]])));

/** Purposes for letters, and for text messages. */
const AROUND = {
	purposes: [
		{ id: '0197a3c0-0000-7000-8000-000000000001', names: ['clubletter'], channels: ['email'] },
		{ id: '0197a3c0-0000-7000-8000-000000000002', names: ['textmessages'], channels: ['sms'] },
	],
	kinds: new Map(),
	room: 1000,
};

describe.each(EXPORTS)('a file of $tool', ({ file, known: tool, everybody, csv, becomes: wanted, rows, left, bounced, anna, names }) => {
	test('is proposed as what it is', async () => {
		expect(becomes(await lookAt(Buffer.from(csv), {}, async () => AROUND))).toEqual(wanted);
	});

	test('is imported as it is proposed', async () => {
		const s = await uploadStage(t);
		const upload = await s.store(csv, s.tenant, file);
		expect(upload.tool).toBe(tool ?? null);
		expect(upload.everybody).toEqual(
			everybody === undefined
				? null
				: { to: 'status', words: {}, rest: everybody, purposeIds: everybody === 'bounce' ? [] : [s.purposeId], on: null },
		);
		const all = upload.columns.flatMap(({ target }) => (target.to === 'status' ? [target] : []));
		const leaving = all.filter(({ words, rest }) =>
			[...Object.values(words), rest].some((one) => one === 'unsubscribe' || one === 'complaint'),
		);
		for (const { purposeIds } of leaving) expect(purposeIds).toEqual([s.purposeId]);
		const dry = await s.check(upload);
		expect(await s.findings(dry)).toEqual([]);
		const done = await s.write(dry);
		expect(done).toMatchObject({ state: 'done', counts: { rows, rejected: 0, no: left.length, bounced: bounced.length } });
		for (const email of left) expect([email, await s.answerOf({ email })]).toEqual([email, false]);
		const undeliverable = await t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query<{ value: string }>(`select value from person_identifier where customer_id = $1 and bounced_at is not null order by value`, [
				s.tenant.customerId,
			]),
		);
		expect(undeliverable.map(({ value }) => value)).toEqual(bounced);
		if (Object.keys(anna).length > 0) {
			const known = await s.known({ email: 'anna@example.com' });
			expect(known).toMatchObject({
				...anna,
				...(anna.attributes !== undefined && { attributes: expect.objectContaining(anna.attributes) }),
			});
			const said = known.identifiers.map(({ kind, value }: { kind: string; value: string }) => `${kind}:${value}`);
			expect(said.filter((word: string) => !word.startsWith('email:')).sort()).toEqual([...names].sort());
			expect(await s.answerOf({ email: 'anna@example.com' })).toBeNull();
		}
		// Sent again it says nothing new, and nobody conflicts with themselves.
		const again = await s.check(await s.store(csv, s.tenant, file));
		expect(again.counts).toMatchObject({ rows, rejected: 0, unchanged: rows });
	});
});
