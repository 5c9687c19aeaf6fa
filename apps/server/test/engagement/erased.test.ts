/** A person's file says which messages they got; whoever is erased is in no table of messages. */
import { expect, test } from 'vitest';
import { newId } from '../../src/kernel/clock.ts';
import { bool, int, row, sql, text, texts } from '../../src/kernel/storage/rows.ts';
import { erasePerson } from '../../src/wings/consent/answers/erase-person.ts';
import { appendCustomer } from '../../src/wings/consent/proof/append.ts';
import { findNews } from '../../src/wings/consent/webhooks/work.ts';
import { identifierAddress } from '../../src/wings/engagement/channels/addresses.ts';
import { keepReported } from '../../src/wings/engagement/channels/reported.ts';
import { readCampaignRun } from '../../src/wings/engagement/runs/runs.ts';
import { createNames } from '../../src/wings/engagement/runs/token.ts';
import { prepareChunk } from '../../src/wings/engagement/send/snapshot.ts';
import { startApp } from '../app.ts';
import { writtenFile } from '../upload.ts';
import { eraseBy } from './erase.ts';
import { sendLetters, visit } from './letters.ts';
import { campaignScene, LETTER } from './scene.ts';
import { smtpError, startSink } from './sink.ts';

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.0/8' });
const sink = await startSink();

test('The file has the messages, an erasure takes what names somebody, and what is counted stays', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const tracking = await scene.addPurpose({ tracks: true });
	const [email = '', other = ''] = scene.emails(2);
	await scene.say([email, other], true);
	await scene.say([email, other], true, tracking);
	const { campaign, letter, runId } = await sendLetters(t, scene, sink, { emails: [email, other] });
	for (const one of [email, other]) await visit(t, letter(one).links[0] ?? '');
	await t.app.inject({
		method: 'POST',
		url: `/u/${letter(email).name}`,
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		payload: 'do=pause',
	});

	const { customerId } = scene.tenant;
	const { luvallaId } = await scene.person({ email });
	const file = await scene.ask('GET', `/api/audit/domain/people/${luvallaId}/data/file`);
	expect([file.status, file.json().ownChoice.pausedUntil, file.json().messages]).toEqual([
		200,
		expect.any(String),
		[
			{
				campaign: campaign.title,
				channel: 'email',
				at: expect.any(String),
				state: 'accepted',
				reason: null,
				address: email,
				opened: true,
				clicked: true,
			},
		],
	]);

	await t.storage.inErasure(customerId, (tx) => erasePerson(tx, t.server.kernel, customerId, luvallaId));
	const [left] = await scene.tenantTx((tx) =>
		tx.rows(
			row({ named: int, hits: int, firsts: int, pauses: int, clicked: int }),
			sql`select
				(select count(*)::int from delivery where customer_id = ${customerId} and run_id = ${runId} and (address is not null or record_id is not null)) as named,
				(select count(*)::int from delivery_hit where customer_id = ${customerId} and run_id = ${runId}) as hits,
				(select count(*)::int from delivery_first where customer_id = ${customerId} and run_id = ${runId}) as firsts,
				(select count(*)::int from message_pause where customer_id = ${customerId}) as pauses,
				(select sum(n)::int from delivery_count where customer_id = ${customerId} and run_id = ${runId} and what = 'clicked') as clicked`,
		),
	);
	// The other one's are there.
	expect(left).toEqual({ named: 1, hits: 1, firsts: 2, pauses: 0, clicked: 2 });
	// A click of theirs leads on, and nothing is written.
	expect((await visit(t, letter(email).links[0] ?? '')).headers.location).toBe('https://shop.example/a');
	expect(
		(
			await scene.tenantTx((tx) =>
				tx.rows(row({ n: int }), sql`select count(*)::int as n from delivery_hit where customer_id = ${customerId}`),
			)
		)[0]?.n,
	).toBe(1);
});

test('What another server says of a message says nothing of whoever was erased meanwhile', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const [left = '', going = ''] = scene.emails(2);
	await scene.say([left, going], true);
	const { letter } = await sendLetters(t, scene, sink, { emails: [left] });
	const erase = eraseBy(t, scene);
	await erase(left);
	const key = createNames(t.server.kernel.secrets).keyOf(letter(left).name);
	if (!key) throw new Error('no letter');
	const said = `550 5.1.1 <${left}>: user unknown`;
	for (const kind of ['delayed', 'unreachable'] as const)
		await t.storage.inTurn(scene.tenant.customerId, (tx) =>
			keepReported(tx, t.server.kernel, { address: identifierAddress('email') }, key, { kind, said }),
		);
	// The other one goes while the letter is being handed over.
	sink.manners.onTo = async (address) => {
		await erase(address);
		throw smtpError(550, `5.1.1 <${address}>: user unknown`);
	};
	const { id } = await scene.campaignTo([going], LETTER, {});
	await scene.execute(id);
	await scene.until(id, ['done']);
	sink.manners.onTo = undefined;
	expect(await scene.rowsByNumber()).toMatchObject([
		{ state: 'accepted', address: null, said: null },
		{ state: 'failed', address: null, said: null },
	]);
});

