/** Calls of the proof that need no account: keys, heads, proofs; from any page, and no more of them than an address may make. */
import * as proof from '@luvalla/contract/consent/proof.ts';
import { verifierKeyOf } from '@luvalla/verify/note.ts';
import { refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { wholePageOf } from '#kernel/storage/lists.ts';
import { offsetOf } from '#kernel/storage/search.ts';
import { allKeys, shownKey } from './keys.ts';
import { proveConsistency, proveInclusion, shownHead, sourceOf } from './receipts.ts';
import { customerOfLog, inLog } from './routes.ts';
import { listHeads, listInstallationHeads } from './store.ts';

export const verifierRoutes = (kernel: Pick<Kernel, 'storage' | 'secrets'>): Route[] => {
	const { storage, secrets } = kernel;
	return [
		handle(proof.publicKeys, async ({ query }) => {
			const customerId = await customerOfLog(storage, query.log);
			return inLog(storage, customerId, async (tx) => {
				const { origin } = await sourceOf(tx, customerId);
				if (origin === null) throw refuse('not_found');
				const keys = await allKeys(tx, secrets);
				return { origin, keys: keys.map((row) => ({ ...shownKey(row), verifierKey: verifierKeyOf(origin, row.public_key) })) };
			});
		}),
		handle(proof.publicHeads, async ({ query }) => {
			const customerId = await customerOfLog(storage, query.log);
			const { rows, total } = await inLog(storage, customerId, (tx) =>
				customerId === null
					? listInstallationHeads(tx, offsetOf(query), query.size)
					: listHeads(tx, customerId, offsetOf(query), query.size),
			);
			return { data: rows.map(shownHead), page: wholePageOf(total, query) };
		}),
		handle(proof.publicProof, async ({ query }) => {
			const customerId = await customerOfLog(storage, query.log);
			return inLog(storage, customerId, (tx) => proveInclusion(tx, customerId, query.position, query.size));
		}),
		handle(proof.publicConsistency, async ({ query }) => {
			const customerId = await customerOfLog(storage, query.log);
			return inLog(storage, customerId, (tx) => proveConsistency(tx, customerId, query.from, query.to));
		}),
	];
};
