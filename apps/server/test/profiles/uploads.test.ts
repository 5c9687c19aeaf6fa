/** Uploads: what a file is taken for, what becomes of its rows, and that a dry run says what the import then does. */
import type { Target, Upload } from '@luvalla/contract/profiles/uploads.ts';
import type { Run } from '@luvalla/contract/runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sweepFiles } from '../../src/kernel/files/files.ts';
import { forgetOldFindings } from '../../src/kernel/runs/runs.ts';
import { readRun } from '../../src/kernel/runs/store.ts';
import { findBeginning } from '../../src/wings/people/wing.ts';
import { followOn, isBehind } from '../../src/wings/profiles/rules/follow.ts';
import { BEGINNING, type Cursor, uploadKind } from '../../src/wings/profiles/uploads/kind.ts';
import { startApp } from '../app.ts';
import { untilRun } from '../upload.ts';
import { keyed, type UploadStage, uploadStage } from './upload-stage.ts';

const t = await startApp();

const targetsOf = ({ columns }: Upload): Target[] => columns.map(({ target }) => target);
const named = (upload: Upload, by: Readonly<Record<string, Target>>): Target[] =>
	upload.columns.map(({ name, target }) => by[name] ?? target);

const FINNISH = [
	'Asiakasnro;Sähköposti;Puhelin;Etunimi;Sukunimi;Postinro;Viim. ostos;Kirjelupa;Luvan pvm;Tila;Muistiinpanot',
	'AAL-1;aino@example.com;040 555 0142;Aino;Lehtonen;20100;2.11.2026;kyllä;17.8.2025;voimassa;soita iltapäivällä',
	'AAL-2;mk@example.com;+46 70 555 01 88;Mikko;Korhonen;00530;28.10.2026;ei;3.5.2024;voimassa;',
	'AAL-3;;0405550199;Siiri;Mäkelä;33200;31.2.2026;;;voimassa;',
	'AAL-4;siiri@;;Siiri;Mäki;33200;;;;voimassa;',
	'AAL-5;ville@example.com;040-5x5 01;Ville;Virta;;;;;voimassa;',
	'AAL-6;oona@example.com;;Oona;Oja;;;kyllä;;voimassa;',
	'AAL-7;kim@example.com;;Kim;Kivi;;;;1.2.2024;peruttu;',
	'AAL-8;liisa@example.com;;Liisa;Laine;;;;1.2.2024;palautunut;',
	'AAL-9;essi@example.com;;Essi;Elo;;;;;muu;',
	'AAL-1;toinen@example.com;;Aino;Toinen;;;;;voimassa;',
	';;;Nimetön;Henkilö;;;;;voimassa;',
].join('\r\n');

const finnishTargets = ({ purposeId }: UploadStage, upload: Upload): Target[] =>
	named(upload, {
		'Viim. ostos': { to: 'attribute', key: 'lastPurchase', kind: 'date' },
		Kirjelupa: { to: 'consent', purposeId, source: 'Paper form in the shops, version 3', on: { column: 8 } },
		'Luvan pvm': { to: 'day' },
		Tila: {
			to: 'status',
			words: { voimassa: 'nothing', peruttu: 'unsubscribe', palautunut: 'bounce' },
			purposeIds: [purposeId],
			on: { column: 8 },
		},
	});

const segmentOf = async (s: UploadStage, rule: object): Promise<string> => {
	const sent = await t.send(s.owner, 'POST', '/api/manage/domain/segment', { ...keyed(s.tenant), body: { name: 'By a rule', rule } });
	expect(sent.status, sent.text).toBe(200);
	return sent.json().data.id;
};

/** Who of a segment e-mail reaches, once everything is counted. */
const reachOf = async (s: UploadStage, segmentId: string) => {
	for (;;) {
		while (await t.storage.inTenant(s.tenant.customerId, (tx) => isBehind(tx, s.tenant.customerId)))
			await t.storage.inTenant(s.tenant.customerId, (tx) => followOn(tx, s.tenant.customerId));
		const sent = await t.send(s.owner, 'GET', `/api/manage/audience/estimate?segments=${segmentId}`, {
			headers: { ...keyed(s.tenant).headers, domain_key: s.tenant.domainId },
		});
		expect(sent.status, sent.text).toBe(200);
		const { state, reach } = sent.json().data;
		if (state === 'ready') return reach.find(({ channel }: { channel: string }) => channel === 'email');
	}
};

