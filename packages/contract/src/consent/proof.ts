/** The proof: the ledger as a Merkle log, its signed heads, receipts, whom to tell, and the daily self-check. */
import * as z from 'zod';
import { call, listQuery } from '../call.ts';
import { Email, Id } from '../fields.ts';
import type { Rate } from '../limits.ts';

const admins = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;
/** Who answers for the customer: an address told of heads is the customer's, not a domain's. */
const owners = ['admin', 'partner', 'customerAdmin'] as const;
/** Machines read what people manage. */
const readers = [...admins, 'machine'] as const;

/** SHA-256, hex. */
const Hash = z.string().regex(/^[0-9a-f]{64}$/);
/** From 0. */
const Position = z.int().min(0);
const Size = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** `installation`, or the id of a customer's log, which receipts name. */
export const LogName = z.union([z.literal('installation'), Id]);

/** A record appears in the log within about this long. */
export const SEALED_WITHIN_MINUTES = 2;
export const MOST_ADDRESSES = 20;

/**
 * What one address may ask in a minute without an account; more is answered 429. Keys, heads, proofs and checkpoints cost some
 * ten look-ups each. Tiles cost one, never change and are kept by whatever cache stands between, and who mirrors a log of ten
 * million entries fetches 80,000 of them. A receipt is made anew each time; one on paper takes some tenths of a second of a processor.
 */
export const PROOFS_A_MINUTE = 120;
export const TILES_A_MINUTE = 6000;
export const RECEIPTS_A_MINUTE = 60;
export const RECEIPT_PDFS_A_MINUTE = 10;
const byAddress = { by: 'address', seconds: 60, kept: true } as const;
export const PROOF_RATE = { ...byAddress, over: 'proof', count: PROOFS_A_MINUTE } as const satisfies Rate;
export const TILE_RATE = { ...byAddress, over: 'tile', count: TILES_A_MINUTE } as const satisfies Rate;
export const RECEIPT_RATE = { ...byAddress, over: 'receipt', count: RECEIPTS_A_MINUTE } as const satisfies Rate;
export const RECEIPT_PDF_RATE = { ...byAddress, over: 'receipt pdf', count: RECEIPT_PDFS_A_MINUTE } as const satisfies Rate;

/** Told at once: for trying out, no more. */
const TEST_RATE = { by: 'customer', count: 10, seconds: 3600, over: 'ledger test', kept: true } as const satisfies Rate;

/** Questions to addresses whether they want to be told. */
const QUESTION_RATE = { by: 'customer', count: 20, seconds: 3600, over: 'ledger question', kept: true } as const satisfies Rate;
/** How long the mailed link of such a question holds. */
export const LEDGER_LINK_DAYS = 7;

/** A signed tree head. `note` is the signed note (c2sp.org/tlog-checkpoint), to the byte. */
export const LedgerHead = z.object({
	id: Id,
	size: Position,
	root: Hash,
	signedAt: z.string(),
	keyId: z.string(),
	note: z.string(),
});
export type LedgerHead = z.infer<typeof LedgerHead>;

/** What RFC 9162 calls an inclusion proof: hashes from the leaf's neighbour up. */
export const InclusionProof = z.object({ position: Position, size: Position, proof: z.array(Hash), root: Hash });
export const ConsistencyProof = z.object({ from: Position, to: Position, proof: z.array(Hash), fromRoot: Hash, toRoot: Hash });

/** A receipt: all that somebody needs who checks it with the public key alone (`npm run verify`). */
export const Receipt = z.object({
	type: z.literal('luvalla-consent-receipt'),
	version: z.literal(1),
	/** Canonical JSON (RFC 8785) of the record. */
	record: z.string(),
	salt: Hash,
	/** SHA-256 over salt and record. */
	leaf: Hash,
	position: Position,
	inclusion: z.array(Hash),
	/** The customer's signed head. */
	head: z.string(),
	keyId: z.string(),
	/** That head in the log of the installation, and its signed head. */
	installation: z.object({ position: Position, inclusion: z.array(Hash), head: z.string() }),
	/** What was published and shown; null where the answer was given elsewhere (API, import, assisted, the person's own page). */
	shown: z
		.object({
			folder: z.string(),
			hash: z.string(),
			title: z.string(),
			version: z.int(),
			language: z.string(),
			/** SHA-256 of the pictures made at publication, by file name, where there are any. */
			pictures: z.record(z.string(), z.string()).optional(),
		})
		.nullable(),
	/** Where the log answers: `/checkpoint` and tiles under it, `key`, `heads`, `proof` and `consistency` beside it. */
	address: z.string(),
	/** The same in the fields of ISO/IEC TS 27560 and the words of the W3C Data Privacy Vocabulary (aligned with, no conformity claimed). */
	consent: z.record(z.string(), z.json()),
});
export type Receipt = z.infer<typeof Receipt>;

