/**
 * Whoever changes, approves or publishes a thing says what they read of it: what somebody else wrote since is neither replaced nor let
 * through unseen.
 */
import { expect, test } from 'vitest';
import { startApp } from './app.ts';
import { LETTER, sceneOf } from './engagement/content-scene.ts';
import { campaignScene } from './engagement/scene.ts';
import { startSink } from './engagement/sink.ts';
import { draftFor, tcfDraftFor } from './fixtures.ts';
import { signupStage } from './signup-stage.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

interface Answer {
	readonly status: number;
	readonly text: string;
	json(): { code?: string; data?: unknown };
}
/** @param act with what was read, or with nothing: whatever stands there is meant */
const refusedOnce = async (read: string, act: (read: string | undefined) => Promise<Answer>) => {
	const refused = await act(read);
	expect([refused.status, refused.json().code]).toEqual([409, 'changed_meanwhile']);
	const taken = await act(undefined);
	expect(taken.status, taken.text).toBe(200);
};
/** Two press at once, both with what stands there. */
const oneOfTwo = async (act: () => Promise<Answer>) => {
	const both = await Promise.all([act(), act()]);
	expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
};
const asked = (name: string, read: string | undefined): string => (read === undefined ? '' : `?${name}=${encodeURIComponent(read)}`);

test('a content and an audience', async () => {
	const s = await sceneOf(t);
	const put = (path: string, body: object) => s.ask(s.editor, s.tenant, 'PUT', path, body);
	const letter = await s.must('POST', 'content', { title: 'Advent letter', contentType: 'Email', controls: LETTER });
	const { changedAt } = await s.must('PUT', 'content', { id: letter.id, title: 'Winter letter', changedAt: letter.changedAt });
	await refusedOnce(letter.changedAt, (read) =>
		s.ask(s.editor, s.tenant, 'POST', `content/${letter.id}/approve${asked('changedAt', read)}`),
	);
	await refusedOnce(changedAt, (read) => put('content', { id: letter.id, title: 'Letter', changedAt: read }));
	expect(await s.must('GET', `content?filter=id:${letter.id}`)).toMatchObject([{ title: 'Letter' }]);

	const segment = await s.must('POST', 'domain/segment', { name: 'Regulars' });
	const audience = await s.must('POST', 'audience', { title: 'Everybody', segments: [segment.id] });
	await s.must('PUT', 'audience', { id: audience.id, title: 'Everyone', changedAt: audience.changedAt });
	await refusedOnce(audience.changedAt, (read) =>
		s.ask(s.editor, s.tenant, 'POST', `audience/${audience.id}/approve${asked('changedAt', read)}`),
	);
	await refusedOnce(audience.changedAt, (read) => put('audience', { id: audience.id, title: 'All', changedAt: read }));
	const [one] = await s.must('GET', `audience?filter=id:${audience.id}`);
	await oneOfTwo(() => put('audience', { id: audience.id, title: 'Each', changedAt: one.changedAt }));
	const [stands] = await s.must('GET', `content?filter=id:${letter.id}`);
	await oneOfTwo(() => put('content', { id: letter.id, title: 'Of two', changedAt: stands.changedAt }));
	// Who approves writes nothing back over who changes.
	for (const n of [1, 2, 3]) {
		const both = [
			put('content', { id: letter.id, title: `Letter ${n}` }),
			s.ask(s.editor, s.tenant, 'POST', `content/${letter.id}/approve`),
		];
		expect((await Promise.all(both))[0]?.status).toBe(200);
		expect(await s.must('GET', `content?filter=id:${letter.id}`)).toMatchObject([{ title: `Letter ${n}` }]);
	}
});

