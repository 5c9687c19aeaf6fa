/** Calls of uploads: a file is stored, looked at, checked, written, and taken back. */

import * as contract from '@luvalla/contract/profiles/uploads.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import { stringify } from 'csv-stringify/sync';
import type { Asker } from '#kernel/access/asker.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { newId, now } from '#kernel/clock.ts';
import { readFileBytes, readFileFacts, type StoredFile, writeFile } from '#kernel/files/files.ts';
import { refusals, refuse, type Sentences } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import { uploadOf } from '#kernel/http/upload.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { startedRun, visibleRun } from '#kernel/runs/calls.ts';
import { sendersColumns } from '#kernel/runs/finding-columns.ts';
import { startedBy } from '#kernel/runs/runs.ts';
import { openInputs } from '#kernel/runs/store.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { readPurposeFacts } from '../../consent/wing.ts';
import { attributeKinds } from '../profiles/facts.ts';
import { demandLeave } from '../segments/grounds.ts';
import { readSegments } from '../segments/store.ts';
import { BEGINNING, type UploadInput, undoKind, uploadKind } from './kind.ts';
import { LOOKED_AT, lookAt } from './look.ts';
import { findUpload, holdUpload, insertUpload, keepMapping, readMapping, readRejections, type StoredUpload } from './store.ts';

const refuseUpload = refusals({
	domain_needed: [422, 'Choose the domain that these people are known on.', 'Valitse verkkotunnus, jolla nämä ihmiset tunnetaan.'],
	not_table: [422, 'Nothing in this file is a row of a table.', 'Tiedostossa ei ole yhtään taulukon riviä.'],
	compressed_file: [
		422,
		'This is a compressed file. Unpack it and upload the CSV file in it.',
		'Tämä on pakattu tiedosto. Pura se ja lataa siinä oleva CSV-tiedosto.',
	],
	nobody_named: [
		422,
		'Choose the column that says who it is: an e-mail address, a phone number or an external id.',
		'Valitse sarake, joka kertoo kenestä on kyse: sähköpostiosoite, puhelinnumero tai ulkoinen tunniste.',
	],
	targets_missing: [422, 'Say of each column what it becomes.', 'Kerro jokaisesta sarakkeesta, miksi se muuttuu.'],
	upload_not_checked: [
		409,
		'Check the file first: no finished check of it is there any more.',
		'Tarkista tiedosto ensin: sen valmista tarkistusta ei enää ole.',
	],
	upload_under_way: [409, 'This file is being written already.', 'Tätä tiedostoa kirjoitetaan jo.'],
	not_undoable: [
		409,
		'This upload cannot be taken back: it is not finished, or it was taken back already.',
		'Tätä latausta ei voi perua: se ei ole valmis, tai se on jo peruttu.',
	],
});

const TARGET_PROBLEMS = {
	purpose: { en: 'There is no such purpose here', fi: 'Tällaista käyttötarkoitusta ei ole' },
	segment: { en: 'People cannot be put into this segment by a file', fi: 'Tähän segmenttiin ei voi lisätä ihmisiä tiedostosta' },
	kind: { en: 'Values of this name are of another kind', fi: 'Tämännimiset arvot ovat toista lajia' },
	twice: { en: 'Another column becomes this already', fi: 'Toinen sarake on jo tämä' },
	column: { en: 'There is no such column', fi: 'Tällaista saraketta ei ole' },
	purposes: { en: 'Choose the purposes that people unsubscribed from', fi: 'Valitse käyttötarkoitukset, jotka on peruttu' },
} as const satisfies Record<string, Sentences>;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is taken out
const CONTROL = /[\u0000-\u001f\u007f]/g;
/** As the browser calls the file: well-formed text of a length that fits a line. */
const nameOf = (given: string): string => cut(given.replace(CONTROL, ''), 200).toWellFormed();

/** How a zip begins; files of spreadsheet programs are zips too. */
const ZIP = Buffer.from('PK\x03\x04');

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

const withinOf = ({ domains }: Scope): string[] | null => (domains === 'all' ? null : [...domains]);