/** Why a receipt or a proof does not hold; `changed` covers row, salt and leaf, `present` a present answer that no record bears out. */
export const FindingKind = z.enum([
	'changed',
	'missing',
	'reordered',
	'late',
	'entry',
	'tile',
	'head',
	'installation',
	'shrunk',
	'present',
]);

/** A thing that is not as the log says, with its place. */
export const Finding = z.object({
	kind: FindingKind,
	/** Position in the log; null where there is none. */
	position: Position.nullable(),
	recordId: z.string().nullable(),
	/** reordered: where that record belongs; head: the size it covers. */
	other: Position.nullable(),
});
export type Finding = z.infer<typeof Finding>;

export const SelfCheck = z.object({
	id: Id,
	startedAt: z.string(),
	endedAt: z.string(),
	/** Entries and heads that were checked. */
	size: Position,
	heads: z.int(),
	/** How many findings; the first hundred are listed. */
	found: z.int(),
	findings: z.array(Finding),
});
export type SelfCheck = z.infer<typeof SelfCheck>;

export const LedgerKey = z.object({
	keyId: z.string(),
	/** 32 bytes, base64. */
	publicKey: z.string(),
	createdAt: z.string(),
	retiredAt: z.string().nullable(),
});
export type LedgerKey = z.infer<typeof LedgerKey>;

export const ledgerState = call({
	method: 'GET',
	path: '/audit/ledger',
	about: 'The customer’s log: its size, its newest head and the installation’s, witnesses, the keys that sign and the last self-check.',
	query: z.object({ customerId: z.coerce.number().int().optional() }),
	answer: z.object({
		/** Null before the first record. */
		log: z.object({ id: Id, origin: z.string(), address: z.string(), size: Position }).nullable(),
		head: LedgerHead.nullable(),
		installationHead: LedgerHead.nullable(),
		/** Configured witnesses and what each cosigned last. */
		witnesses: z.array(z.object({ name: z.string(), size: Position, askedAt: z.string().nullable(), error: z.string().nullable() })),
		/** Every key that ever signed here, the one in use first; none before the first head. */
		keys: z.array(LedgerKey),
		/** Where they are published. */
		keysAddress: z.string(),
		check: SelfCheck.nullable(),
		/** When a check last broke off without a finding, where no check has ended since. */
		checkFailedAt: z.string().nullable(),
		can: z.object({ tell: z.boolean(), rotate: z.boolean() }),
	}),
	may: readers,
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
});

export const ledgerHeads = call({
	method: 'GET',
	path: '/audit/ledger/heads',
	about: 'Signed heads of the customer’s log, newest first.',
	query: z.object({ ...listQuery, customerId: z.coerce.number().int().optional() }),
	answer: z.array(LedgerHead),
	paged: true,
	may: readers,
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
});

export const ledgerConsistency = call({
	method: 'GET',
	path: '/audit/ledger/consistency',
	about: 'Proof that the log of `from` entries is the beginning of the log of `to` entries. 422 unknown_size beyond the newest head.',
	query: z.object({ from: Size, to: Size, customerId: z.coerce.number().int().optional() }),
	answer: ConsistencyProof,
	may: readers,
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
});

export const recordProof = call({
	method: 'GET',
	path: '/audit/domain/consents/{id}/proof',
	about:
		'A record’s place in the log, its inclusion proof under the newest head, and whether the record as stored leads there. 409 not_sealed within the first minutes.',
	params: z.object({ id: Id }),
	query: z.object({ customerId: z.coerce.number().int().optional() }),
	answer: InclusionProof.extend({
		head: LedgerHead,
		installation: InclusionProof.extend({ head: LedgerHead }),
		/** The way from the record's leaf up: the neighbour at each step, on which side, and what both hash to; the last is the root. */
		steps: z.array(z.object({ neighbour: Hash, left: z.boolean(), hash: Hash })),
		/** Checked by the server now, from the stored row to the signatures. */
		verified: z.boolean(),
		/** The check that failed. */
		failed: z.string().nullable(),
	}),
	may: readers,
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
});