describe('a file', () => {
	test('is read as it is written: letters, delimiter, names of columns, and what they become', async () => {
		const s = await uploadStage(t);
		const latin = Buffer.from(FINNISH, 'latin1');
		const upload = await s.store(latin);
		expect(upload.reading).toEqual({ delimiter: 'semicolon', encoding: 'latin-1', headerRow: 1, slashed: 'day' });
		expect(upload.columns.map(({ name }) => name)).toContain('Sähköposti');
		expect(targetsOf(upload)).toEqual([
			{ to: 'externalId' },
			{ to: 'email' },
			{ to: 'phone', country: 'FI' },
			{ to: 'fact', fact: 'firstName' },
			{ to: 'fact', fact: 'lastName' },
			{ to: 'fact', fact: 'postalCode' },
			{ to: 'attribute', key: 'viimOstos', kind: 'date' },
			{ to: 'attribute', key: 'kirjelupa', kind: 'yesno' },
			{ to: 'attribute', key: 'luvanPvm', kind: 'date' },
			{ to: 'nothing' },
			{ to: 'nothing' },
		]);
		const utf16 = await s.store(Buffer.from(`\ufeff${FINNISH.replaceAll(';', '\t')}`, 'utf16le'));
		expect(utf16.reading).toMatchObject({ delimiter: 'tab', encoding: 'utf-16le', headerRow: 1 });
		// As a Mac's programs may write letters: each mark by itself.
		const apart = await s.store('Sähköposti;Kengän koko\na@example.com;41'.normalize('NFD'));
		expect(targetsOf(apart)).toEqual([{ to: 'email' }, { to: 'attribute', key: 'kengänKoko', kind: 'number' }]);
		const titled = await s.store(`Customers 2026\n\n${FINNISH}`);
		expect(titled.reading).toMatchObject({ headerRow: 2 });
		const bare = await s.store('a@example.com,Turku\nb@example.com,Oulu');
		expect(bare.reading).toMatchObject({ headerRow: 0, delimiter: 'comma' });
		expect(bare.columns).toMatchObject([
			{ name: '', target: { to: 'email' } },
			{ name: '', target: { to: 'nothing' } },
		]);
		expect((await s.send('')).json().code).toBe('not_table');
		expect((await s.send(Buffer.from('PK\x03\x04\x14\0\0\0\x08\0a\0b\0'))).json().code).toBe('workbook_broken');
	});

	test('names countries in any language that banners speak, by code, or by what people say; a column of something else is left out', async () => {
		const s = await uploadStage(t);
		const rows = {
			FI: ['Finland', 'Suomi', 'FIN', 'fi', 'Finlândia', 'フィンランド', ' FINLAND '],
			DE: ['Deutschland', 'Saksa', 'Németország'],
			US: ['USA', 'U.S.A.', 'United States', 'Yhdysvallat'],
			GB: ['UK', 'England', 'United Kingdom'],
			NL: ['The Netherlands', 'Holland', 'Nederland'],
			CI: ["Côte d'Ivoire", 'Ivory Coast'],
			CZ: ['Czech Republic', 'Czechia', 'Česko'],
		};
		const all = Object.entries(rows).flatMap(([code, names]) => names.map((name, n) => ({ email: `${code}${n}@example.com`, name, code })));
		const upload = await s.store(
			['email;country', ...all.map(({ email, name }) => `${email};${name}`), 'x@example.com;Nowhere'].join('\n'),
		);
		expect(targetsOf(upload)).toEqual([{ to: 'email' }, { to: 'fact', fact: 'country' }]);
		const dry = await s.check(upload);
		const done = await s.write(dry);
		expect((await s.findings(done)).map(({ code, value }) => [code, value])).toEqual([['not_a_country', 'Nowhere']]);
		for (const { email, name, code } of all) expect([name, (await s.known({ email })).country]).toEqual([name, code]);
		// A column that says something else is not a country, whatever it is called.
		expect(targetsOf(await s.store('email,maa\na@example.com,Pirkanmaa\nb@example.com,Uusimaa'))).toEqual([
			{ to: 'email' },
			{ to: 'nothing' },
		]);
		const file = await t.send(s.owner, 'GET', `/api/manage/runs/${done.id}/findings/file`, keyed(s.tenant));
		expect(file.text).toContain('two letters such as FI');
	});

	test('has no more columns than it may, and no more are proposed than one person may have attributes', async () => {
		const s = await uploadStage(t);
		const wide = (columns: number): string => {
			const names = Array.from({ length: columns - 1 }, (_, n) => `value ${n + 1}`);
			return [
				['email', ...names],
				['a@example.com', ...names.map((_, n) => String(n))],
			]
				.map((row) => row.join(','))
				.join('\n');
		};
		const sent = await s.send(wide(501));
		expect([sent.status, sent.json().code]).toEqual([422, 'too_many_columns']);
		expect(sent.json().error).toContain('at most 500 columns');
		const upload = await s.store(wide(200));
		expect(targetsOf(upload).filter(({ to }) => to === 'attribute')).toHaveLength(100);
		expect(upload.columns.filter(({ left }) => left === 'limit').map(({ name }) => name)).toEqual(
			Array.from({ length: 99 }, (_, n) => `value ${n + 101}`),
		);
		const dry = await s.check(upload);
		expect(dry.counts).toMatchObject({ rows: 1, rejected: 0, created: 1 });
	});

	test('with days as spreadsheets write them has the days', async () => {
		const s = await uploadStage(t);
		const days = [
			'29252',
			'31.12.23',
			'31.12.2023 klo 14.05',
			'2023-12-31T14:05:00',
			'2023-12-31 14:05:00+00',
			'31-12-2023',
			'31.12.45',
			'45291.5',
		];
		const csv = ['sep=;', 'email;Syntymäaika', ...days.map((day, n) => `d${n}@example.com;${day}`)].join('\r\n');
		const upload = await s.store(csv);
		expect(upload.columns.map(({ name }) => name)).toEqual(['email', 'Syntymäaika']);
		expect(upload.reading).toMatchObject({ delimiter: 'semicolon', headerRow: 1 });
		expect(targetsOf(upload)).toEqual([{ to: 'email' }, { to: 'attribute', key: 'syntymäaika', kind: 'date' }]);
		const { done } = await s.imported(csv);
		expect(done.counts).toMatchObject({ rows: days.length, created: days.length, rejected: 0 });
		const known = await Promise.all(days.map(async (_, n) => (await s.known({ email: `d${n}@example.com` })).attributes.syntymäaika));
		expect(known).toEqual(['1980-02-01', '2023-12-31', '2023-12-31', '2023-12-31', '2023-12-31', '2023-12-31', '1945-12-31', '2023-12-31']);
		// Numbers are numbers where nothing says that they are days, and a year is no day.
		expect(targetsOf(await s.store('email,visits\na@example.com,29252'))[1]).toEqual({ to: 'attribute', key: 'visits', kind: 'number' });
		expect(targetsOf(await s.store('email,birth year\na@example.com,1980'))[1]).toEqual({
			to: 'attribute',
			key: 'birthYear',
			kind: 'number',
		});
	});

	test('with sep= as its first line is read by it, also without names of columns, and lines keep their numbers', async () => {
		const s = await uploadStage(t);
		const bare = await s.store('sep=|\na@example.com|5\nb@|6');
		expect(bare.reading).toMatchObject({ delimiter: 'bar', headerRow: 0 });
		const dry = await s.check(bare, [{ to: 'email' }, { to: 'attribute', key: 'n', kind: 'number' }]);
		expect(dry.counts).toMatchObject({ rows: 2, rejected: 1 });
		expect((await s.findings(dry)).map(({ line }) => line)).toEqual([3]);
		const wide = await s.store(Buffer.from('\ufeffsep=\t\r\nemail\r\na@example.com\r\n', 'utf16le'));
		expect(wide.reading).toMatchObject({ delimiter: 'tab', encoding: 'utf-16le', headerRow: 1 });
		expect(wide.columns.map(({ name }) => name)).toEqual(['email']);
	});

	test('with a column called like a purpose asks whether it is that consent, and takes the day beside it', async () => {
		const s = await uploadStage(t);
		const sent = await t.send(s.owner, 'POST', `/api/consent/purpose/${s.tenant.customerId}`, {
			body: {
				domainId: s.tenant.domainId,
				name: 'Newsletter',
				wording: { en: { name: 'Newsletter', about: 'Weekly.' }, fi: { name: 'Uutiskirje', about: 'Viikoittain.' } },
			},
		});
		expect(sent.status, sent.text).toBe(200);
		const newsletter = String(sent.json().data.id);
		for (const name of ['Newsletter', 'newsletter', 'UUTISKIRJE', 'uutis-kirje'])
			for (const day of ['Said on', 'Consent date', 'Luvan pvm', `${name} date`]) {
				const upload = await s.store(`email,${name},${day},city\na@example.com,yes,3.10.2026,Turku\nb@example.com,,,Oulu`);
				expect([name, day, targetsOf(upload)]).toEqual([
					name,
					day,
					[
						{ to: 'email' },
						{ to: 'consent', purposeId: newsletter, source: '', on: { column: 2 } },
						{ to: 'day' },
						{ to: 'fact', fact: 'city' },
					],
				]);
			}
		const alone = await s.store('email,Club letter\na@example.com,yes');
		expect(targetsOf(alone)[1]).toEqual({ to: 'consent', purposeId: s.purposeId, source: '', on: { date: '' } });
		// Whoever says nothing of where it comes from is refused at that column.
		const refused = await t.send(s.owner, 'POST', `/api/manage/config/upload/check/${alone.id}`, {
			...keyed(s.tenant),
			body: { reading: alone.reading, targets: targetsOf(alone) },
		});
		expect([refused.status, Object.keys(refused.json().fields)]).toEqual([400, ['targets.1.source', 'targets.1.on.date']]);
		// What is no yes or no is no consent.
		expect(targetsOf(await s.store('email,Newsletter\na@example.com,weekly'))[1]).toEqual({ to: 'nothing' });
	});

	test('has hosts beyond ASCII as mail is sent to them, and they are found as they are written', async () => {
		const s = await uploadStage(t);
		const done = await s.write(await s.check(await s.store('email\nAku@Äijä.fi')));
		expect(done).toMatchObject({ state: 'done', counts: { created: 1 } });
		expect((await s.known({ email: 'aku@xn--ij-uiac.fi' })).luvallaId).not.toBeNull();
		const found = await t.storage.inTenant(s.tenant.customerId, (tx) => findBeginning(tx, s.tenant.customerId, 'aku@Äijä.fi'));
		expect(found).toMatchObject({ found: [expect.any(String)], whole: true });
	});

	test('is taken row by row, each whole or not at all, and every rejected row says why', async () => {
		const s = await uploadStage(t);
		const upload = await s.store(Buffer.from(FINNISH, 'latin1'));
		const targets = finnishTargets(s, upload);
		const dry = await s.check(upload, targets);
		const wanted = {
			rows: 11,
			rejected: 7,
			created: 4,
			yes: 1,
			no: 2,
			bounced: 1,
		};
		expect(dry).toMatchObject({ state: 'done', counts: wanted });
		const found = [
			[4, 'no_such_day', 'Viim. ostos', '31.2.2026'],
			[5, 'not_an_email', 'Sähköposti', 'siiri@'],
			[6, 'not_a_phone', 'Puhelin', '040-5x5 01'],
			[7, 'date_needed', 'Luvan pvm', ''],
			[10, 'unknown_word', 'Tila', 'muu'],
			[11, 'on_another_row', 'Asiakasnro', 'AAL-1'],
			[12, 'nobody', null, null],
		];
		const told = (await s.findings(dry)).map(({ line, code, column, value }) => [line, code, column, value]);
		expect(told).toEqual(found);
		expect((await s.known({ email: 'aino@example.com' })).luvallaId).toBeNull();

		const done = await s.write(dry);
		expect(done).toMatchObject({ state: 'done', counts: wanted, done: done.total });
		expect((await s.findings(done)).map(({ line, code, column, value }) => [line, code, column, value])).toEqual(found);
		expect((await s.why(done)).map(({ code, count }) => [code, count])).toContainEqual(['not_an_email', 1]);
		expect(await s.known({ externalId: 'AAL-1' })).toMatchObject({
			firstName: 'Aino',
			postalCode: '20100',
			attributes: { lastPurchase: '2026-11-02' },
			identifiers: expect.arrayContaining([expect.objectContaining({ kind: 'phone', value: '+358405550142' })]),
		});
		expect(await s.answerOf({ email: 'aino@example.com' })).toBe(true);
		expect(await s.answerOf({ email: 'mk@example.com' })).toBe(false);
		expect(await s.answerOf({ email: 'kim@example.com' })).toBe(false);
		expect((await s.known({ email: 'oona@example.com' })).luvallaId).toBeNull();
		const how = await t.storage.inTenant(s.tenant.customerId, (tx) =>
			tx.query<{ how: string }>(`select how from consent_record where customer_id = $1 order by how`, [s.tenant.customerId]),
		);
		expect(how.map((one) => one.how)).toEqual(['import', 'import', 'unsubscribe']);
		// Mail to Liisa comes back: no letter reaches her, and that is why.
		const liisa = await segmentOf(s, { field: 'firstName', is: 'is', value: 'Liisa' });
		const letters = await reachOf(s, liisa);
		expect(letters).toEqual({ channel: 'email', reachable: 0, left: [{ reason: 'undeliverable', count: 1 }] });
		// The same again says nothing new, and its columns are what they became.
		const again = await s.imported(Buffer.from(FINNISH, 'latin1'), () => targets);
		expect(again.upload).toMatchObject({ remembered: true });
		expect(targetsOf(again.upload)).toEqual(targets);
		expect(again.done.counts).toMatchObject({ unchanged: 4, known: 3, rejected: 7 });
		expect(again.done.counts.created ?? 0).toBe(0);
		expect(again.done.counts).toEqual(again.dry.counts);
	});

	test('with one answer a row is the import of consents: a no is never turned into a yes', async () => {
		const s = await uploadStage(t);
		const head = 'email;purpose;value;at;source';
		await s.answer({ email: 'no@example.com' }, false, '2026-03-02T10:00:00.000Z');
		const csv = [
			`\ufeff${head}`,
			'yes@example.com;Club letter;kyllä;2026-01-02;"Old tool; export"',
			'no@example.com;Club letter;yes;2026-01-02;Old tool',
			'c@example.com;Nothing;yes;2026-01-02;Old tool',
			'd@example.com;Club letter;1;2026-01-02;',
			'e@example.com;Club letter;maybe;2026-01-02;Old tool',
			'f@example.com;Club letter;ei;31.2.2026;Old tool',
			'g@example.com;Club letter;yes;2099-01-02;Old tool',
		].join('\n');
		const { dry, done } = await s.imported(csv);
		expect(done.counts).toMatchObject({ rows: 7, yes: 2, behind: 1, rejected: 5 });
		expect(dry.counts).toEqual(done.counts);
		expect((await s.findings(done)).map(({ line, code, column }) => [line, code, column])).toEqual([
			[4, 'unknown_purpose', 'purpose'],
			[5, 'source_needed', 'source'],
			[6, 'not_yes_or_no', 'value'],
			[7, 'no_such_day', 'at'],
			[8, 'at_future', 'at'],
		]);
		expect(await s.answerOf({ email: 'yes@example.com' })).toBe(true);
		expect(await s.answerOf({ email: 'no@example.com' })).toBe(false);
	});

	test('with one answer a row takes a no whatever stands beside it', async () => {
		const s = await uploadStage(t);
		const said = (who: string, value: string, rest: string): string => `${who}@example.com;Club letter;${value};2026-01-02;${rest}`;
		const beside = ['x;;', 'Old tool;fi_FI;', 'Old tool;;9', 'Old tool;;first'];
		const csv = [
			'email;purpose;value;at;source;language;version',
			...beside.map((rest, n) => said(`n${n}`, 'no', rest)),
			said('y', 'yes', 'x;;'),
		];
		const { dry, done } = await s.imported(csv.join('\n'));
		expect(done.counts).toMatchObject({ rows: 5, no: 4, rejected: 1 });
		expect(dry.counts).toEqual(done.counts);
		expect((await s.findings(done)).map(({ line, code, column }) => [line, code, column])).toEqual([[6, 'unfit', 'source']]);
		for (const n of beside.keys()) expect(await s.answerOf({ email: `n${n}@example.com` })).toBe(false);
	});

	test('cannot be checked by targets that do not fit it', async () => {
		const s = await uploadStage(t);
		const other = await uploadStage(t);
		const upload = await s.store('email,letter\na@example.com,yes');
		const check = async (...targets: unknown[]) => {
			const sent = await t.send(s.owner, 'POST', `/api/manage/config/upload/check/${upload.id}`, {
				...keyed(s.tenant),
				body: { reading: upload.reading, targets },
			});
			return [sent.status, sent.json().code, Object.keys(sent.json().fields ?? {})];
		};
		const consent = { to: 'consent', purposeId: s.purposeId, source: 'Form', on: { date: '2026-01-02' } };
		expect(await check({ to: 'nothing' }, consent)).toEqual([422, 'nobody_named', []]);
		expect(await check({ to: 'email' })).toEqual([422, 'targets_missing', []]);
		expect(await check({ to: 'email' }, { to: 'email' })).toEqual([422, 'not_usable', ['targets.1']]);
		expect(await check({ to: 'email' }, { ...consent, purposeId: other.purposeId })).toEqual([422, 'not_usable', ['targets.1']]);
		expect(await check({ to: 'email' }, { ...consent, on: { column: 9 } })).toEqual([422, 'not_usable', ['targets.1']]);
		expect((await check({ to: 'email' }, { ...consent, source: '' }))[0]).toBe(400);
		expect(await check({ to: 'email' }, { to: 'segment', segmentId: other.purposeId })).toEqual([422, 'not_usable', ['targets.1']]);
	});

	test('is nobody else’s: to send, to see, to check, to write, to take back', async () => {
		const s = await uploadStage(t);
		const other = await uploadStage(t);
		const { upload, dry, done } = await s.imported('email\nanna@example.com');
		expect((await s.send('email\nx@example.com', other.owner)).status).toBe(404);
		const paths = [
			['GET', `/api/manage/config/upload/${upload.id}`],
			['POST', `/api/manage/config/upload/check/${upload.id}`],
			['POST', `/api/manage/config/upload/checked/${dry.id}`],
			['POST', `/api/manage/config/upload/written/${done.id}/undo`],
			['GET', `/api/manage/config/upload/rejected/${done.id}`],
		] as const;
		const body = { reading: upload.reading, targets: targetsOf(upload) };
		const elsewhere = await t.person(['DOMAIN_ADMIN'], { domainsOf: [{ ...s.tenant, domainId: '0197a3c0-0000-7000-8000-00000000000f' }] });
		for (const [method, path] of paths) {
			expect((await t.send(other.owner, method, path, { ...keyed(other.tenant), ...(method === 'POST' && { body }) })).status).toBe(404);
			expect((await t.send(elsewhere, method, path, { ...keyed(s.tenant), ...(method === 'POST' && { body }) })).status).toBe(404);
		}
		// A domain's own admin neither forgets people whom somebody else brought, nor writes what they could not have asked for.
		const local = await t.person(['DOMAIN_ADMIN'], { domainsOf: [s.tenant] });
		const localUndo = await t.send(local, 'POST', `/api/manage/config/upload/written/${done.id}/undo`, { ...keyed(s.tenant), body: {} });
		expect(localUndo.status).toBe(404);
		expect((await s.known({ email: 'anna@example.com' })).luvallaId).not.toBeNull();
		const closed = await t.send(s.owner, 'POST', '/api/manage/domain/segment', {
			...keyed(s.tenant),
			body: { name: 'Of the customer', isPublic: false, isCustomerSpecific: true },
		});
		const member = await s.store('email,in\nbo@example.com,yes');
		const ready = await s.check(member, [{ to: 'email' }, { to: 'segment', segmentId: closed.json().data.id }]);
		const localWrite = await t.send(local, 'POST', `/api/manage/config/upload/checked/${ready.id}`, { ...keyed(s.tenant), body: {} });
		expect([localWrite.status, Object.keys(localWrite.json().fields ?? {})]).toEqual([422, ['targets.1']]);
		// A domain's own admin names people by what is known of them there, and uploads to their domain alone.
		const admin = await t.person(['DOMAIN_ADMIN'], { domainsOf: [s.tenant] });
		await s.profile({ email: 'known@example.com', phone: '+358401112223' }, { city: 'Turku' });
		const sent = await s.send('email,phone\nknown@example.com,+358409999999\nnew@example.com,', admin);
		expect(sent.status).toBe(200);
	});

	test('comes again with what was rejected: mended rows are read as the file they are from, in either language', async () => {
		const rows = ['new@example.com;040 555 0143;3;12/31/2025', 'broken@;;4;3/5/2025', 'late@example.com;040 555 0144;5;1/2/2025'];
		for (const language of ['en', 'fi']) {
			const s = await uploadStage(t);
			const { upload, done } = await s.imported(['Sähköposti;Puhelin;Käynnit;Ostos', ...rows].join('\n'), ({ columns }) =>
				columns.map(({ target }) => (target.to === 'attribute' && target.kind === 'number' ? { ...target, key: 'visits' } : target)),
			);
			expect(done.counts).toMatchObject({ created: 2, rejected: 1 });
			const { headers } = keyed(s.tenant);
			const file = await t.send(s.owner, 'GET', `/api/manage/runs/${done.id}/findings/file`, {
				headers: { ...headers, 'accept-language': language },
			});
			const mended = await s.store(file.text.replace('broken@', 'mended@example.com'));
			expect(mended).toMatchObject({ remembered: true, reading: { slashed: 'month', delimiter: 'comma' } });
			expect(mended.columns.map(({ name, target }) => [name, target])).toEqual([
				...upload.columns.map(({ name, target }) => [
					name,
					target.to === 'attribute' && target.kind === 'number' ? { ...target, key: 'visits' } : target,
				]),
				...(language === 'fi' ? ['rivi', 'sarake', 'syy'] : ['line', 'column', 'reason']).map((name) => [name, { to: 'nothing' }]),
			]);
			const written = await s.write(await s.check(mended));
			expect(written.counts).toMatchObject({ rows: 1, created: 1, rejected: 0 });
			expect((await s.known({ email: 'mended@example.com' })).attributes).toEqual({ visits: 4, ostos: '2025-03-05' });
		}
		// Columns of these names are ours at the end of a file of theirs alone.
		const s = await uploadStage(t);
		expect((await s.store('line,column,reason\n7,1,2')).columns.map(({ target }) => target.to)).toEqual([
			'attribute',
			'attribute',
			'attribute',
		]);
	});

	test('with hostile content sinks nothing but its own rows', async () => {
		const s = await uploadStage(t);
		const csv = [
			'email,__proto__,=cmd',
			'a\0@example.com,x,y',
			'b@example.com,constructor,=1+1',
			'c@example.com,"never',
			'd@example.com,x,y',
		];
		const { done } = await s.imported(csv.join('\n'));
		expect(done).toMatchObject({ state: 'done', counts: { rows: 4, created: 2, rejected: 2 } });
		const file = await t.send(s.owner, 'GET', `/api/manage/runs/${done.id}/findings/file`, keyed(s.tenant));
		expect(file.text).toContain(`'=cmd`);
		expect((await s.send('email\na@example.com', s.owner, s.tenant, `${'x'.repeat(199)}😀\u0007.csv`)).status).toBe(200);
		// What is cut to a length is not cut within a sign.
		const long = await s.imported(`email,${'n'.repeat(199)}😀,${'m'.repeat(99)}𐐀\nlong@example.com,1,2\nlong@,${'v'.repeat(499)}😀,2`);
		expect(long.done).toMatchObject({ state: 'done', counts: { rows: 2, created: 1, rejected: 1 } });
		const wide = Array.from({ length: 300 }, (_, n) => `c${n}`).join(',');
		expect((await s.store(`email,${wide}\nw@example.com`)).columns).toHaveLength(301);
	});
});

