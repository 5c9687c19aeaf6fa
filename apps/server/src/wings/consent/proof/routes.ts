/**
 * What is open to everybody and is no call with an answer in an envelope: logs as c2sp.org/tlog-tiles serves them, and receipts for
 * whoever holds a record's id. That id is 74 random bits made in the visitor's browser, so having it is having been told.
 */

import { LogName, PROOF_RATE, RECEIPT_PDF_RATE, RECEIPT_RATE, Receipt, TILE_RATE } from '@luvalla/contract/consent/proof.ts';
import { HASH_BYTES } from '@luvalla/verify/merkle.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { languageOf } from '#kernel/http/calls.ts';
import { anybody } from '#kernel/http/cors.ts';
import { Refused, refuse } from '#kernel/http/errors.ts';
import type { NamedRate } from '#kernel/http/limit.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { customerIn } from '#kernel/storage/directory.ts';
import { bytes, ints, row, sql } from '#kernel/storage/rows.ts';
import type { Storage, Tx } from '#kernel/storage/storage.ts';
import { LEDGER_PATH } from './append.ts';
import { registerConfirm } from './confirm.ts';
import { INSTALLATION } from './installation.ts';
import { customerOfKey } from './mailed.ts';
import { noReceiptPage, PAGE_POLICY, receiptPage } from './page.ts';
import { receiptPdf } from './pdf.ts';
import { keysAddress, picturesOf, proveRecord, refuseProof, sourceOf } from './receipts.ts';
import { newestHead, newestInstallationHead, readForReceipt } from './store.ts';
import { TILE_WIDTH } from './tree.ts';
import type { ReceiptLanguage } from './words.ts';

/** The customer behind a log's name; null for the installation's. @throws Refused 404 */
export const customerOfLog = async (storage: Storage, log: string): Promise<number | null> => {
	if (log === INSTALLATION) return null;
	const customerId = await storage.inPlatform((tx) => customerIn(tx, { kind: 'ledger', key: log.toLowerCase() }));
	if (customerId === null) throw refuse('not_found');
	return customerId;
};

/** Runs in the log's own tenant, or on the platform. */
export const inLog = <T>(storage: Storage, customerId: number | null, work: (tx: Tx) => Promise<T>): Promise<T> =>
	customerId === null ? storage.inPlatform(work) : storage.inTenant(customerId, work);

const FOR_EVER = 'public, max-age=31536000, immutable';

/** `x001/x234/067` → 1234067: three digits a step, all but the last marked. */
const tileNumber = (path: string): number | null =>
	/^(?:x\d{3}\/)*\d{3}$/.test(path) && path.length < 30 ? Number(path.replaceAll(/[x/]/g, '')) : null;

/** What stands behind `/tile/` in an address. */
const parseTile = (path: string): { level: number | 'entries'; tile: number; width: number } | null => {
	const [, level, number, width] = /^(\d{1,2}|entries)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? [];
	const tile = number === undefined ? null : tileNumber(number);
	const wide = width === undefined ? TILE_WIDTH : Number(width);
	if (tile !== null && !Number.isSafeInteger((tile + 1) * TILE_WIDTH)) return null;
	if (level === undefined || tile === null || wide < 1 || wide > TILE_WIDTH || (width !== undefined && wide === TILE_WIDTH)) return null;
	return { level: level === 'entries' ? level : Number(level), tile, width: wide };
};

const LeafRow = row({ leaf: bytes });

/** Entries as tlog-tiles bundles them: each behind its length in two bytes. Ours are leaves of 32 bytes, which tell nothing. */
const bundle = async (tx: Tx, customerId: number | null, from: number, width: number): Promise<Buffer | null> => {
	const log = customerId === null ? sql`installation_entry where` : sql`ledger_entry where customer_id = ${customerId} and`;
	const rows = await tx.rows(LeafRow, sql`select leaf from ${log} position >= ${from} and position < ${from + width} order by position`);
	if (rows.length < width) return null;
	return Buffer.concat(rows.flatMap(({ leaf }) => [Buffer.of(leaf.length >> 8, leaf.length & 255), leaf]));
};

const tile = async (tx: Tx, customerId: number | null, path: string): Promise<Buffer | null> => {
	const at = parseTile(path);
	if (!at) return null;
	if (at.level === 'entries') return bundle(tx, customerId, at.tile * TILE_WIDTH, at.width);
	const { tiles } = await sourceOf(tx, customerId);
	const [found] = await tiles.read([{ level: at.level, tile: at.tile }]);
	return found && found.hashes.length >= at.width * HASH_BYTES ? found.hashes.subarray(0, at.width * HASH_BYTES) : null;
};

const Log = z.object({ log: LogName });