export const recordReceipt = call({
	method: 'GET',
	path: '/audit/domain/consents/{id}/receipt',
	about: 'A record’s receipt, which anybody checks with the public key alone. 409 not_sealed within the first minutes.',
	params: z.object({ id: Id }),
	query: z.object({ customerId: z.coerce.number().int().optional() }),
	answer: Receipt,
	may: readers,
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
});

export const recordReceiptPdf = call({
	method: 'GET',
	path: '/audit/domain/consents/{id}/receipt/pdf',
	about: 'The receipt as a PDF, base64, in the language of Accept-Language.',
	params: z.object({ id: Id }),
	query: z.object({ customerId: z.coerce.number().int().optional() }),
	answer: z.object({ name: z.string(), type: z.literal('application/pdf'), base64: z.string() }),
	may: readers,
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
});

/** Why records were erased: their time was over, the person asked, their domain was deleted, or the upload that brought them was taken back. */
export const ErasureReason = z.enum(['retention', 'person', 'domain', 'upload']);
export type ErasureReason = z.infer<typeof ErasureReason>;

export const recordErasure = call({
	method: 'GET',
	path: '/audit/domain/consents/{id}/erasure',
	about:
		'When and why a record was erased, with the signed entry of the log that says so. Null for one that stands or never was, and for whoever sees some domains only: what was erased has none any more.',
	params: z.object({ id: Id }),
	query: z.object({ customerId: z.coerce.number().int().optional() }),
	answer: z
		.object({
			at: z.string(),
			reason: ErasureReason,
			/** Where the record stood; its leaf is still there. */
			position: Position,
			leaf: Hash,
			/** How many records went with it, it included. */
			records: z.int(),
			/** The entry that says so. */
			entry: z.object({ position: Position, leaf: Hash, body: z.string(), signature: z.string(), keyId: z.string() }),
			/** The signature was checked now, and the entry names the record's place. */
			verified: z.boolean(),
		})
		.nullable(),
	may: readers,
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
});

/** By hand, beside the daily one. */
const CHECK_RATE = { by: 'customer', count: 6, seconds: 3600, over: 'ledger check', kept: true } as const satisfies Rate;

export const checkLedger = call({
	method: 'POST',
	path: '/audit/ledger/check',
	about:
		'Has the customer’s log checked now, as every night: every record, entry and head. What it finds stands in GET /audit/ledger as `check`, once its id is another than `before`; a check that breaks off is said there by `checkFailedAt`, another than `failedBefore`, and is tried again. 409 no_ledger before the first record.',
	body: z.object({ customerId: z.coerce.number().int() }),
	answer: z.object({ before: Id.nullable(), failedBefore: z.string().nullable() }),
	may: owners,
	on: 'customer',
	of: 'customer:body.customerId',
	limits: [CHECK_RATE],
	failure: 'error occured',
});

export const ledgerChecks = call({
	method: 'GET',
	path: '/audit/ledger/checks',
	about: 'Self-checks of the customer’s log, newest first, with what each found and where.',
	query: z.object({ ...listQuery, customerId: z.coerce.number().int().optional() }),
	answer: z.array(SelfCheck),
	paged: true,
	may: readers,
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
});

/** Somebody who is told of the heads every day. */
export const LedgerAddress = z.object({
	id: Id,
	kind: z.enum(['mail', 'https']),
	address: z.string(),
	language: z.enum(['en', 'fi']),
	createdAt: z.string(),
	/** When its owner said that they want it; null: nothing but that question was sent. */
	confirmedAt: z.string().nullable(),
	toldAt: z.string().nullable(),
	/** Why the last try failed. */
	error: z.string().nullable(),
});
export type LedgerAddress = z.infer<typeof LedgerAddress>;

/** An e-mail address, or an address that begins with https://. */
export const ToldAddress = z
	.string()
	.trim()
	.max(500)
	.refine((text) => (text.includes('://') ? isHttps(text) : Email.safeParse(text).success), {
		error: 'Use an email address, or an address that starts with https://',
	});
const isHttps = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:' && new URL(text).username === '';

export const ledgerAddresses = call({
	method: 'GET',
	path: '/audit/ledger/addresses',
	about: 'Who is told of the customer’s heads every day.',
	query: z.object({ customerId: z.coerce.number().int().optional() }),
	answer: z.array(LedgerAddress),
	may: owners,
	on: 'customer',
	of: 'customer:current',
	failure: 'error occured',
});

/** Of calls by which an address is asked whether it wants to be told. */
const addressAsked = {
	answer: LedgerAddress,
	may: owners,
	on: 'customer',
	of: 'customer:body.customerId',
	limits: [QUESTION_RATE],
	failure: 'error occured',
} as const;