describe('a dry run', () => {
	/** Rows about a few people, so that they meet each other again and again. */
	const rowOf = fc.record({
		who: fc.constantFrom(
			'a@x.example,,',
			'b@x.example,,',
			',+358401234567,',
			'a@x.example,+358401234567,',
			'b@x.example,,B1',
			',,B1',
			',,C1',
		),
		city: fc.constantFrom('', 'Turku', 'Oulu'),
		size: fc.constantFrom('', '41', '42', 'large'),
		letter: fc.constantFrom('', 'yes', 'no'),
		day: fc.integer({ min: 1, max: 9 }),
	});

	test('of any file says what the import then does', async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(rowOf, { minLength: 1, maxLength: 25 }), async (rows) => {
				const s = await uploadStage(t);
				await s.profile({ email: 'a@x.example' }, { city: 'Turku' });
				const csv = [
					'email,phone,externalId,city,size,letter,on',
					...rows.map(({ who, city, size, letter, day }) => `${who},${city},${size},${letter},2026-02-0${day}`),
				].join('\n');
				const { dry, done } = await s.imported(csv, (upload) =>
					named(upload, {
						size: { to: 'attribute', key: 'size', kind: 'number' },
						letter: { to: 'consent', purposeId: s.purposeId, source: 'Form', on: { column: 6 } },
						on: { to: 'day' },
					}),
				);
				expect(dry.state).toBe('done');
				expect(dry.counts).toEqual(done.counts);
				expect(await s.findings(dry)).toEqual(await s.findings(done));
			}),
			{ numRuns: 20 },
		);
	});
});

