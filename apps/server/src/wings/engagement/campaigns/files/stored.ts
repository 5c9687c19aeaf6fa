/** Files that are there already, or are the same for everybody: what was stored, a creative, and leaves to take out. */

import { readFileBytes } from '#kernel/files/files.ts';
import type { FileAnswer } from '#kernel/http/handle.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { channelBy } from '../../channels/all.ts';
import { readFrozen } from '../../channels/frozen.ts';
import { languageFor, prepare } from '../../contents/template.ts';
import { TemplateFailed } from '../../message.ts';
import { noteRemoved, saidNoSince } from '../../send/lists.ts';
import { besideOf, fileOf } from '../../send/parts.ts';
import { refuseFile, rowsOfTable } from './refuse.ts';
import { acceptedOf, noteTaken } from './store.ts';
import { act, type FileParts, named, type Taking } from './taking.ts';
/** What people are shown, for nobody in particular. */
export const takeCreative = async (kernel: FileParts, taking: Taking): Promise<FileAnswer> => {
	const { storage } = kernel;
	const { work } = taking;
	const { customerId, plan, lane } = work;
	const frozen = await readFrozen(kernel, customerId, lane);
	const sender = await channelBy(lane.channel).sender(kernel, customerId, null);
	const facts = {
		person: {},
		attributes: {},
		domain: { name: plan.host },
		customer: { name: plan.customerName },
		sender,
		campaign: { title: plan.title },
		zone: plan.options.timeZone,
	};
	const links = { unsubscribe: '', why: '', preferences: '', through: (url: string) => url, pixel: null };
	const language = languageFor(frozen, taking.language);
	try {
		const { html, heroimage, text: words } = prepare(frozen)(language, facts, links);
		const alt = frozen.languages[language]?.heroimageAlt ?? '';
		const picture = heroimage ? `<p><img src="${escapeHtml(heroimage)}" alt="${escapeHtml(alt)}"></p>` : '';
		const page =
			html ??
			`<!doctype html><html lang="${language}"><meta charset="utf-8"><body>${picture}<p>${escapeHtml(words ?? '')}</p></body></html>`;
		await storage.inTenant(customerId, async (tx) => {
			await noteTaken(tx, taking, true);
			await act(tx, taking, 0);
		});
		async function* body(): AsyncGenerator<string> {
			yield page;
		}
		return { name: await named(kernel, taking, 0, 'html'), type: 'text/html; charset=utf-8', body: body() };
	} catch (error) {
		if (error instanceof TemplateFailed) throw refuseFile('creative_fails');
		throw error;
	}
};

export const takeStored = async (kernel: FileParts, taking: Taking): Promise<FileAnswer> => {
	const { storage } = kernel;
	const { work } = taking;
	const { customerId } = work;
	const { stored, rows } = await storage.inTenant(customerId, async (tx) => {
		const found = await (taking.kind === 'addresses' ? besideOf : fileOf)(tx, work);
		if (!found) throw refuseFile('file_gone');
		const n = await acceptedOf(tx, work);
		await noteTaken(tx, taking, true);
		await act(tx, taking, n);
		return { stored: found, rows: n };
	});
	const name = await named(kernel, taking, rows, stored.name.slice(stored.name.lastIndexOf('.') + 1));
	return { name, type: stored.type, body: readFileBytes(storage, customerId, stored.id) };
};

/** Rows of those whom the printing house is to take out of the file that it has, or is to get. */
export const takeLeaves = async (kernel: FileParts, taking: Taking): Promise<FileAnswer> => {
	const { storage } = kernel;
	const { work } = taking;
	const { customerId } = work;
	const rowsOf = rowsOfTable(work);
	const table = await storage.inTenant(customerId, async (tx) => ((await fileOf(tx, work)) ? besideOf(tx, work) : null));
	if (!rowsOf || !table) throw refuseFile('file_gone');
	const { entries } = await saidNoSince((read) => storage.inTenant(customerId, read), work);
	await storage.inTenant(customerId, (tx) => act(tx, taking, entries.length));
	async function* body(id: string): AsyncGenerator<Buffer> {
		yield* rowsOf?.(readFileBytes(storage, customerId, id), new Set(entries)) ?? [];
		// A download that breaks leaves it due.
		await storage.inTenant(customerId, async (tx) => {
			await noteRemoved(tx, work, 'whole', entries);
			await noteTaken(tx, taking, true);
		});
	}
	return { name: await named(kernel, taking, entries.length, 'csv'), type: table.type, body: body(table.id) };
};
