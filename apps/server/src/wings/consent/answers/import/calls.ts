/** Calls that start an import: a file is stored first, then worked on. */
import { IMPORT_COLUMNS, importAnswers, importChecked, importExample } from '@luvalla/contract/consent/people.ts';
import { stringify } from 'csv-stringify/sync';
import type { Asker } from '#kernel/access/asker.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { now } from '#kernel/clock.ts';
import { readFileFacts, type StoredFile, writeFile } from '#kernel/files/files.ts';
import { refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import { uploadOf } from '#kernel/http/upload.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { startedRun, visibleRun } from '#kernel/runs/calls.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { readDomain } from '../../../tenancy/wing.ts';
import { readPurposeFacts } from '../purposes.ts';
import { BEGINNING, importKind } from './kind.ts';

const refuseImport = refusals({
	not_checked: [
		409,
		'Check the file first: no finished check of it is there any more.',
		'Tarkista tiedosto ensin: sen valmista tarkistusta ei enää ole.',
	],
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is taken out
const CONTROL = /[\u0000-\u001f\u007f]/g;
/** As the browser calls the file: well-formed text of a length that fits a line. */
const nameOf = (given: string): string => given.replace(CONTROL, '').slice(0, 200).toWellFormed();

/** A file that was looked at waits so long for its import. */
const KEPT_MS = 7 * 86_400_000;

export const importRoutes = (kernel: Kernel): Route[] => {
	const { storage, runs } = kernel;
	const kind = importKind({ ...kernel, storage: kernel.storage.forWork });
	runs.add(kind);

	const start = (
		tx: Tx,
		{ customerId, domains }: Scope,
		file: StoredFile,
		of: { domainId: string; dryRun: boolean; asker: Asker; network: string | null },
	) => {
		return startedRun(tx, runs, customerId, kind, {
			input: {
				domainId: of.domainId,
				fileId: file.id,
				fileName: file.name,
				size: file.size,
				dryRun: of.dryRun,
				by: `user:${of.asker.actorId ?? of.asker.userId}`,
				asker: { userId: of.asker.userId, actorId: of.asker.actorId },
				within: domains === 'all' ? null : [...domains],
			},
			cursor: BEGINNING,
			domainId: of.domainId,
			total: file.size,
			asker: of.asker,
			act: {
				action: of.dryRun ? 'checked' : 'imported',
				thing: 'consent answers',
				thingId: of.domainId,
				after: { file: file.name, sha256: file.sha256.toString('hex') },
			},
			network: of.network,
		});
	};

	/** @throws Refused 404 */
	const domainOf = async (tx: Tx, { customerId, domains }: Scope, given: string): Promise<string> => {
		const domainId = given.toLowerCase();
		if ((domains !== 'all' && !domains.has(domainId)) || !(await readDomain(tx, customerId, domainId))) throw refuse('not_found');
		return domainId;
	};

	return [
		handle(importAnswers, async ({ asker, query, scope, request, network }) => {
			const { customerId } = scope;
			const domainId = await storage.inTenant(customerId, (tx) => domainOf(tx, scope, query.domainId));
			const part = await uploadOf(request, importAnswers.multipart);
			const file = await writeFile(
				storage,
				customerId,
				{ wing: 'consent', name: nameOf(part.filename), type: 'text/csv', expiresAt: new Date(now().getTime() + KEPT_MS) },
				part.file,
			);
			return storage.inTenant(customerId, (tx) => start(tx, scope, file, { domainId, dryRun: query.dryRun === 'true', asker, network }));
		}),
		handle(importChecked, ({ asker, params, scope, network }) =>
			storage.inTenant(scope.customerId, async (tx) => {
				const checked = await visibleRun(tx, scope, asker, params.id);
				const input = checked.kind === kind.kind && checked.state === 'done' ? kind.input.parse(checked.input) : null;
				const file = input?.dryRun ? await readFileFacts(tx, scope.customerId, input.fileId) : null;
				if (!input || !file) throw refuseImport('not_checked');
				return start(tx, scope, file, { domainId: input.domainId, dryRun: false, asker, network });
			}),
		),
		handle(importExample, async ({ query, scope }) => {
			const { customerId } = scope;
			const purposes = await storage.inTenant(customerId, async (tx) =>
				readPurposeFacts(tx, customerId, [await domainOf(tx, scope, query.domainId)]),
			);
			const names = purposes.filter(({ necessary }) => !necessary).map(({ name }) => name);
			const rows = names.flatMap((purpose, index) => [
				[`anna${index + 1}@example.com`, '', '', purpose, 'yes', '2026-01-15T09:30:00Z', 'Paper form, Turku shop', 'fi', ''],
				['', '+358401234567', '', purpose, 'no', '16.1.2026', '', '', ''],
			]);
			const text = `\uFEFF${stringify([[...IMPORT_COLUMNS], ...rows], { escape_formulas: true })}`;
			return { name: 'consents.csv', body: only(text) };
		}),
	];
};

async function* only(text: string): AsyncGenerator<string> {
	yield text;
}