const registerLogs = (app: FastifyInstance, { storage, limits }: Kernel): void => {
	const logOf = (request: FastifyRequest): Promise<number | null> => {
		const parsed = Log.safeParse(request.params);
		if (!parsed.success) throw refuse('not_found');
		return customerOfLog(storage, parsed.data.log);
	};

	/** From any page, also what is refused; no more than an address may ask. */
	const limited = (rate: NamedRate) => ({
		onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
			anybody(reply);
			await limits.address(request, rate);
		},
	});

	app.get(`${LEDGER_PATH}/:log/checkpoint`, limited(PROOF_RATE), async (request, reply) => {
		const customerId = await logOf(request);
		const head = await inLog(storage, customerId, (tx) => (customerId === null ? newestInstallationHead(tx) : newestHead(tx, customerId)));
		if (!head) throw refuse('not_found');
		return reply.header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'no-cache').send(head.note);
	});

	app.get(`${LEDGER_PATH}/:log/tile/*`, { compress: false, ...limited(TILE_RATE) }, async (request, reply) => {
		const customerId = await logOf(request);
		const { '*': path } = z.object({ '*': z.string() }).parse(request.params);
		const bytes = await inLog(storage, customerId, (tx) => tile(tx, customerId, path));
		if (!bytes) throw refuse('not_found');
		return reply.header('content-type', 'application/octet-stream').header('cache-control', FOR_EVER).send(bytes);
	});
};

/** Refusals that a person is told on a page. */
const PAGES: Readonly<Record<number, 'none' | 'pending' | 'many'>> = { 404: 'none', 409: 'pending', 429: 'many' };

const ReceiptFile = z.object({ file: z.string().regex(/^[0-9a-f-]{36}(\.(json|pdf))?$/i) });
const Asked = z.object({
	lang: z.enum(['en', 'fi']).optional().catch(undefined),
	log: z.string().optional().catch(''),
	key: z.string().optional().catch(''),
});
const Customers = row({ customers: ints });

/** @throws Refused 404 */
const logNamed = (name: string): string => {
	const parsed = LogName.safeParse(name);
	if (!parsed.success) throw refuse('not_found');
	return parsed.data;
};

const registerReceipts = (app: FastifyInstance, kernel: Kernel): void => {
	const { storage, settings, limits } = kernel;
	/** Whose record it is. @param log as links name it; without, ids that several sent are nobody's. @throws Refused 404, 409 several_records */
	const customerOf = async (id: string, log: string | undefined): Promise<number> => {
		if (log !== undefined) {
			const named = await customerOfLog(storage, log);
			if (named === null) throw refuse('not_found');
			return named;
		}
		const row = await storage.across.first(Customers, sql`select ledger_customers_of(${id}::uuid) as customers`);
		const [customerId, ...others] = row?.customers ?? [];
		// Also what waits for its place: nothing but its id would say whose it is.
		if (customerId === undefined) throw refuse('not_found');
		if (others.length > 0) {
			// A known person's answers as if there was no other: that somebody is known is told to nobody.
			for (const one of [customerId, ...others])
				if ((await storage.inTenant(one, (tx) => readForReceipt(tx, one, id)))?.person != null) throw refuse('not_found');
			// Whichever was shown, it could be a stranger's in the place of the one that is looked for.
			throw refuseProof('several_records');
		}
		return customerId;
	};

	/** @param key as mailed links carry it @throws Refused 404, 409 */
	const proven = async (id: string, log: string | undefined, key: string | undefined) => {
		const customerId = key === undefined ? await customerOf(id, log) : customerOfKey(kernel.secrets, key, id);
		if (customerId === null) throw refuse('not_found');
		const found = await storage.inTenant(customerId, (tx) => proveRecord(tx, kernel, customerId, id));
		// A known person's receipt names them: they have it signed in or by a mailed link, the officer in the portal.
		if (found.row.person !== null && key === undefined) throw refuse('not_found');
		return { ...found, customerId };
	};

	app.get('/edge/v1/receipts/:file', async (request, reply) => {
		const parsed = ReceiptFile.safeParse(request.params);
		if (!parsed.success) throw refuse('not_found');
		const [id = '', kind] = parsed.data.file.toLowerCase().split('.');
		const asked = Asked.parse(request.query);
		const language: ReceiptLanguage = asked.lang ?? languageOf(request);
		anybody(reply).header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
		const wantsPage = kind === undefined && String(request.headers.accept ?? '').includes('text/html');
		const html = (status: number, text: string) =>
			reply.status(status).header('content-type', 'text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(text);
		try {
			await limits.address(request, kind === 'pdf' ? RECEIPT_PDF_RATE : RECEIPT_RATE);
			const found = await proven(id, asked.log === undefined ? undefined : logNamed(asked.log), asked.key);
			if (kind === 'pdf') {
				const images = await storage.inTenant(found.customerId, (tx) => picturesOf(tx, found.customerId, found.receipt));
				const bytes = await receiptPdf(found, language, keysAddress(settings.publicUrl), images);
				return reply
					.header('content-type', 'application/pdf')
					.header('content-disposition', `attachment; filename="receipt-${id}.pdf"`)
					.send(bytes);
			}
			if (wantsPage) return html(200, receiptPage(found, language, asked.key));
			if (kind === 'json') reply.header('content-disposition', `attachment; filename="receipt-${id}.json"`);
			return reply
				.header('content-type', 'application/json; charset=utf-8')
				.send(`${JSON.stringify(Receipt.parse(found.receipt), null, '\t')}\n`);
		} catch (error) {
			const why = error instanceof Refused ? (error.code === 'several_records' ? 'several' : PAGES[error.status]) : undefined;
			if (!(error instanceof Refused) || !why || !wantsPage) throw error;
			if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds));
			return html(error.status, noReceiptPage(language, why));
		}
	});
};

/** Logs and receipts at their public addresses. */
export const registerProof = (app: FastifyInstance, kernel: Kernel): void => {
	registerLogs(app, kernel);
	registerReceipts(app, kernel);
	registerConfirm(app, kernel);
};
