/** Names of which a domain or a customer has each once: whoever gives one that somebody gives at the same moment is told so. */
import { expect, test } from 'vitest';
import { newId } from '../src/kernel/clock.ts';
import { startApp } from './app.ts';
import { campaignScene, type Scene } from './engagement/scene.ts';
import { CONFIG, WORDING } from './signup-stage.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });

const CONTENT = { contentType: 'Email', controls: { en: { subject: 'Hello' } } };
const SMTP = { host: '127.0.0.1', port: 2525, security: 'none', user: '', password: '' };

type Named = [
	what: string,
	path: string,
	bodyOf: (name: string, scene: Scene, segment: string) => object | Promise<object>,
	field?: string,
];
const NAMED: readonly Named[] = [
	['campaign', '/api/manage/Campaign', (title) => ({ title })],
	['audience', '/api/manage/audience', (title, _, segment) => ({ title, segments: [segment] })],
	['segment', '/api/manage/domain/segment', (name) => ({ name }), 'name'],
	['content', '/api/manage/content', (title) => ({ title, ...CONTENT })],
	['constellation', '/api/manage/constellation/', (title) => ({ title, channel: 0 })],
	[
		'connector',
		'/api/manage/Connector',
		(name, { tenant }) => ({ customerId: tenant.customerId, type: 'smtp', name, config: SMTP }),
		'name',
	],
	[
		'sender',
		'/api/manage/sender',
		(name, { tenant }) => ({ domainId: tenant.domainId, name, address: `${name}@a.example`, postal: 'Turku' }),
		'address',
	],
	['purpose', '/api/consent/purpose/{customerId}', (name, { tenant }) => ({ domainId: tenant.domainId, name, wording: WORDING }), 'name'],
	[
		'sign-up form',
		'/api/manage/signupform',
		async (title, scene) => ({ title, config: { ...CONFIG, purposeId: await scene.addPurpose({ name: title, channels: ['email'] }) } }),
	],
];

test.each(NAMED)('Of six who give a %s one name at once one has it', async (_, path, bodyOf, field = 'title') => {
	const scene = await campaignScene(t);
	const segment = await scene.segment([]);
	const body = await bodyOf(newId(), scene, segment);
	const answers = await Promise.all(
		Array.from({ length: 6 }, () => scene.ask('POST', path.replace('{customerId}', String(scene.tenant.customerId)), body)),
	);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
	// the others read it at the field that they gave
	for (const answer of answers.filter(({ status }) => status === 409))
		expect(answer.json().fields).toEqual({ [field]: expect.any(String) });
});

test.each(NAMED.filter(([what]) => what !== 'sender'))(
	'The name of a %s is taken in whatever pieces its letters come',
	async (...named) => {
		const [, path, bodyOf, field = 'title'] = named;
		const scene = await campaignScene(t);
		const [segment, name] = [await scene.segment([]), `Mäkikylä ${newId()}`];
		const body = await bodyOf(name, scene, segment);
		const ask = (given: object) => scene.ask('POST', path.replace('{customerId}', String(scene.tenant.customerId)), given);
		await scene.fine(ask(body));
		// As a Mac names files and copies text out of them.
		const again = await ask({ ...body, [field]: name.normalize('NFD') });
		expect([again.status, again.json().fields]).toEqual([409, { [field]: expect.any(String) }]);
	},
);

test('Each of six copies made at once has a title of its own, and breaks no sign of it', async () => {
	const scene = await campaignScene(t);
	const copies = async (path: string, id: string): Promise<string[]> => {
		const answers = await Promise.all(Array.from({ length: 6 }, () => scene.ask('POST', `${path}/${id}/copy`)));
		return answers.map((answer) => answer.json().data?.title ?? answer.text);
	};
	for (const [path, title, more] of [
		['/api/manage/Campaign', `${'a'.repeat(117)}😀b`, {}],
		['/api/manage/Campaign', `${'a'.repeat(117)} b`, {}],
		['/api/manage/content', `${'a'.repeat(115)}😀bbb`, CONTENT],
	] as const) {
		const { id } = await scene.fine<{ id: string }>(scene.ask('POST', path, { title, ...more }));
		const titles = await copies(path === '/api/manage/Campaign' ? '/api/manage/campaign' : path, id);
		expect(new Set(titles).size).toBe(6);
		expect(titles.filter((one) => !/^a+ (\d+|\(\d\))$/.test(one))).toEqual([]);
	}
});

test('A title is the same as the database has it, whatever its small letters are elsewhere', async () => {
	const scene = await campaignScene(t);
	for (const title of ['ΚΑΦΕΣ', 'İstanbul']) {
		const add = () => scene.ask('POST', '/api/manage/content', { title, ...CONTENT });
		const { id } = await scene.fine<{ id: string }>(add());
		const again = await add();
		expect([again.status, again.json().code]).toEqual([409, 'content_known']);
		for (const end of [' (2)', ' (3)'])
			expect((await scene.fine<{ title: string }>(scene.ask('POST', `/api/manage/content/${id}/copy`))).title).toBe(title + end);
	}
});

test('A purpose that six reword at once gets one new version, and whoever came later reads that', async () => {
	const scene = await campaignScene(t);
	const id = await scene.addPurpose({ name: newId(), wording: WORDING });
	const wording = { en: { name: 'News', about: 'Other words.' } };
	const reword = () => scene.ask('PUT', `/api/consent/purpose/${scene.tenant.customerId}`, { id, wording });
	const answers = await Promise.all(Array.from({ length: 6 }, reword));
	expect(answers.map((answer) => [answer.status, answer.json().data?.version])).toEqual(Array(6).fill([200, 2]));
});
