/** A saved no through everything that might turn it: a file's yes, its undo, another person's yes, their parting, and syncs both ways. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { withClient } from '../../src/kernel/storage/connect.ts';
import { startApp } from '../app.ts';
import { ownServer } from '../harness.ts';
import { untilRun, writtenFile } from '../upload.ts';
import { httpPeer, postgresConfig, postgresPeer } from './peers.ts';
import { connectorScene } from './scene.ts';

const SECRET = `whsec_${Buffer.from('chain-chain-chain-chain-chain-12').toString('base64')}`;

const t = await startApp({ OUTBOUND_ALLOW: '127.0.0.1/32' });

test('a no stays a no through a file that says yes, its undo, merging with a yes, parting, and syncs out and in', async () => {
	const s = await connectorScene(t);
	const { customerId, domainId } = s.tenant;
	const purposeId = await s.purpose('Letter');
	const mark = randomUUID().slice(0, 8);
	const [no, yes] = [`no@${mark}.example.com`, `yes@${mark}.example.com`];
	const machine = await t.machine(s.owner, s.tenant);
	const answerOf = async (email: string): Promise<boolean | null> => {
		const sent = await t.send(null, 'POST', '/edge/v1/consents/state', { headers: machine, body: { domainId, person: { email } } });
		expect(sent.status, sent.text).toBe(200);
		return sent.json().data.purposes.find((one: { purpose: string }) => one.purpose === 'Letter').value;
	};
	const refuser = await s.say(no, 'Letter', false);
	const friend = await s.say(yes, 'Letter', true);
	const audienceId = await s.audience('Readers', [purposeId]);
	const told: string[] = [];
	const server = await httpPeer(({ body }, response) => {
		told.push(body);
		response.end();
	});
	const postgres = await postgresPeer();
	const other = await ownServer({ empty: true });
	try {
		const out = await s.add('webhook', {
			url: server.url,
			secret: SECRET,
			direction: 'outbound',
			audienceId,
			purposeId,
			fields: ['email'],
		});
		const synced = async (): Promise<void> => {
			await s.followed();
			expect(await s.run(out.id)).toMatchObject({ state: 'done' });
			expect(told.join()).not.toContain(no);
		};
		await synced();
		expect(told.join()).toContain(yes);

		// A file says yes for them, of a day before their no.
		const written = await writtenFile(t, s.owner, s.tenant, `email,letter\n${no},yes\n${yes},yes`, {
			targets: [{ to: 'email' }, { to: 'consent', purposeId, source: 'Form', on: { date: '2024-01-15' } }],
		});
		expect(written).toMatchObject({ state: 'done', counts: { behind: 1 } });
		expect(await answerOf(no)).toBe(false);
		await synced();
		const undo = await s.fine<{ id: string }>(s.ask('POST', `/api/manage/config/upload/written/${written.id}/undo`, {}));
		expect(await untilRun(t, s.owner, s.tenant, undo.id)).toMatchObject({ state: 'done' });
		expect([await answerOf(no), await answerOf(yes)]).toEqual([false, true]);
		await synced();

		// One with somebody who says yes, whichever of the two is kept, and two again.
		for (const [kept, gone] of [
			[refuser, friend],
			[friend, refuser],
		]) {
			await s.fine(s.ask('POST', `/api/manage/domain/person/${kept}/merge`, { other: gone }));
			expect([await answerOf(no), await answerOf(yes)]).toEqual([false, false]);
			await synced();
			await s.fine(s.ask('POST', `/api/manage/domain/person/${kept}/unmerge`, { gone }));
			expect(await answerOf(no)).toBe(false);
			await synced();
		}

		// Another database says yes, in every word that it has.
		await withClient(other.asAdmin(), async (client) => {
			await client.query('create table people (mail text, letter text, updated_at timestamptz not null)');
			await client.query(`insert into people values ($1, 'yes', now())`, [no]);
		});
		const source = {
			...postgresConfig(postgres.port, other.database),
			direction: 'inbound',
			domainId,
			query: 'select * from people',
			cursorColumn: 'updated_at',
		};
		const into = await s.add('postgres', { ...source, columns: { mail: 'email', letter: 'attributes.letter' } });
		expect(await s.run(into.id)).toMatchObject({ state: 'done', counts: { rejected: 0 } });
		expect(await s.person({ email: no })).toMatchObject({ attributes: { letter: 'yes' } });
		expect(await answerOf(no)).toBe(false);
		await synced();
		// No column of a source can be an answer.
		const columns = { mail: 'email', letter: `consent.${purposeId}` };
		const refused = await s.ask('POST', '/api/manage/Connector', {
			customerId,
			type: 'postgres',
			name: 'Consents',
			config: { ...source, columns },
		});
		expect([refused.status, Object.keys(refused.json().fields).every((field) => field.startsWith('config.columns'))]).toEqual([422, true]);
	} finally {
		await server.stop();
		await postgres.stop();
	}
});