/** Whom a target names, so that two columns do not become one thing. */
const sameness = (target: contract.Target): string | null => {
	switch (target.to) {
		case 'nothing':
		case 'day':
			return null;
		case 'fact':
			return `fact ${target.fact}`;
		case 'attribute':
			return `attribute ${target.key}`;
		case 'consent':
			return `consent ${target.purposeId}`;
		case 'segment':
			return `segment ${target.segmentId}`;
		case 'answer':
			return `answer ${target.part}`;
		default:
			return target.to;
	}
};

/** Segments that the file puts people into. */
const segmentsIn = (targets: readonly contract.Target[]): string[] =>
	targets.flatMap((one) => (one.to === 'segment' ? [one.segmentId.toLowerCase()] : []));

const NAMING: ReadonlySet<string> = new Set(['email', 'phone', 'externalId', 'luvallaId']);

/** Purposes that may be answered by a file, and of the segments that targets name those that may be filled by one. */
const usable = async (
	tx: Tx,
	scope: Scope,
	domainId: string | null,
	targets: readonly contract.Target[],
): Promise<{ purposes: Set<string>; segments: Set<string> }> => {
	const facts = await readPurposeFacts(tx, scope.customerId, domainId === null ? withinOf(scope) : [domainId]);
	const named = targets.flatMap((one) => (one.to === 'segment' ? [one.segmentId] : []));
	const rows = await readSegments(tx, { ...scope, domainId: null }, named);
	return {
		purposes: new Set(facts.flatMap(({ id, necessary }) => (necessary ? [] : [id]))),
		segments: new Set(rows.flatMap(({ segment_id: id, rule }) => (rule === null ? [id] : []))),
	};
};

/** Whether the asker may use what a column became: another's target is none of theirs to see. */
const isUsable = (target: contract.Target, { purposes, segments }: Awaited<ReturnType<typeof usable>>): boolean => {
	switch (target.to) {
		case 'consent':
			return purposes.has(target.purposeId);
		case 'status':
			return target.purposeIds.every((id) => purposes.has(id));
		case 'segment':
			return segments.has(target.segmentId);
		default:
			return true;
	}
};

/** @throws Refused 422 by column; nobody_named */
const demandTargets = async (tx: Tx, scope: Scope, domainId: string | null, targets: readonly contract.Target[]): Promise<void> => {
	const { customerId } = scope;
	if (!targets.some(({ to }) => NAMING.has(to))) throw refuseUpload('nobody_named');
	const { purposes, segments } = await usable(tx, scope, domainId, targets);
	const kinds = await attributeKinds(
		tx,
		customerId,
		targets.flatMap((one) => (one.to === 'attribute' ? [one.key] : [])),
		withinOf(scope),
	);
	const seen = new Set<string>();
	const problemOf = (target: contract.Target): keyof typeof TARGET_PROBLEMS | null => {
		const same = sameness(target);
		if (same !== null && seen.has(same)) return 'twice';
		if (same !== null) seen.add(same);
		if ((target.to === 'consent' || target.to === 'status') && 'column' in target.on && target.on.column >= targets.length) return 'column';
		switch (target.to) {
			case 'consent':
				return purposes.has(target.purposeId) ? null : 'purpose';
			case 'status': {
				const says = Object.values(target.words).some((word) => word === 'unsubscribe' || word === 'complaint');
				if (says && target.purposeIds.length === 0) return 'purposes';
				return target.purposeIds.every((id) => purposes.has(id)) ? null : 'purpose';
			}
			case 'segment':
				return segments.has(target.segmentId) ? null : 'segment';
			case 'attribute':
				return (kinds.get(target.key) ?? target.kind) === target.kind ? null : 'kind';
			default:
				return null;
		}
	};
	const problems = targets.flatMap((target, place) => {
		const problem = problemOf(target);
		return problem === null ? [] : [[`targets.${place}`, TARGET_PROBLEMS[problem]] as const];
	});
	if (problems.length > 0) throw refuse('not_usable', Object.fromEntries(problems));
};