test('a constellation, a segment, a connector, a campaign and a triggered send', async () => {
	const s = await campaignScene(t);
	const { ask, fine } = s;
	const [somebody = ''] = s.emails(1);
	await s.say([somebody], true);
	const members = await s.segment([somebody]);
	await s.smtp((await startSink()).port);

	const star = await fine<{ id: string; changedAt: string }>(
		ask('POST', '/api/manage/constellation/', { title: 'Advent', channel: 0, contents: [] }),
	);
	const packet = (changedAt: string | undefined, title = 'Winter') =>
		ask('PUT', '/api/manage/constellation/', { id: star.id, title, changedAt });
	await fine(packet(star.changedAt));
	const early = await ask('PUT', `/api/manage/constellation/${star.id}/publish${asked('changedAt', star.changedAt)}`);
	expect([early.status, early.json().code]).toEqual([409, 'changed_meanwhile']);
	await refusedOnce(star.changedAt, packet);
	const [{ changedAt: at = '' } = {}] = await fine<{ changedAt: string }[]>(ask('GET', `/api/manage/constellation?filter=id:${star.id}`));
	await oneOfTwo(() => packet(at));

	const group = await fine<{ id: string; changedAt: string }>(ask('POST', '/api/manage/domain/segment', { name: 'Regulars' }));
	const named = (name: string) => (changedAt: string | undefined) =>
		ask('PUT', '/api/manage/domain/segment', { id: group.id, name, changedAt });
	await oneOfTwo(() => named('Guests')(group.changedAt));
	await refusedOnce(group.changedAt, named('Friends'));

	const mailing = (await s.list())[0];
	if (!mailing) throw new Error('The mail server was added.');
	await fine(s.change(mailing, {}, { name: 'Post', changedAt: mailing.changedAt }));
	await refusedOnce(mailing.changedAt, (read) => s.change(mailing, {}, { name: 'Mails', changedAt: read }));

	const constellation = await s.published();
	const campaign = await s.campaign({ audience: await s.audience([members]), constellation });
	const path = `/api/manage/campaign/${campaign.id}`;
	const retitle = (lastUpdatedAt: string | undefined) =>
		ask('PUT', '/api/manage/Campaign', { id: campaign.id, title: 'Another', lastUpdatedAt });
	await fine(retitle(campaign.lastUpdatedAt));
	await refusedOnce(campaign.lastUpdatedAt, retitle);
	await refusedOnce(campaign.lastUpdatedAt, (lastUpdatedAt) =>
		ask('POST', `/api/manage/Campaign/${campaign.id}/publish`, { lastUpdatedAt }),
	);
	await refusedOnce(campaign.lastUpdatedAt, (lastUpdatedAt) => ask('POST', `${path}/execute`, { lastUpdatedAt }));

	const journey = { trigger: { kind: 'consent', purposeId: s.purpose }, first: constellation };
	const send = await fine<{ id: string; lastUpdatedAt: string }>(ask('POST', '/api/manage/triggered', { title: 'Welcome', journey }));
	const rename = (lastUpdatedAt: string | undefined) => ask('PUT', `/api/manage/triggered/${send.id}`, { title: 'Hello', lastUpdatedAt });
	await fine(rename(send.lastUpdatedAt));
	await refusedOnce(send.lastUpdatedAt, rename);
	await refusedOnce(send.lastUpdatedAt, (lastUpdatedAt) => ask('POST', `/api/manage/triggered/${send.id}/start`, { lastUpdatedAt }));
});

test('a banner of either kind', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	for (const [path, draft] of [
		['lightconfig', draftFor(tenant, 'Banner')],
		['tcfconfig', tcfDraftFor(tenant, 'Partners')],
	] as const) {
		const save = (change: object) => t.send(owner, 'POST', `/api/cmpconfigurator/${path}`, { body: { ...draft, ...change } });
		const { id, folder, savedAt } = (await save({ savedAt: null })).json().data;
		const another = await save({ savedAt: null, template: 'NA' });
		expect(another.json()).toMatchObject({ code: 'title_taken', fields: { title: expect.any(String) } });
		const renamed = (await save({ id, savedAt, title: `${draft.title} 2` })).json().data;
		await refusedOnce(savedAt, (read) => save({ id, savedAt: read, title: `${draft.title} 3` }));
		const stands = (await save({ id, title: `${draft.title} 4` })).json().data;
		await oneOfTwo(() => save({ id, savedAt: stands.savedAt, title: `${draft.title} 5` }));
		if (path === 'lightconfig')
			await refusedOnce(renamed.savedAt, (read) =>
				t.send(owner, 'POST', `/api/cmpconfigurator/${folder}/publish${asked('savedAt', read)}`),
			);
	}
});

test('a sign-up form', async () => {
	const s = await signupStage(t, await startSink());
	const { id, savedAt } = (await s.fine<{ id: string; savedAt: string }[]>(s.ask('GET', '/api/manage/signupform')))[0] ?? s.form;
	const change = (title: string, read: string | undefined) =>
		s.ask('PUT', '/api/manage/signupform', { id, title, config: s.config, savedAt: read });
	await s.fine(change('Another name', String(savedAt)));
	await refusedOnce(String(savedAt), (read) => s.ask('POST', `/api/manage/signupform/${id}/publish${asked('savedAt', read)}`));
	await refusedOnce(String(savedAt), (read) => change('A third', read));
	const stands = await s.fine<{ savedAt: string }>(change('A fourth', undefined));
	await oneOfTwo(() => change('A fifth', stands.savedAt));
});