describe('a check that is put down after a step', () => {
	/** Its steps from a cursor on, as the run goes on when its turn comes again. */
	const stepsOf = async (s: UploadStage, { id }: Run) => {
		const { kernel } = t.server;
		const kind = uploadKind({ ...kernel, storage: t.storage.forWork });
		const stored = await t.storage.inTenant(s.tenant.customerId, (tx) => readRun(tx, s.tenant.customerId, id));
		const input = kind.input.parse(stored?.input);
		const started = { customerId: s.tenant.customerId, runId: id, domainId: s.tenant.domainId, input, by: null };
		return (cursor: Cursor) => kind.steps({ ...started, cursor })[Symbol.asyncIterator]();
	};
	const rows = Array.from({ length: 6_000 }, (_, n) => `nobody ${n},Turku ${'x'.repeat(60)}`);

	test('goes on although nothing of it was taken so far, and ends with what it found', async () => {
		const s = await uploadStage(t);
		const checked = await s.check(await s.store(`email,city\n${rows.join('\n')}`), [{ to: 'email' }, { to: 'fact', fact: 'city' }]);
		expect(checked).toMatchObject({ state: 'done', counts: { rows: 6_000, rejected: 6_000 } });
		const from = await stepsOf(s, checked);
		let cursor = BEGINNING;
		let rejected = 0;
		for (let steps = 0; ; steps++) {
			const { done, value: step } = await from(cursor).next();
			if (done) {
				expect(steps).toBeGreaterThan(1);
				break;
			}
			const moved = await t.storage.inTenant(s.tenant.customerId, step);
			cursor = moved.cursor;
			rejected += moved.counts?.rejected ?? 0;
		}
		expect(rejected).toBe(6_000);
	});

	test('is to be started again when the database has lost what it knew', async () => {
		const s = await uploadStage(t);
		const checked = await s.check(await s.store(`email,city\n${rows.join('\n')}`), [{ to: 'email' }, { to: 'fact', fact: 'city' }]);
		const from = await stepsOf(s, checked);
		const { value: step } = await from(BEGINNING).next();
		const { cursor } = await t.storage.inTenant(s.tenant.customerId, async (tx) => {
			const moved = await step(tx);
			// As a crash of PostgreSQL empties what is not logged.
			await tx.query('delete from run_scratch where customer_id = $1', [s.tenant.customerId]);
			return moved;
		});
		await expect(from(cursor).next()).rejects.toMatchObject({ code: 'check_anew' });
	});
});

