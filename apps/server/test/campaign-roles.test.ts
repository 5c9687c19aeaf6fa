/**
 * A campaign by processes as an operator starts them: a worker alone sends it and takes reports on BOUNCE_SMTP_PORT, and a web process alone,
 * which sends nothing, counts what readers follow.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginStaged } from '../../../bench/lib/campaign-begin.ts';
import { CUSTOMER, stageCampaign } from '../../../bench/lib/campaign-stage.ts';
import { type Program, startProgram } from '../../../bench/lib/program.ts';
import { createLog } from '../src/kernel/log.ts';
import { migrateExternal } from '../src/kernel/storage/storage.ts';
import { freeze } from '../src/wings/engagement/contents/freeze.ts';
import { openSink, type Sink } from './engagement/sink.ts';
import { BOUNCES, COMPLAINTS } from './fixtures/reports.ts';
import { findSystemPostgres, type SystemPostgres, startSystemPostgres } from './fixtures/system-postgres.ts';

const bin = findSystemPostgres();
const SECRET_KEY = 'roles-secret-key-of-more-than-32-characters';
const [WORKER, WEB, BOUNCE] = [4750, 4751, 4752];
const PEOPLE = 4;
const SHOP = 'https://shop.example.com/offers?id=1';

/** Whether somebody listens there. */
const isOpen = (port: number): Promise<boolean> =>
	new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1');
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});

