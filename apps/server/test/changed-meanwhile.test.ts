/**
 * Whoever changes, approves or publishes a thing says what they read of it: what somebody else wrote since is neither replaced nor let
 * through unseen.
 */
import { expect, test } from 'vitest';
import { startApp } from './app.ts';
import { LETTER, sceneOf } from './engagement/content-scene.ts';
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
});

test('a banner of either kind', async () => {
	const tenant = await t.tenant();
	const owner = await t.person([], { adminOf: [tenant] });
	for (const [path, draft] of [
		['lightconfig', draftFor(tenant, 'Banner')],
		['tcfconfig', tcfDraftFor(tenant, 'Partners')],
	] as const) {
		const save = (change: object) => t.send(owner, 'POST', `/api/cmpconfigurator/${path}`, { body: { ...draft, ...change } });
		const { id, folder, savedAt } = (await save({})).json().data;
		const renamed = (await save({ id, savedAt, title: `${draft.title} 2` })).json().data;
		await refusedOnce(savedAt, (read) => save({ id, savedAt: read, title: `${draft.title} 3` }));
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
});