describe('a segment of the people of a file', () => {
	const made = async (s: UploadStage, id: string, name = 'people', who = s.owner) =>
		t.send(who, 'POST', `/api/manage/config/upload/written/${id}/segment`, { ...keyed(s.tenant), body: { name } });
	const membersOf = async (s: UploadStage, id: string): Promise<string[]> =>
		(
			await t.storage.inTenant(s.tenant.customerId, (tx) =>
				tx.query<{ value: string }>(
					`select i.value from segment_member m join person_identifier i on i.customer_id = $1 and i.person = m.person and i.kind = 'email'
					where m.customer_id = $1 and m.segment_id = $2 order by i.value`,
					[s.tenant.customerId, id],
				),
			)
		).map(({ value }) => value);
	const countOf = async (s: UploadStage, id: string) =>
		(await t.send(s.owner, 'GET', '/api/manage/domain/segment', keyed(s.tenant))).json().data.find((one: { id: string }) => one.id === id);

	test('has exactly those whom it brought or found again, and is empty when the file is taken back', async () => {
		const s = await uploadStage(t);
		await s.imported('email\nother@example.com\nknown@example.com');
		const { dry, done } = await s.imported('email,city\nanna@example.com,Turku\nbo@example.com,Oulu\nknown@example.com,\nbroken@,Turku');
		const sent = await made(s, done.id);
		expect(sent.status, sent.text).toBe(200);
		const { segmentId, name, run } = sent.json().data;
		expect([name, run]).toEqual(['people', null]);
		expect(await membersOf(s, segmentId)).toEqual(['anna@example.com', 'bo@example.com', 'known@example.com']);
		expect(await countOf(s, segmentId)).toMatchObject({ count: 3, sources: ['file'], domainId: s.tenant.domainId, can: { change: true } });
		expect((await made(s, done.id)).json().data.name).toBe('people (2)');
		const longest = 'p'.repeat(120);
		await made(s, done.id, longest);
		expect((await made(s, done.id, longest)).json().data.name).toBe(`${'p'.repeat(116)} (2)`);
		// A check wrote nobody, and whoever does not see the run does not learn of it.
		expect((await made(s, dry.id)).json().code).toBe('nothing_written');
		const other = await uploadStage(t);
		expect((await made(other, done.id)).status).toBe(404);
		const local = await t.person(['DOMAIN_ADMIN'], { domainsOf: [s.tenant] });
		expect((await made(s, done.id, 'mine', local)).status).toBe(200);
		await s.undo(done);
		expect(await membersOf(s, segmentId)).toEqual([]);
		expect(await countOf(s, segmentId)).toMatchObject({ count: 0 });
		expect((await made(s, done.id)).json().code).toBe('nothing_written');
	});

	test('of a larger file is filled on by a run', async () => {
		const s = await uploadStage(t);
		const people = Array.from({ length: 2_300 }, (_, n) => `p${String(n).padStart(4, '0')}@example.com`);
		const { done } = await s.imported(`email\n${people.join('\n')}`);
		const { segmentId, run } = (await made(s, done.id)).json().data;
		expect((await membersOf(s, segmentId)).length).toBeGreaterThanOrEqual(1_000);
		expect(await untilRun(t, s.owner, s.tenant, run.id)).toMatchObject({ state: 'done', counts: { people: 1_300 } });
		expect(await membersOf(s, segmentId)).toEqual(people);
		expect(await countOf(s, segmentId)).toMatchObject({ count: 2_300 });
	});
});