describe.runIf(bin !== null)('A campaign by a worker alone and a web process alone', () => {
	let postgres: SystemPostgres;
	let sink: Sink;
	let runId: string;
	let programs: Program[] = [];
	const folders: string[] = [];

	const start = async (role: 'web' | 'worker', port: number): Promise<Program> => {
		const dataDir = mkdtempSync(join(tmpdir(), 'luvalla-roles-'));
		folders.push(dataDir);
		const program = await startProgram({
			port,
			dataDir,
			env: {
				...{ ROLE: role, DATABASE_URL: postgres.url('roles'), SECRET_KEY, OUTBOUND_ALLOW: '127.0.0.0/8' },
				...{ PUBLIC_URL: `http://localhost:${WEB}`, BOUNCE_SMTP_PORT: String(BOUNCE), LOG_LEVEL: 'info' },
			},
		});
		programs.push(program);
		return program;
	};
	const stop = async (): Promise<void> => {
		await Promise.all(programs.map((one) => one.stop()));
		programs = [];
	};
	const ask = async <R>(statement: string): Promise<R[]> =>
		(await postgres.admin((client) => client.query(statement, []), 'roles')).rows as R[];
	const until = async <T>(read: () => Promise<T>, wanted: (found: T) => boolean): Promise<T> => {
		for (const late = performance.now() + 20_000; ; ) {
			const found = await read();
			if (wanted(found) || performance.now() > late) return found;
			await sleep(100);
		}
	};
	/** The letter's name, as its address for bounces has it. */
	const nameOf = (place: number): string =>
		/^b-([a-z2-7]+)@/.exec(sink.mails.find(({ to }) => to === `p${place}@example.com`)?.from ?? '')?.[1] ?? '';

	beforeAll(async () => {
		postgres = await startSystemPostgres(bin ?? '');
		await postgres.admin((client) => client.query('create database roles'));
		await migrateExternal(postgres.url('roles'), SECRET_KEY, createLog({ logLevel: 'error' }));
		sink = await openSink();
		const controls = { subject: 'Hello', rawhtml: `<html><body><p>Hello</p><p><a href="${SHOP}">Offers</a></p></body></html>` };
		const { frozen } = await freeze({ channel: 'email', only: null, language: 'en', written: { en: { controls, markup: 'html' } } }, []);
		if (!frozen) throw new Error('the letter cannot be read');
		const stage = await postgres.admin(
			(owner) => stageCampaign(owner, { people: PEOPLE, port: sink.port, connections: 1, frozen }),
			'roles',
		);
		runId = await beginStaged(postgres.url('roles'), SECRET_KEY, stage);
	});
	afterAll(async () => {
		await stop();
		await sink.stop();
		await postgres.stop();
		for (const folder of folders) rmSync(folder, { recursive: true, force: true });
	});

	it('is not sent by a web process, and nobody takes reports there', async () => {
		await start('web', WEB);
		await sleep(2_000);
		expect(sink.mails).toEqual([]);
		expect(await isOpen(BOUNCE)).toBe(false);
		expect((await fetch(`http://127.0.0.1:${WEB}/u/${'a'.repeat(56)}`)).status).toBe(404);
		await stop();
	});

	it('is sent by a worker, which knows what comes back and who complains', async () => {
		await start('worker', WORKER);
		await until(
			async () => sink.mails.length,
			(n) => n === PEOPLE,
		);
		await until(
			() => ask<{ state: string }>(`select state from campaign_run where customer_id = ${CUSTOMER}`),
			([run]) => run?.state === 'done',
		);
		expect(sink.mails.map(({ to }) => to).sort()).toEqual(Array.from({ length: PEOPLE }, (_, n) => `p${n}@example.com`));
		const transport = nodemailer.createTransport({ host: '127.0.0.1', port: BOUNCE, ignoreTLS: true });
		const gone = nameOf(1);
		await transport.sendMail({ envelope: { from: '', to: `b-${gone}@luvalla.example` }, raw: BOUNCES.gmail(gone) });
		await transport.sendMail({ envelope: { from: '', to: 'fbl@luvalla.example' }, raw: COMPLAINTS.mailru(nameOf(2)) });
		await expect(
			transport.sendMail({ envelope: { from: '', to: `b-${'a'.repeat(56)}@luvalla.example` }, raw: BOUNCES.gmail(gone) }),
		).rejects.toMatchObject({ responseCode: 550 });
		transport.close();
		expect(
			await ask(
				`select number, state, bounced_at is not null as bounced, complained_at is not null as complained from delivery where customer_id = ${CUSTOMER} order by number`,
			),
		).toEqual([
			{ number: 0, state: 'accepted', bounced: false, complained: false },
			{ number: 1, state: 'accepted', bounced: true, complained: false },
			{ number: 2, state: 'accepted', bounced: false, complained: true },
			{ number: 3, state: 'accepted', bounced: false, complained: false },
		]);
		expect(await ask(`select value from person_identifier where customer_id = ${CUSTOMER} and bounced_at is not null order by 1`)).toEqual([
			{ value: 'p1@example.com' },
			{ value: 'p2@example.com' },
		]);
		expect((await fetch(`http://127.0.0.1:${WORKER}/t/o/${nameOf(0)}.gif`)).status).toBe(404);
		await stop();
	});

	it('has its links followed and counted by the web process while no worker runs', async () => {
		const { url } = await start('web', WEB);
		const html = (sink.mails[0]?.raw ?? '').replace(/=\r\n/g, '').replaceAll('=3D', '=').replaceAll('&amp;', '&');
		const path = /href="http:\/\/localhost:\d+(\/t\/[^"]+)"/.exec(html)?.[1] ?? '';
		expect(path).toMatch(/^\/t\/l\//);
		const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36' };
		for (let n = 0; n < 3; n++) {
			const led = await fetch(url + path, { redirect: 'manual', headers });
			expect([led.status, led.headers.get('location')]).toEqual([302, SHOP]);
		}
		const pixel = await fetch(`${url}/t/o/${nameOf(0)}.gif`, { headers });
		expect([pixel.status, pixel.headers.get('content-type')]).toEqual([200, 'image/gif']);
		expect(await ask(`select run_id, sum(n)::int as n from link_count where customer_id = ${CUSTOMER} group by 1`)).toEqual([
			{ run_id: runId, n: 3 },
		]);
		// Nobody said that opens may be kept.
		expect(await ask(`select what from delivery_count where customer_id = ${CUSTOMER} and what ~ 'open|click' and n > 0`)).toEqual([]);
		const why = await fetch(`${url}/u/${nameOf(3)}/why`, { headers });
		expect(why.status).toBe(200);
	});
});
