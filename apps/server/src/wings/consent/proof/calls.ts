/** Calls of the proof for officers; those for verifiers without an account stand beside. */
import * as proof from '@luvalla/contract/consent/proof.ts';
import { hashLeaf } from '@luvalla/verify/merkle.ts';
import { recordActivity, recordPlatformActivity } from '#kernel/access/activity.ts';
import { demandConfirmed } from '#kernel/access/confirm.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { refuse } from '#kernel/http/errors.ts';
import { handle, handleIn, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { takeMail } from '#kernel/outbound/mail-limit.ts';
import { wholePageOf } from '#kernel/storage/lists.ts';
import { offsetOf } from '#kernel/storage/search.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { readLog } from './append.ts';
import { climb } from './climb.ts';
import { askWanted } from './confirm.ts';
import { erasureOf } from './erase.ts';
import { allKeys, rotateKey, shownKey } from './keys.ts';
import { receiptPdf } from './pdf.ts';
import { failureOf, keysAddress, logAddress, picturesOf, proveConsistency, proveRecord, refuseProof, shownHead } from './receipts.ts';
import { checkSoon, failedCheckAt, listChecks, readInstallationCheck } from './self-check.ts';
import { listHeads, newestHead, newestInstallationHead } from './store.ts';
import { type AddressRow, addAddress, createTelling, deleteAddress, listAddresses, readAddress, shownAddress } from './tell.ts';
import { verifierRoutes } from './verifier-calls.ts';
import { listWitnesses } from './witness.ts';

/** May manage what belongs to the customer as a whole. */
const owns = (scope: Scope): boolean => scope.as === 'admin' || scope.as === 'partner' || scope.as === 'customerAdmin';

export const proofRoutes = (kernel: Kernel): Route[] => {
	const { storage, secrets, settings } = kernel;
	const telling = createTelling(kernel);

	/** @throws Refused 404 */
	const existing = async (customerId: number, id: string): Promise<AddressRow> => {
		const row = await storage.inTenant(customerId, (tx) => readAddress(tx, customerId, id.toLowerCase()));
		if (!row) throw refuse('not_found');
		return row;
	};

	/** A record within what the asker may see, proven. @throws Refused 404, 409 */
	const provenFor = async (tx: Tx, scope: Scope, id: string) => {
		const found = await proveRecord(tx, kernel, scope.customerId, id.toLowerCase());
		if (scope.domains !== 'all' && !scope.domains.has(found.row.domain_id)) throw refuse('not_found');
		return found;
	};

	return [
		handleIn(storage.inTenant, proof.ledgerState, async (tx, { asker, scope }) => {
			const { customerId } = scope;
			const log = await readLog(tx, customerId);
			const head = await newestHead(tx, customerId);
			const above = await newestInstallationHead(tx);
			const keys = await allKeys(tx, secrets);
			const [check] = (await listChecks(tx, customerId, 0, 1)).rows;
			const witnesses = await listWitnesses(tx);
			return {
				log: log && { id: log.log_id, origin: log.origin, address: logAddress(settings.publicUrl, log.log_id), size: log.size },
				head: head ? shownHead(head) : null,
				installationHead: above ? shownHead(above) : null,
				witnesses: settings.ledgerWitnesses.map(({ key: { name } }) => {
					const known = witnesses.find((one) => one.name === name);
					return { name, size: known?.size ?? 0, askedAt: known?.asked_at?.toISOString() ?? null, error: known?.error ?? null };
				}),
				keys: keys.map(shownKey),
				keysAddress: keysAddress(settings.publicUrl, log?.log_id),
				check: check ?? null,
				checkFailedAt: await failedCheckAt(tx, customerId, check),
				can: { tell: owns(scope), rotate: scope.as === 'admin' && asker.actorId === null },
			};
		}),
		handle(proof.ledgerHeads, async ({ query, scope }) => {
			const { rows, total } = await storage.inTenant(scope.customerId, (tx) =>
				listHeads(tx, scope.customerId, offsetOf(query), query.size),
			);
			return { data: rows.map(shownHead), page: wholePageOf(total, query) };
		}),
		handleIn(storage.inTenant, proof.ledgerConsistency, (tx, { query, scope: { customerId } }) =>
			proveConsistency(tx, customerId, query.from, query.to),
		),
		handleIn(storage.inTenant, proof.recordProof, async (tx, { params, scope }) => {
			const { receipt, head, installationHead } = await provenFor(tx, scope, params.id);
			const failed = await failureOf(tx, kernel, receipt);
			return {
				position: receipt.position,
				size: head.size,
				proof: receipt.inclusion,
				root: head.root.toString('hex'),
				steps: climb(
					hashLeaf(Buffer.from(receipt.leaf, 'hex')),
					receipt.position,
					head.size,
					receipt.inclusion.map((one) => Buffer.from(one, 'hex')),
				).map(({ neighbour, left, hash }) => ({ neighbour: neighbour.toString('hex'), left, hash: hash.toString('hex') })),
				head: shownHead(head),
				installation: {
					position: receipt.installation.position,
					size: installationHead.size,
					proof: receipt.installation.inclusion,
					root: installationHead.root.toString('hex'),
					head: shownHead(installationHead),
				},
				verified: failed === null,
				failed,
			};
		}),
		handleIn(storage.inTenant, proof.recordReceipt, async (tx, { params, scope }) => (await provenFor(tx, scope, params.id)).receipt),
		handle(proof.recordReceiptPdf, async ({ params, scope, language }) => {
			const { proven, pictures } = await storage.inTenant(scope.customerId, async (tx) => {
				const found = await provenFor(tx, scope, params.id);
				return { proven: found, pictures: await picturesOf(tx, scope.customerId, found.receipt) };
			});
			const bytes = await receiptPdf(proven, language, keysAddress(settings.publicUrl), pictures);
			return { name: `receipt-${proven.row.id}.pdf`, type: 'application/pdf' as const, base64: bytes.toString('base64') };
		}),
		handle(proof.recordErasure, async ({ params, scope }) => {
			if (scope.domains !== 'all') return null;
			const { customerId } = scope;
			const found = await storage.inTenant(customerId, (tx) => erasureOf(tx, secrets, customerId, params.id.toLowerCase()));
			if (!found) return null;
			return {
				at: found.facts.at,
				reason: found.facts.reason,
				position: found.position,
				leaf: found.leaf.toString('hex'),
				records: found.facts.entries.length,
				entry: {
					position: found.at_position,
					leaf: found.at_leaf.toString('hex'),
					body: found.body,
					signature: found.signature.toString('base64'),
					keyId: found.key_id,
				},
				verified: found.verified,
			};
		}),
		handle(proof.checkLedger, async ({ scope }) => {
			const { customerId } = scope;
			const stands = await storage.inTenant(customerId, async (tx) => {
				if (!(await readLog(tx, customerId))) throw refuseProof('no_ledger');
				const [last] = (await listChecks(tx, customerId, 0, 1)).rows;
				return { before: last?.id ?? null, failedBefore: await failedCheckAt(tx, customerId, last) };
			});
			await checkSoon(kernel, customerId);
			return stands;
		}),
		handle(proof.ledgerChecks, async ({ query, scope }) => {
			const { rows, total } = await storage.inTenant(scope.customerId, (tx) =>
				listChecks(tx, scope.customerId, offsetOf(query), query.size),
			);
			return { data: rows, page: wholePageOf(total, query) };
		}),
		handle(proof.ledgerAddresses, async ({ scope }) =>
			(await storage.inTenant(scope.customerId, (tx) => listAddresses(tx, scope.customerId))).map(shownAddress),
		),
		handle(proof.addLedgerAddress, async ({ asker, body, scope }) => {
			const { customerId } = scope;
			await takeMail(kernel, { to: body.address, cause: 'other', asker: `customer ${customerId}` });
			const added = await storage.inTenant(customerId, async (tx) => {
				const row = await addAddress(tx, customerId, body.address, body.language);
				if (row === null) throw refuseProof('address_known');
				if (row === 'full') throw refuseProof('too_many_addresses');
				await recordActivity(tx, customerId, asker, {
					action: 'added',
					thing: 'ledger address',
					thingId: row.address_id,
					after: { address: row.address, language: row.language },
				});
				return row;
			});
			await askWanted(kernel, customerId, added);
			return shownAddress(await existing(customerId, added.address_id));
		}),
		handle(proof.askLedgerAddress, async ({ params, scope }) => {
			const { customerId } = scope;
			const row = await existing(customerId, params.id);
			if (row.confirmed_at !== null) return shownAddress(row);
			await takeMail(kernel, { to: row.address, cause: 'other', asker: `customer ${customerId}` });
			await askWanted(kernel, customerId, row);
			return shownAddress(await existing(customerId, params.id));
		}),
		handle(proof.deleteLedgerAddress, async ({ asker, params, scope }) => {
			const { customerId } = scope;
			const id = params.id.toLowerCase();
			await storage.inTenant(customerId, async (tx) => {
				const row = await readAddress(tx, customerId, id);
				if (!row || !(await deleteAddress(tx, customerId, id))) throw refuse('not_found');
				await recordActivity(tx, customerId, asker, {
					action: 'deleted',
					thing: 'ledger address',
					thingId: id,
					before: { address: row.address, language: row.language },
				});
			});
			return { id };
		}),
		handle(proof.testLedgerAddress, async ({ params, scope }) => {
			const id = params.id.toLowerCase();
			const row = await existing(scope.customerId, id);
			if (row.confirmed_at === null) throw refuseProof('address_unconfirmed');
			// An https address is somebody's too.
			await takeMail(kernel, { to: row.address, cause: 'other', asker: `customer ${scope.customerId}` });
			try {
				await telling.tellOne(scope.customerId, id);
				return { isSuccessful: true, errorMessage: null };
			} catch (error) {
				return { isSuccessful: false, errorMessage: error instanceof Error ? error.message : String(error) };
			}
		}),
		handle(proof.rotateLedgerKey, async ({ asker }) => {
			demandConfirmed(asker);
			return storage.inPlatform(async (tx) => {
				const row = await rotateKey(tx, secrets);
				await recordPlatformActivity(tx, asker, { action: 'rotated', thing: 'ledger key', thingId: row.key_id });
				return shownKey(row);
			});
		}),
		handle(proof.installationCheck, async () => ({ check: await storage.inPlatform(readInstallationCheck) })),
		...verifierRoutes(kernel),
	];
};