const rowsOf = (s: UploadStage, table: string): Promise<number> =>
	t.storage.inTenant(s.tenant.customerId, async (tx) => {
		const [row] = await tx.query<{ n: number }>(`select count(*)::int as n from ${table} where customer_id = $1`, [s.tenant.customerId]);
		return row?.n ?? -1;
	});

test('a run is stopped between two steps: what it did stays and can be taken back, and the activity says so', async () => {
	const s = await uploadStage(t);
	const csv = ['email,city', ...Array.from({ length: 40_000 }, (_, n) => `person${n}@example.com,Turku`)].join('\n');
	const checked = await s.check(await s.store(csv));
	const sent = await t.send(s.owner, 'POST', `/api/manage/config/upload/checked/${checked.id}`, { ...keyed(s.tenant), body: {} });
	const { id } = sent.json().data;
	await untilRun(t, s.owner, s.tenant, id, (run) => (run.counts.rows ?? 0) > 0);
	const cancelled = (await t.send(s.owner, 'POST', `/api/manage/runs/${id}/cancel`, keyed(s.tenant))).json().data;
	expect(cancelled).toMatchObject({ state: 'cancelled', can: { cancel: false } });
	expect(cancelled.counts.created).toBeLessThan(40_000);
	expect(await rowsOf(s, 'person')).toBe(cancelled.counts.created);
	// Another file of the same customer waits for nothing of it.
	expect((await s.imported('email\nlast@example.com')).done.counts).toMatchObject({ created: 1 });
	expect(await s.undo(cancelled)).toMatchObject({ counts: { forgotten: cancelled.counts.created } });
	expect(await rowsOf(s, 'person')).toBe(1);
	const acts = await t.storage.inTenant(s.tenant.customerId, (tx) =>
		tx.query<{ action: string }>(`select action from activity where customer_id = $1 and thing = 'upload' order by at, action`, [
			s.tenant.customerId,
		]),
	);
	expect(acts.map(({ action }) => action)).toEqual(['checked', 'imported', 'cancelled', 'checked', 'imported', 'undone']);
});

