/** Receipts: as JSON, as a page and as PDF; what they show, and that they hold. */
import { createHash } from 'node:crypto';
import { tcfTemplates } from '@luvalla/banner/tcf/templates.ts';
import { templates } from '@luvalla/banner/templates.ts';
import { readKeys } from '@luvalla/verify/keys.ts';
import { hashLeaf, includes } from '@luvalla/verify/merkle.ts';
import { checkReceipt } from '@luvalla/verify/receipt.ts';
import { describe, expect, test } from 'vitest';
import { offeredOf } from '../../src/wings/consent/proof/offered.ts';
import { sealAll } from '../../src/wings/consent/proof/work.ts';
import { choice, edgeRecord, publishBanner, sendRecords } from '../fixtures.ts';
import { bytes, proofStage } from './stage.ts';

const p = await proofStage();
const { t } = p;

describe('a receipt', () => {
	test('holds for whoever has the public key, by the officer’s call and by the record’s own address', async () => {
		const own = await p.stage();
		const ids = await p.record(own, 3);
		const isSealed = async (): Promise<unknown> => (await p.get(own.owner, `/api/audit/domain/consents/${ids[0]}`)).data.sealed;
		expect((await t.send(own.owner, 'GET', `/api/audit/domain/consents/${ids[0]}/receipt`)).json().code).toBe('not_sealed');
		expect(await isSealed()).toBe(false);
		await sealAll(t.server.kernel);
		expect(await isSealed()).toBe(true);
		const keys = await p.keysOf();
		for (const id of ids) {
			const mine = await p.get(own.owner, `/api/audit/domain/consents/${id}/receipt`);
			const checked = checkReceipt(mine, keys);
			expect(checked.checks.filter((one) => !one.ok)).toEqual([]);
			expect(checked).toMatchObject({ ok: true, record: { id, domainId: own.tenant.domainId } });
			const open = await t.send(null, 'GET', `/edge/v1/receipts/${id}`);
			expect([open.status, open.headers['access-control-allow-origin'], open.json()]).toEqual([200, '*', mine.data]);
		}
		// The way up, as it is drawn, ends at the root from every place of an uneven tree.
		for (const id of ids) {
			const { steps, root, proof } = (await p.get(own.owner, `/api/audit/domain/consents/${id}/proof`)).data;
			expect(steps.map((one: { neighbour: string }) => one.neighbour)).toEqual(proof);
			expect(steps.at(-1).hash).toBe(root);
		}
		const proof = (await p.get(own.owner, `/api/audit/domain/consents/${ids[4]}/proof`)).data;
		expect(proof).toMatchObject({ position: 4, verified: true, failed: null });
		const receipt = (await p.get(null, `/edge/v1/receipts/${ids[4]}`)) as { leaf: string };
		expect(includes(hashLeaf(Buffer.from(receipt.leaf, 'hex')), 4, proof.size, bytes(proof.proof), Buffer.from(proof.root, 'hex'))).toBe(
			true,
		);
	});

	test('is nobody’s by an id alone that several customers were sent, and one’s own by its link', async () => {
		const [own, strange] = [await p.stage(), await p.stage()];
		const [id = ''] = await p.record(own, 1);
		const squatted = { ...edgeRecord('statistics', true), id };
		const at = new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString();
		expect((await sendRecords(t, strange.tenant, strange.folder, [{ ...squatted, at }])).json().data.stored).toBe(1);
		await sealAll(t.server.kernel);
		for (const kind of ['', '.json', '.pdf']) {
			const bare = await t.send(null, 'GET', `/edge/v1/receipts/${id}${kind}`);
			expect([bare.status, bare.json().code]).toEqual([409, 'several_records']);
		}
		const page = await t.send(null, 'GET', `/edge/v1/receipts/${id}`, { headers: { accept: 'text/html' } });
		expect([page.status, page.text.includes('several records of this id'), page.text.includes(strange.tenant.host)]).toEqual([
			409,
			true,
			false,
		]);
		const mine = (await p.get(own.owner, `/api/audit/domain/consents/${id}/receipt`)).data;
		const [found = ''] = /http[^"]+\/edge\/v1\/receipts\/[^"]+/.exec(JSON.stringify(mine)) ?? [];
		const link = new URL(found);
		const open = await t.send(null, 'GET', `${link.pathname}${link.search}`);
		expect([open.status, open.json()]).toEqual([200, mine]);
		const shown = await t.send(null, 'GET', `${link.pathname}${link.search}`, { headers: { accept: 'text/html' } });
		expect(shown.text).toContain(`${id}.json${link.search}`);
		// What the banner's declaration links to is one's own, too.
		for (const language of ['en', 'fi'])
			expect((await t.app.inject({ url: `/cmp/${own.folder}/declaration.${language}.js` })).payload).toContain(
				link.search.slice('?log='.length),
			);
		for (const log of ['nothing', 'installation', own.tenant.domainId])
			expect((await t.send(null, 'GET', `/edge/v1/receipts/${id}?log=${log}`)).status).toBe(404);
	});

	test('is a page for a person and a PDF with the file in it, in both languages, with nothing of others', async () => {
		const own = await p.stage();
		const [id] = await p.record(own, 2);
		await sealAll(t.server.kernel);
		for (const [lang, title] of [
			['en', 'Consent receipt'],
			['fi', 'Suostumuskuitti'],
		]) {
			const page = await t.send(null, 'GET', `/edge/v1/receipts/${id}`, {
				headers: { accept: 'text/html', 'accept-language': lang ?? '' },
			});
			expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
			expect(page.text).toContain(title);
			expect(page.text).toContain(own.tenant.host);
			expect(page.text).not.toContain('<script');
			expect(page.headers['content-security-policy']).toContain(`default-src 'none'`);
			const pdf = await t.app.inject({ url: `/edge/v1/receipts/${id}.pdf?lang=${lang}`, remoteAddress: '10.9.9.9' });
			expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
			expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
			expect(pdf.rawPayload.toString('latin1')).toContain('/EmbeddedFile');
			const officer = await t.send(own.owner, 'GET', `/api/audit/domain/consents/${id}/receipt/pdf`, {
				headers: { 'accept-language': lang ?? '' },
			});
			expect(Buffer.from(officer.json().data.base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
		}
		const strange = await t.send(null, 'GET', '/edge/v1/receipts/0193b2f0-0000-7000-8000-000000000000');
		expect([strange.status, (await t.send(null, 'GET', '/edge/v1/receipts/nothing')).status]).toEqual([404, 404]);
		const other = await p.stage();
		expect((await t.send(other.owner, 'GET', `/api/audit/domain/consents/${id}/receipt`)).status).toBe(404);
	});

	test('shows the pictures of what this person saw, where publishing kept some', async () => {
		const own = await p.stage();
		const { customerId } = own.tenant;
		const [id] = await p.record(own, 1);
		const picture = Buffer.from(
			'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
			'base64',
		);
		const hash = createHash('sha256').update(picture).digest();
		await t.storage.inTenant(customerId, async (tx) => {
			await tx.query('insert into blob (customer_id, sha256, bytes) values ($1, $2, $3)', [customerId, hash, picture]);
			for (const name of ['en-desktop-1', 'en-phone-1', 'fi-desktop-1'])
				await tx.query(`insert into publication_file (customer_id, folder, path, type, sha256) values ($1, $2, $3, 'image/png', $4)`, [
					customerId,
					own.folder,
					`pictures/${name}.png`,
					hash,
				]);
		});
		await sealAll(t.server.kernel);
		const receipt = await p.get(null, `/edge/v1/receipts/${id}`);
		expect(receipt.shown.pictures).toEqual({ 'pictures/en-desktop-1.png': hash.toString('hex') });
		expect(checkReceipt(receipt, await p.keysOf()).ok).toBe(true);
		const page = await t.send(null, 'GET', `/edge/v1/receipts/${id}`, { headers: { accept: 'text/html' } });
		expect(page.text).toContain(`<img src="/cmp/${own.folder}/pictures/en-desktop-1.png" alt="First layer, on a computer, in English"`);
		const pdf = await t.app.inject({ url: `/edge/v1/receipts/${id}.pdf`, remoteAddress: '10.9.9.7' });
		expect(pdf.rawPayload.toString('latin1')).toContain('/Subtype /Image');
	});

	test('says who asked, about what, until when, and how to take it back: to people and in the fields of ISO/IEC TS 27560', async () => {
		const own = await p.stage();
		const { customerId, host } = own.tenant;
		const { config } = templates['bottom-bar'];
		const cookies = [{ name: '_visits', provider: 'Counter Oy', keeps: '2 years' }];
		const { publishedFolder } = await publishBanner(t, own.owner, own.tenant, 'With cookies', {
			config: JSON.stringify({
				...config,
				categories: config.categories.map((one) => (one.key === 'statistics' ? { ...one, cookies } : one)),
			}),
		});
		const [yes, no] = choice({ statistics: true, marketing: false });
		expect((await sendRecords(t, own.tenant, publishedFolder, [yes, no])).json().data.stored).toBe(2);
		await t.storage.inTenant(customerId, async (tx) => {
			await tx.query(
				`update customer set name = 'Aalto Oy', business_id = '1234567-8', address = 'Rantatie 1, Oulu', country_code = 'FI' where customer_id = $1`,
				[customerId],
			);
			await tx.query(`update purpose set retention_months = 24 where customer_id = $1 and name = 'Statistics'`, [customerId]);
		});
		await sealAll(t.server.kernel);

		const receipt = await p.get(null, `/edge/v1/receipts/${yes?.id}`);
		expect(checkReceipt(receipt, await p.keysOf()).ok).toBe(true);
		expect(receipt.consent['dct:conformsTo']).toBe('https://w3id.org/dpv/schema/dpv-27560#receipt');
		const record = receipt.consent['dpv:hasRecordOfActivity'];
		expect(record).toMatchObject({
			'dct:identifier': yes?.id,
			'dpv:hasDataSubject': { 'dct:identifier': yes?.choiceId },
			'dpv:hasDataController': {
				'dct:identifier': '1234567-8',
				'dpv:hasName': 'Aalto Oy',
				'dpv:hasAddress': 'Rantatie 1, Oulu',
				'dpv:hasContact': `https://${host}/`,
			},
			'dpv:hasJurisdiction': 'loc:FI',
			'dpv:hasProcess': {
				'dpv:hasPurpose': { 'dct:title': { '@value': 'Statistics', '@language': 'en' } },
				'dpv:hasLegalBasis': 'dpv:Consent',
				'dpv:hasStorageCondition': { 'dpv:hasDuration': 'P24M' },
				'dpv:hasPersonalData': [{ 'dct:title': '_visits', 'dct:description': 'Counter Oy, 2 years' }],
				'dpv:hasConsentControl': { '@type': 'dpv:WithdrawConsent', 'dct:description': expect.stringContaining(host) },
			},
			'dpv:hasNotice': { 'dct:identifier': publishedFolder, 'dct:language': 'en' },
			'dpv:hasConsentStatus': 'dpv:ConsentGiven',
			'dct:date': yes?.at,
		});
		const [from, until] = record['dct:valid'].split('/');
		expect([from, Number(until.slice(0, 4)) - Number(from.slice(0, 4))]).toEqual([yes?.at, 1]);

		const page = async (id: string | undefined, language: string) =>
			(await t.send(null, 'GET', `/edge/v1/receipts/${id}`, { headers: { accept: 'text/html', 'accept-language': language } })).text;
		const english = await page(yes?.id, 'en');
		for (const text of [
			'Aalto Oy, 1234567-8, Rantatie 1, Oulu, Finland',
			'_visits (2 years)',
			'12 months later, ',
			'24 months from its arrival',
			`On ${host}: its link or button to your choices is on every page.`,
			'With cookies, version 2, in English',
			'No picture was made of it when it was published.',
		])
			expect(english).toContain(text);
		const finnish = await page(no?.id, 'fi');
		for (const text of [
			'Rantatie 1, Oulu, Suomi',
			'6 kuukauden päästä, ',
			'Niin kauan kuin kysyjä pitää suostumuskirjaa',
			'kieli: englanti',
		])
			expect(finnish).toContain(text);
		expect(finnish).not.toContain('_visits');
	});

	test('names the partners and the string of a TCF banner, and no end for what a browser signals', () => {
		const { config } = tcfTemplates['tcf-bar'];
		const at = new Date('2026-08-31T10:00:00Z');
		const row = { config: JSON.stringify({ ...config, vendors: [1, 10] }), category: 'p2', value: false, at };
		// Half a year after the last of August there is no 31st.
		expect(offeredOf(row)).toMatchObject({ vendors: [1, 10], cookies: [], months: 6, until: new Date('2027-02-28T10:00:00Z') });
		expect(offeredOf({ ...row, config: JSON.stringify({ ...config, vendors: 'all' }), value: true })).toMatchObject({
			vendors: 'all',
			months: 12,
		});
		expect(offeredOf({ ...row, config: JSON.stringify(templates['bottom-bar'].config), category: 'sale_sharing' })).toEqual({
			vendors: null,
			cookies: [],
			months: null,
			until: null,
		});
	});

	test('proves nothing with another key, and holds on after the key was changed', async () => {
		const own = await p.stage();
		const [id] = await p.record(own, 1);
		await sealAll(t.server.kernel);
		const before = await p.get(null, `/edge/v1/receipts/${id}`);
		const admin = await t.person(['ADMIN']);
		const old = (await p.get(null, '/edge/v1/ledger/key')).data.keys[0];
		const rotated = await t.send(admin, 'POST', '/api/admin/ledger/key');
		expect([rotated.status, rotated.json().data.keyId === old.keyId]).toEqual([200, false]);
		const { keys } = (await p.get(null, '/edge/v1/ledger/key')).data;
		expect(keys[0].keyId).toBe(rotated.json().data.keyId);
		expect(keys.find((key: { keyId: string }) => key.keyId === old.keyId).retiredAt).not.toBeNull();
		const [kept] = await t.storage.inPlatform((tx) =>
			tx.query<{ private_key: string | null }>('select private_key from ledger_key where key_id = $1', [old.keyId]),
		);
		expect(kept?.private_key).toBeNull();
		expect(checkReceipt(before, readKeys(old.publicKey)).ok).toBe(true);
		await p.record(own, 1);
		await sealAll(t.server.kernel);
		const after = await p.get(null, `/edge/v1/receipts/${id}`);
		expect(after.keyId).toBe(rotated.json().data.keyId);
		expect(checkReceipt(after, readKeys(rotated.json().data.publicKey)).ok).toBe(true);
		expect(checkReceipt(after, readKeys(old.publicKey))).toMatchObject({
			ok: false,
			checks: expect.arrayContaining([expect.objectContaining({ name: 'signature', ok: false })]),
		});
	});
});
