/** Lists of people, made as they are taken: whom to add, and whom to remove. */

import { now } from '#kernel/clock.ts';
import { deleteFile, readFileBytes, type StoredFile, writeFile } from '#kernel/files/files.ts';
import type { FileAnswer } from '#kernel/http/handle.ts';
import type { Form } from '../../channels/channel.ts';
import { channelCode } from '../../send/lease.ts';
import { headOf, listToAdd, listToRemove, MAKING_MS, noteRemoved } from '../../send/lists.ts';
import { goesAt } from './named.ts';
import { refuseFile } from './refuse.ts';
import { forgetTaking, holdLane, noteTaken, takenOf } from './store.ts';
import { act, type FileParts, named, type Taking } from './taking.ts';

/** What is made for a download goes when it was taken, and in any case after so long. */
const MADE_MS = 3_600_000;

/** Makes a list, tells how many are in it, and hands it out; `whole` when all of it was read. */
const handOut = async (
	kernel: FileParts,
	taking: Taking,
	make: (counted: (rows: number) => void) => AsyncIterable<Buffer>,
	form: Form,
	whole: () => Promise<void>,
	failed: () => Promise<unknown>,
): Promise<FileAnswer> => {
	const { storage } = kernel;
	const { customerId } = taking.work;
	let rows = 0;
	async function* made(): AsyncGenerator<Buffer> {
		yield Buffer.from(headOf(form));
		yield* make((more) => {
			rows += more;
		});
	}
	const facts = { wing: 'engagement', name: 'list.csv', type: 'text/csv', expiresAt: new Date(now().getTime() + MADE_MS) };
	let stored: StoredFile;
	try {
		stored = await writeFile(storage, customerId, facts, made());
	} catch (error) {
		await failed();
		throw error;
	}
	await storage.inTenant(customerId, async (tx) => {
		if (taking.kind === 'add') await noteTaken(tx, taking, true);
		await act(tx, taking, rows);
	});
	async function* body(): AsyncGenerator<Buffer> {
		try {
			yield* readFileBytes(storage, customerId, stored.id);
			await whole();
		} finally {
			await storage.inTenant(customerId, (tx) => deleteFile(tx, customerId, stored.id));
		}
	}
	return { name: await named(kernel, taking, rows, 'csv'), type: 'text/csv; charset=utf-8', body: body() };
};

export const takeToAdd = async (kernel: FileParts, taking: Taking, form: Form): Promise<FileAnswer> => {
	const { storage } = kernel;
	const { work } = taking;
	if (goesAt(taking.filedAt) <= now()) throw refuseFile('file_gone');
	const before = await storage.inTenant(work.customerId, async (tx) => {
		await holdLane(tx, work);
		const taken = (await takenOf(tx, work.customerId, work.runId)).filter((one) => one.channel === channelCode(work) && one.kind === 'add');
		// Who is in the first lists and who is not is told by one of them after the other.
		if (taken.some((one) => !one.whole && one.taken_at.getTime() > now().getTime() - MAKING_MS)) throw refuseFile('file_making');
		// Before any of it leaves: whoever is erased meanwhile may be in it.
		await noteTaken(tx, taking, false);
		const whole = taken.filter((one) => one.whole);
		return { alone: whole.length === 0, first: whole.every((one) => one.form !== form.word) };
	});
	return handOut(
		kernel,
		taking,
		(counted) => listToAdd(kernel, work, form, before, counted),
		form,
		() => Promise.resolve(),
		() => storage.inTenant(work.customerId, (tx) => forgetTaking(tx, work, form.word)),
	);
};

export const takeToRemove = async (kernel: FileParts, taking: Taking, form: Form): Promise<FileAnswer> => {
	const { storage } = kernel;
	const { work } = taking;
	const taken = await storage.inTenant(work.customerId, (tx) => takenOf(tx, work.customerId, work.runId));
	if (!taken.some((one) => one.channel === channelCode(work) && one.kind === 'add' && one.form === form.word && one.whole))
		throw refuseFile('file_not_taken');
	const out: number[] = [];
	return handOut(
		kernel,
		taking,
		(counted) =>
			listToRemove(kernel, work, form, (entries) => {
				for (const entry of entries) out.push(entry);
				counted(entries.length);
			}),
		form,
		// A download that breaks leaves it due.
		() =>
			storage.inTenant(work.customerId, async (tx) => {
				await noteRemoved(tx, work, form.word, out);
				await noteTaken(tx, taking, true);
			}),
		() => Promise.resolve(),
	);
};
