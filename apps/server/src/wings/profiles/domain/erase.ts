/** What this wing does when a domain is to be deleted: says what is there, and takes it out piece by piece. */
import type { ErasedPiece, Hooks, OfDomain } from '#kernel/hooks.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import {
	countsOn,
	dropAttributes,
	dropConnectors,
	dropDevices,
	dropEvents,
	dropKinds,
	dropSegments,
	dropUploads,
	moveSegments,
	usedBeside,
} from './store.ts';

const ROWS = 2_000;

const piece = async (tx: Tx, { customerId, domainId, erasure }: OfDomain & { readonly erasure: string }): Promise<ErasedPiece> => {
	const segments = await dropSegments(tx, customerId, domainId, ROWS);
	const uploads = await dropUploads(tx, customerId, domainId, ROWS);
	const connectors = await dropConnectors(tx, customerId, domainId, ROWS);
	return {
		rows: {
			...(await dropDevices(tx, customerId, domainId, ROWS)),
			event: await dropEvents(tx, customerId, domainId, erasure, ROWS),
			...(await dropAttributes(tx, customerId, domainId, ROWS)),
			...(await dropKinds(tx, customerId, domainId)),
			...segments.rows,
			...uploads.rows,
			...connectors.rows,
		},
		things: [segments, uploads, connectors].flatMap(({ things = [] }) => things),
	};
};

/** Answers how to stop. */
export const hearOfDomains = (hooks: Hooks): (() => void)[] => [
	hooks.eraseDomain.on(piece),
	hooks.usedSegments.on((tx, { customerId, domainId }) => usedBeside(tx, customerId, domainId)),
	hooks.giveSegments.on((tx, { customerId, domainId, segments, to }) => moveSegments(tx, customerId, domainId, segments, to)),
	hooks.domainHolds.on(async (tx, { customerId, domainId }) => {
		const counts = await countsOn(tx, customerId, domainId);
		if (!counts) return {};
		const { at_others: atOthers, ...lost } = counts;
		return { lost, atOthers };
	}),
];