test('Whoever erases what was said under their own addresses is in no message, no import and no webhook by these; what others say of them stays', async () => {
	const scene = await campaignScene(t);
	await scene.smtp(sink.port);
	const { customerId } = scene.tenant;
	const reader = await t.person();
	const consentChangeWebHook = { url: 'https://hooks.example.com/', headerValues: [] };
	await scene.fine(
		scene.ask('PUT', '/api/manage/domain', { id: scene.tenant.domainId, domain: scene.tenant.host, name: '', consentChangeWebHook }),
	);
	await scene.say([reader.email], true);
	await sendLetters(t, scene, sink, { emails: [reader.email] });
	await writtenFile(t, scene.owner, scene.tenant, `email,first name\n${reader.email},Aino\n`, { name: 'a.csv' });
	const { luvallaId } = await scene.person({ email: reader.email });
	const beside = {
		person: { luvallaId, externalId: newId() },
		purpose: scene.purpose,
		value: true,
		at: new Date().toISOString(),
		source: 'Desk',
	};
	const body = { domainId: scene.tenant.domainId, answers: [beside] };
	expect((await t.send(null, 'POST', '/edge/v1/consents', { headers: scene.machine, body })).json().data.results[0].outcome).toBe('stored');
	const told = () =>
		scene.tenantTx((tx) => tx.rows(row({ body: text }), sql`select body from webhook_delivery where customer_id = ${customerId}`));
	await appendCustomer(t.server.kernel, customerId);
	await findNews(t.server.kernel, customerId);
	expect((await told()).map(({ body }) => JSON.parse(body).Email)).toEqual([reader.email, reader.email]);
	expect((await t.send(reader, 'DELETE', `/api/account/consents/${customerId}`)).status).toBe(200);
	expect((await told()).map(({ body }) => JSON.parse(body))).toMatchObject([{ luvallaId, Email: null, ConsentValue: true }]);
	expect(
		await scene.tenantTx((tx) =>
			tx.rows(
				row({ addressed: bool, words: texts }),
				sql`select d.address is not null as addressed, u.words from delivery d
				join upload_person u on u.customer_id = ${customerId} and u.person = d.person where d.customer_id = ${customerId}`,
			),
		),
	).toEqual([{ addressed: false, words: [] }]);
	expect(await scene.person({ externalId: beside.person.externalId })).toMatchObject({ luvallaId });
});

test('Whoever is erased while their letter is in hand, or while the audience is put into the run, is named by nothing that is written then', async () => {
	const scene = await campaignScene(t);
	const { customerId } = scene.tenant;
	const [inHand = '', entering = ''] = scene.emails(2);
	await scene.smtp(sink.port);
	const erase = eraseBy(t, scene);
	sink.manners.onTo = async (address) => void (address === inHand && (await erase(address)));
	await scene.say([inHand, entering], true);
	const told = async () => ({
		audience: await scene.audience([await scene.segment([inHand, entering])]),
		constellation: await scene.published(),
	});
	const rows = () =>
		scene.tenantTx((tx) =>
			tx.rows(
				row({ named: bool }),
				sql`select address is not null or record_id is not null or language is not null as named from delivery
				where customer_id = ${customerId} order by number, at`,
			),
		);
	const now = await scene.campaign(await told());
	await scene.execute(now.id);
	await scene.until(now.id, ['done']);
	sink.manners.onTo = undefined;
	// Whether it left all the same is a matter of milliseconds.
	expect((await rows()).map(({ named }) => named)).toEqual([false, true]);

	const later = await scene.campaign({ ...(await told()), options: { beginsAt: new Date(Date.now() + 3_600_000).toISOString() } });
	await scene.execute(later.id);
	const { run } = await scene.progress(later.id);
	await scene.followed();
	await scene.tenantTx(async (tx) => {
		const planned = await readCampaignRun(tx, customerId, run.id);
		if (planned) await prepareChunk(tx, customerId, run.id, planned.plan, 0);
		// What this has written is not seen by it.
		await erase(entering);
		await tx.run(sql`update campaign_run set state = 'sending', preparing = null where customer_id = ${customerId} and run_id = ${run.id}`);
	});
	await scene.until(later.id, ['done']);
	expect((await rows()).filter(({ named }) => named)).toEqual([]);
});