export const addLedgerAddress = call({
	method: 'POST',
	path: '/audit/ledger/addresses',
	about:
		'Names somebody to tell: an e-mail address or an https address. It is asked once whether it wants that, and told nothing before: by a mail with a link, or by a POST of `{ "type": "ledger.confirm", "challenge" }` whose answer is the challenge. 409 address_known, 422 too_many_addresses, 429 too_many_mails.',
	body: z.object({ customerId: z.coerce.number().int(), address: ToldAddress, language: z.enum(['en', 'fi']).default('en') }),
	...addressAsked,
});

export const askLedgerAddress = call({
	method: 'POST',
	path: '/audit/ledger/addresses/{id}/confirmation',
	about: 'Asks an address once more whether it wants to be told; one that has said so is not asked. 429 too_many_mails.',
	params: z.object({ id: Id }),
	body: z.object({ customerId: z.coerce.number().int() }),
	...addressAsked,
	success: 'Address added successfully.',
});

export const deleteLedgerAddress = call({
	method: 'DELETE',
	path: '/audit/ledger/addresses/{id}',
	about: 'No longer tells this address.',
	params: z.object({ id: Id }),
	query: z.object({ customerId: z.coerce.number().int() }),
	answer: z.object({ id: Id }),
	may: owners,
	on: 'customer',
	of: 'customer:query.customerId',
	failure: 'error occured',
});

export const testLedgerAddress = call({
	method: 'POST',
	path: '/audit/ledger/addresses/{id}/test',
	about:
		'Tells this address of the newest head now. `isSuccessful` for mail means that it was taken for sending. 409 address_unconfirmed, 429 too_many_mails.',
	params: z.object({ id: Id }),
	body: z.object({ customerId: z.coerce.number().int() }),
	answer: z.object({ isSuccessful: z.boolean(), errorMessage: z.string().nullable() }),
	may: owners,
	on: 'customer',
	of: 'customer:body.customerId',
	limits: [TEST_RATE],
	failure: 'error occured',
});

export const rotateLedgerKey = call({
	method: 'POST',
	path: '/admin/ledger/key',
	about:
		'Begins to sign with a new key. The old one’s public half stays published, its private half is destroyed. Needs fresh proof of identity.',
	answer: LedgerKey,
	may: ['admin'],
	on: 'platform',
	failure: 'error occured',
});

/** A self-check of the installation's own log, whose entries are the customers' heads. */
export const InstallationCheck = SelfCheck.omit({ id: true });
export type InstallationCheck = z.infer<typeof InstallationCheck>;

export const installationCheck = call({
	method: 'GET',
	path: '/admin/ledger/check',
	about: 'The last self-check of the installation’s own log, and what it found with its place; `check` is null before the first.',
	answer: z.object({ check: InstallationCheck.nullable() }),
	may: ['admin'],
	on: 'platform',
	failure: 'error occured',
});

// For verifiers, without an account ----------------------------------------------------------------------------

const open = { api: 'edge', may: ['anyone'], on: 'public', failure: 'error occured', anyPage: true, limits: [PROOF_RATE] } as const;

export const publicKeys = call({
	...open,
	method: 'GET',
	path: '/v1/ledger/key',
	about: 'Every key that ever signed heads here, the one in use first. With `log`, also its verifier keys (name+hash+key).',
	query: z.object({ log: LogName.default('installation') }),
	answer: z.object({ origin: z.string(), keys: z.array(LedgerKey.extend({ verifierKey: z.string() })) }),
});

export const publicHeads = call({
	...open,
	method: 'GET',
	path: '/v1/ledger/heads',
	about:
		'Signed heads of a log, newest first, with the cosignatures of witnesses: of the installation, or of the log that a receipt names.',
	query: z.object({ ...listQuery, log: LogName.default('installation') }),
	answer: z.array(LedgerHead),
	paged: true,
});

export const publicProof = call({
	...open,
	method: 'GET',
	path: '/v1/ledger/proof',
	about: 'Inclusion proof of the leaf at a position (from 0) in the log of `size` entries. 422 unknown_size.',
	query: z.object({ log: LogName.default('installation'), position: Size, size: Size }),
	answer: InclusionProof,
});

export const publicConsistency = call({
	...open,
	method: 'GET',
	path: '/v1/ledger/consistency',
	about: 'Proof that the log of `from` entries is the beginning of the log of `to` entries. 422 unknown_size.',
	query: z.object({ log: LogName.default('installation'), from: Size, to: Size }),
	answer: ConsistencyProof,
});
