/** Who left by another tool is not written to by this one: files of each, even where somebody says yes for all of a file, and a campaign to everybody. */
import type { Everybody, Target, Upload } from '@luvalla/contract/profiles/uploads.ts';
import type { Run } from '@luvalla/contract/runs.ts';
import { expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { startApp } from '../app.ts';
import { untilRun, uploadTo } from '../upload.ts';
import { campaignScene } from './scene.ts';
import { startSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
const sink = await startSink();

/** Addresses of their own in each test. */
const own = (csv: string, mark: string): string => csv.replaceAll('@', `+${mark}@`);

const scene = async () => {
	const s = await campaignScene(t);
	await s.smtp(sink.port);
	const purposeId = s.purpose;
	const start = async (path: string, body: object): Promise<Run> => {
		const { id } = await s.fine<Run>(s.ask('POST', path, body));
		return untilRun(t, s.owner, s.tenant, id);
	};
	/** A file, as it is proposed; with a yes of everybody where one is said. */
	const bring = async (csv: string, name: string, everybody?: (upload: Upload) => Everybody): Promise<Run> => {
		const sent = await uploadTo(t, s.owner, s.tenant, '/api/manage/config/upload', csv, name, 'users', { domain_key: s.tenant.domainId });
		const upload: Upload = sent.json().data;
		const targets: Target[] = upload.columns.map(({ target }) => target as Target);
		const checked = await start(`/api/manage/config/upload/check/${upload.id}`, {
			reading: upload.reading,
			targets,
			everybody: everybody?.(upload) ?? upload.everybody,
		});
		return start(`/api/manage/config/upload/checked/${checked.id}`, {});
	};
	/** Who of these gets a letter. */
	const written = async (emails: readonly string[]): Promise<string[]> => {
		await s.followed();
		const { id } = await s.campaign({
			audience: await s.audience([await s.segment(emails)]),
			constellation: await s.published(),
			options: { purposes: [purposeId] },
		});
		await s.execute(id);
		await s.until(id, ['done', 'failed']);
		return emails.filter((email) => sink.mails.some(({ to }) => to.includes(email)));
	};
	const yes = (on: Extract<Everybody, { to: 'consent' }>['on']) => (): Everybody => ({
		to: 'consent',
		purposeId,
		source: 'Double opt-in of the old tool',
		on,
	});
	return { ...s, purposeId, bring, written, yes };
};

const MAILCHIMP = {
	subscribed: `Email Address,First Name,CONFIRM_TIME,LEID,EUID
anna@example.com,Anna,2024-03-05 14:05:27,1,a1
bo@example.com,Bo,2024-03-06 14:05:27,2,a2
`,
	unsubscribed: `Email Address,First Name,CONFIRM_TIME,UNSUB_TIME,LEID,EUID
bo@example.com,Bo,2024-03-06 14:05:27,2024-05-05 04:05:27,2,a2
`,
	cleaned: `Email Address,First Name,CONFIRM_TIME,CLEAN_TIME,LEID,EUID
cy@example.com,Cy,2024-03-07 14:05:27,2024-05-05 04:05:27,3,a3
`,
};

test('of Mailchimp’s three files nobody is written to until somebody says what the yes is, and then only those who stayed', async () => {
	const s = await scene();
	const mark = newId().slice(-8);
	const emails = ['anna', 'bo', 'cy'].map((name) => own(`${name}@example.com`, mark));
	// In the order that harms most: those who left come first.
	for (const kind of ['unsubscribed', 'cleaned', 'subscribed'] as const)
		expect(await s.bring(own(MAILCHIMP[kind], mark), `${kind}_email_audience_export_1f.csv`)).toMatchObject({
			counts: { rejected: 0, yes: 0 },
		});
	expect(await s.written(emails)).toEqual([]);
	for (const kind of ['subscribed', 'unsubscribed', 'cleaned'] as const)
		expect(
			await s.bring(own(MAILCHIMP[kind], mark), `${kind}_again.csv`, (upload) => ({
				...s.yes({ column: upload.columns.findIndex(({ name }) => name === 'CONFIRM_TIME') })(),
			})),
		).toMatchObject({ state: 'done', counts: { rejected: 0 } });
	expect(await s.written(emails)).toEqual([emails[0]]);
});

test.each([
	[
		'listmonk',
		'subscribers.csv',
		`uuid,email,name,attributes,status,created_at,updated_at
0d7f2f1c-1f0f-4a6c-9a6d-000000000001,anna@example.com,Anna Aalto,{},enabled,2024-03-05 14:05:27.1 +0000 UTC,2024-03-05 14:05:27.1 +0000 UTC
0d7f2f1c-1f0f-4a6c-9a6d-000000000002,bo@example.com,Bo Berg,{},blocklisted,2024-03-05 14:05:27.1 +0000 UTC,2024-03-05 14:05:27.1 +0000 UTC
`,
	],
	[
		'Mautic, its report of Do Not Contact',
		'dnc.csv',
		`Email,DNC reason,DNC channel,DNC date added
anna@example.com,Contactable,Email,2024-05-05 04:05:27
bo@example.com,Unsubscribed,Email,2024-05-05 04:05:27
`,
	],
	[
		'Brevo',
		'contacts.csv',
		`CONTACT ID;EMAIL;SMS;ADDED_TIME;MODIFIED_TIME;_SUBSCRIBED;_BLOCKLISTED
1;anna@example.com;;05-03-2024;06-03-2024;[email_marketing];[]
2;bo@example.com;;05-03-2024;06-03-2024;[];[email_marketing]
`,
	],
])('a yes that is said for all of a file of %s is said of nobody in it who left', async (_, name, csv) => {
	const s = await scene();
	const mark = newId().slice(-8);
	const emails = ['anna', 'bo'].map((one) => own(`${one}@example.com`, mark));
	const done = await s.bring(own(csv, mark), name, s.yes({ date: '2026-11-01' }));
	expect(done).toMatchObject({ state: 'done', counts: { rows: 2, rejected: 0, yes: 1, no: 1 } });
	expect(await s.written(emails)).toEqual([emails[0]]);
});

test('a file that is named after those who left takes a yes back that was said before', async () => {
	const s = await scene();
	const [anna = '', bo = ''] = s.emails(2);
	await s.say([anna, bo], true);
	expect(await s.bring(`Email\n${bo}\n`, 'unsubscribed.csv')).toMatchObject({ state: 'done', counts: { no: 1 } });
	expect(await s.written([anna, bo])).toEqual([anna]);
});
