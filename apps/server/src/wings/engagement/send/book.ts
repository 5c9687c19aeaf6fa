/**
 * One worker on a lane whose messages are a file: takes recipients as any other does, makes a part of the file out of each lease, and when
 * everybody is settled the file out of the parts. Nobody has had a message before the file is whole: until then whoever says no is taken
 * out again.
 */
import { now } from '#kernel/clock.ts';
import { deleteFile, readFileBytes, readFileFacts, writeFile } from '#kernel/files/files.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { int4s } from '#kernel/storage/arrays.ts';
import { sql } from '#kernel/storage/rows.ts';
import type { Dressed, Outcome, Sheets } from '../channels/channel.ts';
import { timeOf } from '../runs/token.ts';
import { LIVE_MS } from './begun.ts';
import { askedOf, channelCode, type Leased, shrinkLease, TAKEN, TakenRow, takeLease, type Work } from './lease.ts';
import type { Dress } from './leases.ts';
import { insertPart, keepFile, type Part, partsOf, replacePart, wantsFile } from './parts.ts';
import { judge, type Permitted } from './permits.ts';
import type { PumpEnd } from './pump.ts';
import type { Recalled } from './recall.ts';
import { Moved, type Settled, settle } from './settle.ts';
import { type Halts, Turn } from './turn.ts';

/** Files with people in them are kept so long. */
const KEPT_MS = 30 * 86_400_000;

type BookParts = Pick<Kernel, 'storage' | 'log' | 'hooks'>;
type Taken = Extract<Leased, { leaseId: string }>;

/** Works until nobody is left, or it is halted. */
export const book = async (parts: BookParts, work: Work, sheets: Sheets, dress: Dress, halts: Halts): Promise<PumpEnd> => {
	const { storage, hooks, log } = parts;
	const turn = new Turn(parts, work, halts);
	const { customerId, plan } = work;

	const stored = async (name: string, bytes: AsyncIterable<Buffer>, type = sheets.type): Promise<string> => {
		const expiresAt = new Date(now().getTime() + KEPT_MS);
		return (await writeFile(storage, customerId, { wing: 'engagement', name, type, expiresAt }, bytes)).id;
	};
	const name = `${plan.title}.${sheets.ending}`;
	/** A part of these people, with what became of each. */
	const make = async (people: readonly Permitted[]) => {
		const dressed = await turn.step(() => dress(people));
		const outcomes = new Map<number, { outcome: Outcome; dressed: Dressed | null }>(
			people.map(({ entry }) => [entry, { outcome: { state: 'failed', reason: 'gone', said: '' }, dressed: null }]),
		);
		const bytes = await sheets.make([...dressed.values()], (one, outcome) => void outcomes.set(one.entry, { outcome, dressed: one }));
		const made = [...outcomes].flatMap(([entry, { outcome }]) => (outcome.state === 'accepted' ? [entry] : []));
		return { outcomes, made, bytes };
	};
	async function* alone(bytes: Buffer): AsyncGenerator<Buffer> {
		yield bytes;
	}

	const add = async ({ leaseId, people, checkedMs }: Taken): Promise<void> => {
		const lives = setInterval(
			() => void turn.inTenant((tx) => settle(tx, hooks, work, [], [{ leaseId, begins: [], over: false }])).catch(turn.failed),
			LIVE_MS,
		);
		try {
			const handedMs = performance.now();
			const { outcomes, made, bytes } = await make(people);
			const fileId = made.length > 0 && !work.rehearsal ? await turn.step(() => stored(name, alone(bytes))) : null;
			const settled = people.flatMap((who): Settled[] => {
				const found = outcomes.get(who.entry);
				if (!found) return [];
				const { outcome, dressed } = found;
				return [{ who, outcome, language: dressed?.language ?? '', arm: dressed?.arm ?? 0, checkedMs, handedMs, leaseId }];
			});
			await turn.inTenant(async (tx) => {
				await settle(tx, hooks, work, settled, [{ leaseId, begins: [], over: true }]);
				if (fileId !== null) await insertPart(tx, work, made, fileId);
			});
		} catch (error) {
			// Somebody took this worker for dead: the part is nobody's, and goes with its time.
			if (error instanceof Moved) return log.warn('a part of a file was made by two', { run: work.runId });
			await turn.inTenant((tx) =>
				shrinkLease(
					tx,
					work,
					leaseId,
					people.map(({ entry }) => entry),
					true,
				),
			);
			throw error;
		} finally {
			clearInterval(lives);
		}
	};

	/** Takes those out of a part who may not be written to any more. */
	const revise = async (part: Part): Promise<void> => {
		const { verdicts, isThere } = await turn.inTenant(async (tx) => {
			const taken = await tx.rows(
				TakenRow,
				sql`select ${TAKEN} from delivery where customer_id = ${customerId} and at >= ${timeOf(work.runId)} and run_id = ${work.runId}
					and channel = ${channelCode(work)} and entry = any(${int4s([...part.entries])}::int[]) and state = 'accepted' order by entry`,
			);
			return {
				verdicts: await judge(tx, { ...(await askedOf(tx, work)), isSettled: true }, taken),
				isThere: (await readFileFacts(tx, customerId, part.fileId)) !== null,
			};
		});
		const gone = verdicts.flatMap((one): Recalled[] =>
			one.may === 'no' ? [{ entry: one.who.entry, state: 'skipped', reason: one.reason }] : [],
		);
		if (gone.length === 0 && isThere) return;
		const { outcomes, made, bytes } = await make(verdicts.flatMap((one) => (one.may === 'yes' ? [one.who] : [])));
		for (const [entry, { outcome }] of outcomes)
			if (outcome.state !== 'accepted') gone.push({ entry, state: 'failed', reason: outcome.state === 'failed' ? outcome.reason : 'gone' });
		const fileId = made.length > 0 ? await turn.step(() => stored(name, alone(bytes))) : null;
		await turn.inTenant((tx) => replacePart(tx, work, part, gone, fileId));
	};

	const bind = async (): Promise<void> => {
		for (const part of await turn.inTenant((tx) => partsOf(tx, work))) {
			// Others have the place meanwhile; a file that is begun is made.
			if (halts.isOver() && halts.isStopping()) return;
			await revise(part);
		}
		const revised = await turn.inTenant((tx) => partsOf(tx, work));
		async function* pages(): AsyncGenerator<Buffer> {
			for (const { fileId } of revised) {
				const pieces: Buffer[] = [];
				for await (const piece of readFileBytes(storage, customerId, fileId)) pieces.push(piece);
				yield Buffer.concat(pieces);
			}
		}
		const fileId = revised.length > 0 ? await stored(name, sheets.join(pages())) : null;
		const { beside } = sheets;
		const besideId = fileId !== null && beside ? await stored(`${plan.title}.${beside.ending}`, beside.join(pages()), beside.type) : null;
		await turn.inTenant(async (tx) => {
			if (await keepFile(tx, work, revised, fileId, besideId)) return;
			for (const id of [fileId, besideId]) if (id !== null) await deleteFile(tx, customerId, id);
		});
	};

	let after: Date | null = null;
	try {
		while (turn.going) {
			const leased = await turn.inTenant((tx) => takeLease(tx, work, sheets.most));
			if (leased.leaseId !== null) {
				if (leased.people.length > 0) await add(leased);
				continue;
			}
			after = leased.after;
			if (!work.rehearsal && (await turn.inTenant((tx) => wantsFile(tx, work)))) await bind();
			break;
		}
	} catch (error) {
		turn.failed(error);
	}
	return { why: turn.why, after, said: turn.fault ?? '' };
};