test('a file waits for its import a week, and what a run named is forgotten after thirty days', async () => {
	const s = await uploadStage(t);
	const upload = await s.store('email\nnobody');
	const checked = await s.check(upload);
	expect(await rowsOf(s, 'file_chunk')).toBe(1);
	// What was imported is kept no longer.
	await s.imported('email\na@example.com');
	expect(await rowsOf(s, 'file_chunk')).toBe(1);
	await t.storage.inTenant(s.tenant.customerId, async (tx) => {
		await tx.query(`update run set ended_at = ended_at - interval '31 days' where customer_id = $1`, [s.tenant.customerId]);
		await tx.query(`update file set expires_at = now() - interval '1 second' where customer_id = $1`, [s.tenant.customerId]);
	});
	expect(await forgetOldFindings(t.storage)).toBeGreaterThan(0);
	expect(await sweepFiles(t.storage)).toBeGreaterThan(0);
	expect(await s.findings(checked)).toEqual([]);
	expect(await rowsOf(s, 'file_chunk')).toBe(0);
	const late = await t.send(s.owner, 'POST', `/api/manage/config/upload/checked/${checked.id}`, { ...keyed(s.tenant), body: {} });
	expect(late.json().code).toBe('upload_not_checked');
	expect((await t.send(s.owner, 'GET', `/api/manage/config/upload/${upload.id}`, keyed(s.tenant))).status).toBe(422);
});

