/** Calls of uploads: a file is stored, looked at, checked, written, and taken back. */

import * as contract from '@luvalla/contract/profiles/uploads.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import { stringify } from 'csv-stringify/sync';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId, now } from '#kernel/clock.ts';
import { deleteFile, readFileBytes, readFileFacts, type StoredFile, writeFile } from '#kernel/files/files.ts';
import { refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import { uploadOf } from '#kernel/http/upload.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { startedRun, visibleRun } from '#kernel/runs/calls.ts';
import { sendersColumns } from '#kernel/runs/finding-columns.ts';
import { startedBy } from '#kernel/runs/runs.ts';
import { openInputs } from '#kernel/runs/store.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { readPurposeFacts } from '../../consent/wing.ts';
import { demandLeave } from '../segments/grounds.ts';
import { gatherKind, gatherSome, makeSegment } from './gather.ts';
import { NOTHING_AROUND } from './guess.ts';
import { BEGINNING, type UploadInput, undoKind, uploadKind } from './kind.ts';
import { LOOKED_AT, lookAt } from './look.ts';
import { refuseUpload } from './refuse.ts';
import { findUpload, holdUpload, insertUpload, keepMapping, readMapping, readRejections, type StoredUpload } from './store.ts';
import { aroundOf, demandTable, demandTargets, isUsable, segmentsIn, usable, withinOf } from './targets.ts';
import { everybodyIn, toolOf } from './tools.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is taken out
const CONTROL = /[\u0000-\u001f\u007f]/g;
/** As the browser calls the file: well-formed text of a length that fits a line. */
const nameOf = (given: string): string => cut(given.replace(CONTROL, ''), 200).toWellFormed();

/** How a zip begins, as an Excel workbook does; and how those of before 2007 do, and those with a password. */
const ZIP = Buffer.from('PK\x03\x04');
const OLD = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** A file waits so long for what becomes of it. */
const KEPT_MS = 7 * 86_400_000;

const beginningOf = async (storage: Storage, customerId: number, fileId: string): Promise<Buffer> => {
	const pieces: Buffer[] = [];
	let size = 0;
	for await (const piece of readFileBytes(storage, customerId, fileId)) {
		pieces.push(piece);
		size += piece.length;
		if (size >= LOOKED_AT) break;
	}
	return Buffer.concat(pieces).subarray(0, LOOKED_AT);
};

/** How the CSV file of a workbook's sheet is written, whatever is asked. */
const WORKBOOK = { delimiter: 'comma', encoding: 'utf-8' } as const;
/** Letters of a sheet's name, and sheets that are named. */
const MOST_SHEET_NAME = 100;
const MOST_SHEETS = 100;

const firstOf = async <T>(source: AsyncIterable<T>): Promise<T[]> => {
	for await (const one of source) return [one];
	return [];
};

/** The first bytes of a stream. */
async function* between(source: AsyncIterable<Uint8Array>, length: number): AsyncGenerator<Uint8Array> {
	let left = length;
	for await (const piece of source) {
		yield piece.subarray(0, left);
		left -= piece.length;
		if (left <= 0) return;
	}
}

/** Work that this process does one after the other. */
const inLine = () => {
	let last: Promise<unknown> = Promise.resolve();
	return <T>(work: () => Promise<T>): Promise<T> => {
		const own = last.then(work);
		// Who comes next waits for its end, however it ends.
		last = own.catch(() => undefined);
		return own;
	};
};

export const uploadRoutes = (kernel: Kernel): Route[] => {
	const { storage, runs } = kernel;
	const kind = uploadKind({ ...kernel, storage: storage.forWork });
	const undo = undoKind({ ...kernel, storage: storage.forWork });
	const oneByOne = inLine();
	runs.add(kind);
	runs.add(undo);
	runs.add(gatherKind);

	/** An upload that the asker may see. @throws Refused 404 */
	const visible = async (tx: Tx, { customerId, domains }: Scope, id: string): Promise<StoredUpload> => {
		const found = await findUpload(tx, customerId, id.toLowerCase());
		if (!found || (domains !== 'all' && !(found.domain_id !== null && domains.has(found.domain_id)))) throw refuse('not_found');
		return found;
	};

	/** A stored file as it is read, and what its columns became the last time. */
	const shown = async (scope: Scope, given: StoredUpload, asked: Partial<contract.Reading>): Promise<contract.Upload> => {
		const { customerId } = scope;
		const beginning = await beginningOf(storage, customerId, given.file_id);
		let around = NOTHING_AROUND;
		const { reading, columns } = await lookAt(beginning, given.sheets.length > 0 ? { ...asked, ...WORKBOOK } : asked, async (names) => {
			around = await storage.inTenant(customerId, (tx) => aroundOf(tx, scope, given.domain_id, names));
			return around;
		});
		demandTable(columns);
		const names = columns.map(({ name }) => name);
		const own = sendersColumns(names);
		const proposal = ({ target, left }: contract.Column, place: number): Pick<contract.Column, 'target' | 'left'> =>
			place < own ? { target, left } : { target: { to: 'nothing' }, left: null };
		const remembered = await storage.inTenant(customerId, async (tx) => {
			const whole = await readMapping(tx, customerId, names);
			// Rejected rows that were mended are read as the file they are from, days with slashes too: so few rows may not show it.
			const before = whole ?? (own < names.length ? await readMapping(tx, customerId, names.slice(0, own)) : null);
			if (before === null) return null;
			const may = await usable(tx, scope, given.domain_id, before.targets);
			return {
				targets: before.targets.map((one) => (isUsable(one, may) ? one : null)),
				slashed: whole ? reading.slashed : before.reading.slashed,
			};
		});
		const shownColumns = columns.map((column, place) => {
			const before = remembered?.targets[place];
			return { ...column, ...(before ? { target: before, left: null } : proposal(column, place)) };
		});
		return {
			id: given.upload_id,
			name: given.name,
			size: given.size,
			domainId: given.domain_id,
			createdAt: given.created_at.toISOString(),
			reading: { ...reading, slashed: remembered?.slashed ?? reading.slashed },
			columns: shownColumns,
			tool: toolOf(names),
			everybody: everybodyIn(given.name, shownColumns, around),
			remembered: remembered !== null,
			sheets: given.sheets,
		};
	};

	/**
	 * A file that came as the table in it: of a workbook the first sheet, stored in its place, and the names of all. A workbook after the
	 * other, for their memory's sake. @throws Refused 422
	 */
	const asTable = async (
		customerId: number,
		came: StoredFile,
		keep: (bytes: AsyncIterable<Uint8Array>) => Promise<StoredFile>,
	): Promise<{ file: StoredFile; sheets: readonly string[] }> => {
		const [beginning = Buffer.alloc(0)] = await firstOf(readFileBytes(storage, customerId, came.id));
		const begins = (sign: Buffer): boolean => beginning.subarray(0, sign.length).equals(sign);
		if (!begins(ZIP) && !begins(OLD)) return { file: came, sheets: [] };
		try {
			if (begins(OLD)) throw refuseUpload('old_workbook');
			return await oneByOne(async () => {
				const { BadWorkbook, openWorkbook } = await import('#kernel/files/workbook.ts');
				try {
					const { sheets, csv } = await openWorkbook(
						(from, to) => between(readFileBytes(storage, customerId, came.id, from), to - from),
						came.size,
					);
					return { file: await keep(csv()), sheets: sheets.map((sheet) => cut(sheet, MOST_SHEET_NAME)).slice(0, MOST_SHEETS) };
				} catch (error) {
					throw error instanceof BadWorkbook ? refuseUpload(error.problem) : error;
				}
			});
		} finally {
			await storage.inTenant(customerId, (tx) => deleteFile(tx, customerId, came.id));
		}
	};

	const startOf = (tx: Tx, { customerId }: Scope, input: UploadInput, asker: Asker, file: StoredFile) =>
		startedRun(tx, runs, customerId, kind, {
			input,
			cursor: BEGINNING,
			domainId: input.domainId,
			total: input.size,
			asker,
			act: {
				action: input.dryRun ? 'checked' : 'imported',
				thing: 'upload',
				thingId: input.uploadId,
				after: { file: input.fileName, sha256: file.sha256.toString('hex') },
			},
		});

	return [
		handle(contract.uploadUsers, async ({ asker, scope, request }) => {
			const { customerId, domainId } = scope;
			if (domainId === null && scope.domains !== 'all') throw refuseUpload('domain_needed');
			const part = await uploadOf(request, contract.uploadUsers.multipart);
			const name = nameOf(part.filename);
			const keep = (bytes: AsyncIterable<Uint8Array>): Promise<StoredFile> =>
				writeFile(storage, customerId, { wing: 'profiles', name, type: 'text/csv', expiresAt: new Date(now().getTime() + KEPT_MS) }, bytes);
			const { file, sheets } = await asTable(customerId, await keep(part.file), keep);
			const id = newId();
			const stored = await storage.inTenant(customerId, async (tx) => {
				await insertUpload(tx, customerId, { id, fileId: file.id, name, size: file.size, sheets, domainId, by: startedBy(asker) });
				return findUpload(tx, customerId, id);
			});
			if (!stored) throw refuse('not_found');
			return shown(scope, stored, {});
		}),
		handle(contract.upload, async ({ params, query, scope }) => {
			const { customerId } = scope;
			const stored = await storage.inTenant(customerId, (tx) => visible(tx, scope, params.id));
			return shown(scope, stored, {
				...(query.delimiter && { delimiter: query.delimiter }),
				...(query.encoding && { encoding: query.encoding }),
				...(query.headerRow !== undefined && { headerRow: query.headerRow }),
			});
		}),
		handle(contract.checkUpload, async ({ asker, params, body, scope }) => {
			const { customerId } = scope;
			const stored = await storage.inTenant(customerId, (tx) => visible(tx, scope, params.id));
			const { columns } = await lookAt(await beginningOf(storage, customerId, stored.file_id), body.reading);
			demandTable(columns);
			if (columns.length !== body.targets.length) throw refuseUpload('targets_missing');
			return storage.inTenant(customerId, async (tx) => {
				const everybody = body.everybody ?? null;
				await demandTargets(tx, scope, stored.domain_id, { targets: body.targets, everybody });
				// What a domain's own admin may not write they need not check either; who answers for the customer is asked when it is written.
				if (scope.as === 'domainAdmin') await demandLeave(tx, customerId, segmentsIn(body.targets), 'in', { asker, scope });
				const file = await readFileFacts(tx, customerId, stored.file_id);
				if (!file) throw refuse('not_found');
				await keepMapping(
					tx,
					customerId,
					columns.map(({ name }) => name),
					body.reading,
					body.targets,
				);
				const input: UploadInput = {
					uploadId: stored.upload_id,
					fileId: stored.file_id,
					fileName: stored.name,
					size: stored.size,
					at: stored.created_at.toISOString(),
					domainId: stored.domain_id,
					dryRun: true,
					reading: body.reading,
					targets: body.targets,
					everybody,
					by: `user:${asker.actorId ?? asker.userId}`,
					asker: { userId: asker.userId, actorId: asker.actorId },
					within: withinOf(scope),
					proven: [],
				};
				return startOf(tx, scope, input, asker, file);
			});
		}),
		handleIn(storage.inTenant, contract.importUpload, async (tx, { asker, params, scope }) => {
			const checked = await visibleRun(tx, scope, asker, params.id);
			const input = checked.kind === kind.kind && checked.state === 'done' ? kind.input.parse(checked.input) : null;
			if (input) await holdUpload(tx, scope.customerId, input.uploadId);
			// The file goes with the first that ends: another would read a part of it.
			const writing = (await openInputs(tx, scope.customerId)).some(({ fileId, dryRun }) => fileId === input?.fileId && dryRun === false);
			if (writing) throw refuseUpload('upload_under_way');
			const file = input?.dryRun ? await readFileFacts(tx, scope.customerId, input.fileId) : null;
			if (!input || !file) throw refuseUpload('upload_not_checked');
			// Whoever checked it may have been allowed more, and what it names may be gone since.
			await demandTargets(tx, scope, input.domainId, input);
			const mine = { by: `user:${asker.actorId ?? asker.userId}`, asker: { userId: asker.userId, actorId: asker.actorId } };
			const proven = await demandLeave(tx, scope.customerId, segmentsIn(input.targets), 'in', { asker, scope });
			return startOf(tx, scope, { ...input, ...mine, proven, within: withinOf(scope), dryRun: false }, asker, file);
		}),
		handle(contract.undoUpload, ({ asker, params, scope }) => {
			demandConfirmed(asker);
			return storage.inTenant(scope.customerId, async (tx) => {
				const { customerId } = scope;
				const seen = await visibleRun(tx, scope, asker, params.id);
				if (seen.kind === kind.kind) await holdUpload(tx, customerId, kind.input.parse(seen.input).uploadId);
				const written = await visibleRun(tx, scope, asker, params.id);
				const ended = written.state !== 'waiting' && written.state !== 'running';
				const input = written.kind === kind.kind && ended ? kind.input.parse(written.input) : null;
				const undone = (await openInputs(tx, customerId)).some(({ of }) => of === written.run_id);
				if (!input || input.dryRun || undone || written.state === 'undone') throw refuseUpload('not_undoable');
				// It forgets people, which is for those who answer for the customer: a domain's own admin takes back what they wrote themselves.
				if (scope.domains !== 'all' && written.created_by !== startedBy(asker)) throw refuse('not_found');
				return startedRun(tx, runs, customerId, undo, {
					input: {
						of: written.run_id,
						proven: await demandLeave(tx, customerId, segmentsIn(input.targets), 'out', { asker, scope }),
						keys: input.targets.flatMap((one) => (one.to === 'attribute' ? [one.key] : [])),
						fileName: input.fileName,
					},
					cursor: { after: null, people: 0, over: false },
					domainId: written.domain_id,
					total: null,
					asker,
					act: { action: 'undone', thing: 'upload', thingId: input.uploadId, after: { file: input.fileName } },
				});
			});
		}),
		handleIn(storage.inTurn, contract.segmentOfUpload, async (tx, { asker, params, body, scope }) => {
			const { customerId } = scope;
			const written = await visibleRun(tx, scope, asker, params.id);
			const ended = written.state === 'done' || written.state === 'failed' || written.state === 'cancelled';
			const given = written.kind === kind.kind && ended ? kind.input.parse(written.input) : null;
			if (!given || given.dryRun) throw refuseUpload('nothing_written');
			const by = `user:${asker.actorId ?? asker.userId}`;
			const segment = await makeSegment(tx, customerId, { name: body.name, domainId: written.domain_id, by });
			const input = { of: written.run_id, segmentId: segment.id, fileName: given.fileName, by };
			const cursor = await gatherSome(tx, customerId, input, { after: null, people: 0, over: false });
			if (cursor.people === 0) throw refuseUpload('nothing_written');
			await recordActivity(tx, customerId, asker, {
				action: 'added',
				thing: 'segment',
				thingId: segment.id,
				after: { name: segment.name, file: given.fileName },
			});
			if (cursor.over) return { segmentId: segment.id, name: segment.name, run: null };
			const act = { action: 'added', thing: 'segment_members', thingId: segment.id, after: { name: segment.name, file: given.fileName } };
			const run = await startedRun(tx, runs, customerId, gatherKind, {
				input,
				cursor,
				domainId: written.domain_id,
				total: null,
				asker,
				act,
			});
			return { segmentId: segment.id, name: segment.name, run };
		}),
		handleIn(storage.inTenant, contract.rejections, async (tx, { asker, params, scope }) =>
			readRejections(tx, scope.customerId, (await visibleRun(tx, scope, asker, params.id)).run_id),
		),
		handle(contract.uploadExample, async ({ scope }) => {
			const { customerId, domainId } = scope;
			const purposes = await storage.inTenant(customerId, (tx) =>
				readPurposeFacts(tx, customerId, domainId === null ? withinOf(scope) : [domainId]),
			);
			const names = purposes.flatMap(({ name, necessary }) => (necessary ? [] : [name]));
			const text = `\uFEFF${stringify(
				[
					['email', 'phone', 'externalId', 'firstName', 'lastName', 'city', ...names, 'saidOn'],
					['anna@example.com', '+358401234567', 'A-1', 'Anna', 'Aalto', 'Turku', ...names.map(() => 'yes'), '2026-01-15'],
					['bo@example.com', '', 'A-2', 'Bo', 'Berg', 'Oulu', ...names.map(() => 'no'), '16.1.2026'],
				],
				{ escape_formulas: true },
			)}`;
			return { name: 'people.csv', body: only(text) };
		}),
	];
};

async function* only(text: string): AsyncGenerator<string> {
	yield text;
}
