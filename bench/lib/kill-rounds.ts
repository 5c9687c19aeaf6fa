/**
 * Server and database are killed with SIGKILL at random moments under load; after each start every acknowledged record
 * must be there, and none twice. What was sent but not acknowledged is sent again, as banners do, and must then be there once.
 */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '../../apps/server/src/kernel/log.ts';
import { withOwner } from '../../apps/server/src/kernel/storage/attach.ts';
import type { EdgeRecord } from '../../packages/contract/src/consent/edge.ts';
import { NO_LIMIT } from './load.ts';
import { type Program, startProgram } from './program.ts';
import { type Publication, publish } from './publication.ts';
import { bodyOf, makeRecord } from './records.ts';

export interface KillOptions {
	rounds: number;
	port: number;
	dataDir: string;
	connections?: number;
	say?: (line: string) => void;
}

export interface KillResult {
	rounds: number;
	acknowledged: number;
	/** Acknowledged and not there afterwards: must be 0. */
	lost: number;
	/** There more than once: must be 0. */
	twice: number;
	/** Sent, cut off by the kill, and sent again. */
	repeated: number;
}

const LOAD_MS = { least: 200, most: 1_500 };
const CUSTOMER = 900;

export const killRounds = async ({ rounds, port, dataDir, connections = 20, say = () => undefined }: KillOptions): Promise<KillResult> => {
	const acknowledged: string[] = [];
	let open: EdgeRecord[][] = [];
	let repeated = 0;
	let program = await startProgram({ port, dataDir, env: NO_LIMIT });
	const result: KillResult = { rounds: 0, acknowledged: 0, lost: 0, twice: 0, repeated: 0 };
	try {
		const publication = await asOwner(dataDir, (owner) => publish(owner, CUSTOMER));
		for (let round = 1; round <= rounds; round++) {
			const load = startLoad(program, publication, connections);
			await sleep(LOAD_MS.least + Math.random() * (LOAD_MS.most - LOAD_MS.least));
			await program.kill(round % 2 === 0 ? 'every' : 'first');
			const sent = await load.ended;
			acknowledged.push(...sent.acknowledged);
			open = sent.open;
			program = await startProgram({ port, dataDir, env: NO_LIMIT });
			for (const records of open) await sendAgain(program, publication, records);
			repeated += open.flat().length;
			acknowledged.push(...open.flat().map(({ id }) => id));
			const { lost, twice } = await compare(dataDir, acknowledged);
			Object.assign(result, { rounds: round, acknowledged: acknowledged.length, lost, twice, repeated });
			say(
				`round ${round}: ${sent.acknowledged.length} acknowledged, ${open.flat().length} sent again, ready after ${Math.round(program.readyMs)} ms; in all ${acknowledged.length} acknowledged, ${lost} lost, ${twice} twice`,
			);
			if (lost > 0 || twice > 0) break;
		}
	} finally {
		await program.stop();
	}
	return result;
};

interface Sent {
	acknowledged: string[];
	/** Batches without an answer: they may have been stored or not. */
	open: EdgeRecord[][];
}

/** Each connection sends one batch after the other until the program is gone. */
const startLoad = (program: Program, publication: Publication, connections: number): { ended: Promise<Sent> } => {
	const agent = new Agent({ keepAlive: true, maxSockets: connections });
	const sent: Sent = { acknowledged: [], open: [] };
	const lane = async (): Promise<void> => {
		for (let going = true; going; ) {
			const records = Array.from({ length: 1 + Math.floor(Math.random() * 5) }, () => makeRecord(publication));
			going = await send(agent, program.url, publication, records);
			if (going) sent.acknowledged.push(...records.map(({ id }) => id));
			else sent.open.push(records);
		}
	};
	const lanes = Promise.all(Array.from({ length: connections }, lane));
	const ended = lanes.then(() => {
		agent.destroy();
		return sent;
	});
	return { ended };
};

/** True when acknowledged; false when the connection broke or the server said that it could not. */
const send = (agent: Agent | undefined, url: string, publication: Publication, records: readonly EdgeRecord[]): Promise<boolean> =>
	new Promise((resolve, reject) => {
		const post = request(
			`${url}/edge/v1/records`,
			{ method: 'POST', agent, headers: { 'content-type': 'application/json', origin: publication.origin } },
			(response) => {
				let text = '';
				response.on('data', (chunk: Buffer) => {
					text += chunk.toString();
				});
				response.once('close', () => {
					if (!response.complete || response.statusCode === undefined || response.statusCode >= 500) return resolve(false);
					const answer: unknown = JSON.parse(text);
					if (response.statusCode === 200 && storedAll(answer, records.length)) resolve(true);
					else reject(new Error(`The server answered ${response.statusCode}: ${text}`));
				});
			},
		);
		post.once('error', () => resolve(false));
		post.end(bodyOf(publication, records));
	});

const storedAll = (answer: unknown, count: number): boolean => {
	const data = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : null;
	return (
		typeof data === 'object' && data !== null && 'stored' in data && 'known' in data && Number(data.stored) + Number(data.known) === count
	);
};

const sendAgain = async (program: Program, publication: Publication, records: readonly EdgeRecord[]): Promise<void> => {
	if (!(await send(undefined, program.url, publication, records))) throw new Error('A batch could not be sent again.');
};

/** Read over another connection than the server's. */
const compare = (dataDir: string, acknowledged: readonly string[]): Promise<{ lost: number; twice: number }> =>
	asOwner(dataDir, async (owner) => {
		const { rows } = await owner.query<{ id: string; n: number }>(
			'select id, count(*) as n from consent_record where customer_id = $1 group by id',
			[CUSTOMER],
		);
		const there = new Set(rows.map(({ id }) => id));
		return { lost: acknowledged.filter((id) => !there.has(id)).length, twice: rows.filter(({ n }) => n > 1).length };
	});

const asOwner = <T>(dataDir: string, work: Parameters<typeof withOwner<T>>[2]): Promise<T> =>
	withOwner({ databaseUrl: null, dataDir, secretKey: null }, createLog({ logLevel: 'error' }), work);