test('the example can be uploaded as it is', async () => {
	const s = await uploadStage(t);
	const example = await t.send(s.owner, 'GET', '/api/manage/config/upload/example', keyed(s.tenant));
	// But for what no file says: where its yeses come from.
	const { done } = await s.imported(example.text, (upload) =>
		targetsOf(upload).map((one) => (one.to === 'consent' ? { ...one, source: 'Paper form, version 1' } : one)),
	);
	expect(done.counts).toMatchObject({ yes: 1, no: 1 });
	expect(done.counts).toMatchObject({ rows: 2, created: 2, rejected: 0 });
});

test('a large file leaves the planner knowing what it wrote; a small one asks for nothing', async () => {
	const s = await uploadStage(t);
	const looked = async () => {
		const { rows } = await t.storage.asOwner((owner) =>
			owner.query<{ relname: string; last_analyze: Date | null }>(
				`select relname, last_analyze from pg_stat_user_tables
				where relname in ('person', 'person_identifier', 'profile', 'consent_state', 'upload_person') order by relname`,
			),
		);
		return rows.map(({ relname, last_analyze: at }) => [relname, at?.getTime() ?? 0] as const);
	};
	const before = await looked();
	await s.imported('email,city\nanna@example.com,Turku');
	// The table that nobody but files asks for: rules of larger customers have the others looked at.
	const ofFiles = (tables: Awaited<ReturnType<typeof looked>>) => tables.filter(([table]) => table === 'upload_person');
	expect(ofFiles(await looked())).toEqual(ofFiles(before));
	const since = Date.now();
	const rows = Array.from({ length: 10_500 }, (_, n) => `p${n}@example.com,${n % 100 === 0 ? 'Turku' : 'Oulu'}`);
	const { done } = await s.imported(`email,city\n${rows.join('\n')}`);
	expect(done).toMatchObject({ state: 'done', counts: { created: 10_500 } });
	for (const [table, at] of await looked()) expect([table, at >= since]).toEqual([table, true]);
	// What a rule over them is planned by.
	const { rows: plans } = await t.storage.asOwner((owner) =>
		owner.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
			`explain (format json) select 1 from profile where customer_id = $1 and city = 'Turku'`.replace('$1', String(s.tenant.customerId)),
		),
	);
	const planned = plans[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
	expect([planned > 50, planned < 210]).toEqual([true, true]);
});