export const uploadRoutes = (kernel: Kernel): Route[] => {
	const { storage, runs } = kernel;
	const kind = uploadKind({ ...kernel, storage: storage.forWork });
	const undo = undoKind({ ...kernel, storage: storage.forWork });
	runs.add(kind);
	runs.add(undo);

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
		if (beginning.subarray(0, ZIP.length).equals(ZIP)) throw refuseUpload('compressed_file');
		const { reading, columns } = await lookAt(beginning, asked);
		if (columns.length === 0) throw refuseUpload('not_table');
		const names = columns.map(({ name }) => name);
		const own = sendersColumns(names);
		const targetOf = ({ target }: contract.Column, place: number): contract.Target => (place < own ? target : { to: 'nothing' });
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
		return {
			id: given.upload_id,
			name: given.name,
			size: given.size,
			domainId: given.domain_id,
			createdAt: given.created_at.toISOString(),
			reading: { ...reading, slashed: remembered?.slashed ?? reading.slashed },
			columns: columns.map((column, place) => ({ ...column, target: remembered?.targets[place] ?? targetOf(column, place) })),
			remembered: remembered !== null,
		};
	};

	const startOf = (tx: Tx, { customerId }: Scope, input: UploadInput, asker: Asker, network: string | null, file: StoredFile) =>
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
			network,
		});

	return [
		handle(contract.uploadUsers, async ({ asker, scope, request }) => {
			const { customerId, domainId } = scope;
			if (domainId === null && scope.domains !== 'all') throw refuseUpload('domain_needed');
			const part = await uploadOf(request, contract.uploadUsers.multipart);
			const name = nameOf(part.filename);
			const file = await writeFile(
				storage,
				customerId,
				{ wing: 'profiles', name, type: 'text/csv', expiresAt: new Date(now().getTime() + KEPT_MS) },
				part.file,
			);
			const id = newId();
			const stored = await storage.inTenant(customerId, async (tx) => {
				await insertUpload(tx, customerId, { id, fileId: file.id, name, size: file.size, domainId, by: startedBy(asker) });
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
		handle(contract.checkUpload, async ({ asker, params, body, scope, network }) => {
			const { customerId } = scope;
			const stored = await storage.inTenant(customerId, (tx) => visible(tx, scope, params.id));
			const { columns } = await lookAt(await beginningOf(storage, customerId, stored.file_id), body.reading);
			if (columns.length === 0) throw refuseUpload('not_table');
			if (columns.length !== body.targets.length) throw refuseUpload('targets_missing');
			return storage.inTenant(customerId, async (tx) => {
				await demandTargets(tx, scope, stored.domain_id, body.targets);
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
					by: `user:${asker.actorId ?? asker.userId}`,
					asker: { userId: asker.userId, actorId: asker.actorId },
					within: withinOf(scope),
					proven: [],
				};
				return startOf(tx, scope, input, asker, network, file);
			});
		}),
		handle(contract.importUpload, ({ asker, params, scope, network }) =>
			storage.inTenant(scope.customerId, async (tx) => {
				const checked = await visibleRun(tx, scope, asker, params.id);
				const input = checked.kind === kind.kind && checked.state === 'done' ? kind.input.parse(checked.input) : null;
				if (input) await holdUpload(tx, scope.customerId, input.uploadId);
				// The file goes with the first that ends: another would read a part of it.
				const writing = (await openInputs(tx, scope.customerId)).some(({ fileId, dryRun }) => fileId === input?.fileId && dryRun === false);
				if (writing) throw refuseUpload('upload_under_way');
				const file = input?.dryRun ? await readFileFacts(tx, scope.customerId, input.fileId) : null;
				if (!input || !file) throw refuseUpload('upload_not_checked');
				// Whoever checked it may have been allowed more, and what it names may be gone since.
				await demandTargets(tx, scope, input.domainId, input.targets);
				const mine = { by: `user:${asker.actorId ?? asker.userId}`, asker: { userId: asker.userId, actorId: asker.actorId } };
				const proven = await demandLeave(tx, scope.customerId, segmentsIn(input.targets), 'in', { asker, scope });
				return startOf(tx, scope, { ...input, ...mine, proven, within: withinOf(scope), dryRun: false }, asker, network, file);
			}),
		),
		handle(contract.undoUpload, ({ asker, params, scope, network }) => {
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
					network,
				});
			});
		}),
		handle(contract.rejections, ({ asker, params, scope }) =>
			storage.inTenant(scope.customerId, async (tx) =>
				readRejections(tx, scope.customerId, (await visibleRun(tx, scope, asker, params.id)).run_id),
			),
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
