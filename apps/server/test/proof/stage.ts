/** What the tests of the proof stand on: a customer with a published banner, records of it, and readers of what is served. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readKeys } from '@luvalla/verify/keys.ts';
import { type Head, readHead } from '@luvalla/verify/receipt.ts';
import { afterAll, expect } from 'vitest';
import { type Person, type Tenant, type TestApp, testApp } from '../app.ts';
import { choice, publishBanner, sendRecords } from '../fixtures.ts';

export interface Stage {
	tenant: Tenant;
	owner: Person;
	folder: string;
}

export const bytes = (hashes: readonly string[]): Buffer[] => hashes.map((hash) => Buffer.from(hash, 'hex'));

/** @throws when the note is no head */
export const headOf = (note: string): Head => {
	const head = readHead(note);
	if (!head) throw new Error('no head');
	return head;
};

/** The whole program, whose ledger's jobs run when a test says so and not at the next minute. */
export const proofApp = async () => {
	const t: TestApp = await testApp({ OUTBOUND_ALLOW: '127.0.0.1/32' });
	await t.storage.asOwner((owner) => owner.query(`delete from pgboss.schedule where name like 'ledger-%'`));

	const stage = async (): Promise<Stage> => {
		const tenant = await t.tenant();
		const owner = await t.person([], { adminOf: [tenant] });
		const { publishedFolder } = await publishBanner(t, owner, tenant);
		return { tenant, owner, folder: publishedFolder };
	};

	/** Choices of three records each; answers the ids in order. */
	const record = async ({ tenant, folder }: Stage, choices: number): Promise<string[]> => {
		const ids: string[] = [];
		for (let n = 0; n < choices; n++) {
			const records = choice({ statistics: n % 2 === 0, marketing: false, media: true });
			expect((await sendRecords(t, tenant, folder, records)).json().data.stored).toBe(3);
			ids.push(...records.map(({ id }) => id));
		}
		return ids;
	};

	/** @throws when the answer is not 200 */
	const get = async (who: Person | null, url: string) => {
		const answer = await t.send(who, 'GET', url);
		if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${answer.text}`);
		return answer.json();
	};

	/** The published keys. */
	const keysOf = async (): Promise<Buffer[]> => readKeys(JSON.stringify(await get(null, '/edge/v1/ledger/key')));

	/** Takes the tiles of a customer's tree away while `work` runs. */
	const withoutTree = async ({ tenant: { customerId } }: Stage, work: () => Promise<void>): Promise<void> => {
		const move = (from: number, to: number) =>
			t.storage.asOwner((owner) => owner.query('update ledger_tile set customer_id = $2 where customer_id = $1', [from, to]));
		await move(customerId, -customerId);
		try {
			await work();
		} finally {
			await move(-customerId, customerId);
		}
	};

	return { t, stage, record, get, keysOf, withoutTree };
};
export type ProofApp = Awaited<ReturnType<typeof proofApp>>;

/** The same for a file of tests, which asks for it once at its top: stopped after them. */
export const proofStage = async (): Promise<ProofApp> => {
	const p = await proofApp();
	afterAll(() => p.t.stop());
	return p;
};

/** A server that keeps what it is sent and answers as told. */
export const listener = async (
	answer: (request: IncomingMessage, body: string) => { status: number; type?: string; text: string; location?: string },
) => {
	const heard: string[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (part) => {
			body += part;
		});
		request.on('end', () => {
			heard.push(body);
			const { status, type = 'text/plain', text, location } = answer(request, body);
			response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(text);
		});
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	return {
		heard,
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		stop: () => new Promise((done) => server.close(done)),
	};
};
