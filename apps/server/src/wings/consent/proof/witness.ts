/**
 * Witnesses (c2sp.org/tlog-witness): somebody else's servers, who cosign a head of ours when it extends what they saw before, and
 * so make it impossible to show one history to one person and another to the next.
 */
import { cosignedAt, parseNote, type VerifierKey } from '@luvalla/verify/note.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { createGuard } from '#kernel/outbound/guard.ts';
import { type Answered, sendHttp } from '#kernel/outbound/http.ts';
import { instant, int, orNull, type RowOf, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { HEAD, HeadRow } from './heads.ts';
import { installationTiles } from './tiles.ts';
import { consistencyProof } from './tree.ts';

const WitnessRow = row({ name: text, size: int, asked_at: orNull(instant), error: orNull(text) });
type WitnessRow = RowOf<typeof WitnessRow>;

export const listWitnesses = (tx: Tx): Promise<WitnessRow[]> =>
	tx.rows(WitnessRow, sql`select name, size, asked_at, error from ledger_witness order by name`);

/** The newest head of the installation, without cosignatures. */
const newestHead = (tx: Tx): Promise<HeadRow | null> =>
	tx.first(HeadRow, sql`select ${HEAD} from installation_head order by size desc, head_id desc limit 1`);

const requestOf = async (tx: Tx, old: number, head: HeadRow): Promise<string> => {
	const proof = await consistencyProof(installationTiles(tx), old, head.size);
	return [`old ${old}`, ...proof.map((hash) => hash.toString('base64')), '', head.note].join('\n');
};

/** What a witness must have cosigned before, when it says that we guessed wrong; null for any other answer. */
const conflictSize = (answer: Answered): number | null =>
	answer.status === 409 &&
	(answer.headers['content-type'] ?? '').startsWith('text/x.tlog.size') &&
	/^(0|[1-9]\d{0,15})\n$/.test(answer.body.toString('utf8'))
		? Number(answer.body.toString('utf8'))
		: null;

/** Lines of the answer that are this witness's cosignature of this head. */
const cosignatureIn = (head: HeadRow, text: string, key: VerifierKey): { line: string; at: Date } | null => {
	for (const line of text.split('\n')) {
		const note = parseNote(`${head.note}${line}\n`);
		const only = note && { ...note, signatures: note.signatures.slice(-1) };
		const seconds = only && cosignedAt(only, key.name, key.raw);
		if (seconds !== null) return { line, at: new Date(seconds * 1000) };
	}
	return null;
};

/** Asks one witness; answers why it gave no cosignature, or null. */
const askOne = async (
	{ storage, settings }: Pick<Kernel, 'storage' | 'settings'>,
	key: VerifierKey,
	url: string,
	head: HeadRow,
): Promise<string | null> => {
	const known = await storage.inPlatform((tx) =>
		tx.first(WitnessRow, sql`select name, size, asked_at, error from ledger_witness where name = ${key.name}`),
	);
	const ask = async (old: number): Promise<Answered> => {
		const body = await storage.inPlatform((tx) => requestOf(tx, old, head));
		// The operator names witnesses, so they are reachable wherever they are.
		return sendHttp(`${url}/add-checkpoint`, {
			guard: createGuard(settings.outboundAllow),
			trusted: url,
			method: 'POST',
			headers: { 'content-type': 'text/plain; charset=utf-8' },
			body,
		});
	};
	let answer = await ask(Math.min(known?.size ?? 0, head.size));
	const newest = conflictSize(answer);
	if (newest !== null && newest <= head.size) answer = await ask(newest);
	if (newest !== null && newest > head.size) return `It cosigned ${newest} entries, and there are ${head.size}.`;
	if (answer.status !== 200) return `It answered ${answer.status}.`;
	const cosignature = cosignatureIn(head, answer.body.toString('utf8'), key);
	if (!cosignature) return 'Its answer holds no cosignature of its key.';
	await storage.inPlatform(async (tx) => {
		await tx.run(sql`insert into installation_cosignature (head_id, witness, line, cosigned_at)
				values (${head.head_id}, ${key.name}, ${cosignature.line}, ${cosignature.at}) on conflict do nothing`);
	});
	return null;
};

const Cosigned = row({ witness: text });

/** Submits the newest head to every configured witness that has not cosigned it yet. What one of them does stops no other. */
export const askWitnesses = async (kernel: Pick<Kernel, 'storage' | 'settings' | 'log'>): Promise<void> => {
	const { storage, settings, log } = kernel;
	if (settings.ledgerWitnesses.length === 0) return;
	const head = await storage.inPlatform(newestHead);
	if (!head) return;
	const have = await storage.inPlatform((tx) =>
		tx.rows(Cosigned, sql`select witness from installation_cosignature where head_id = ${head.head_id}`),
	);
	for (const { key, url } of settings.ledgerWitnesses) {
		if (have.some((one) => one.witness === key.name)) continue;
		let error: string | null;
		try {
			error = await askOne(kernel, key, url, head);
		} catch (cause) {
			error = cause instanceof Error ? cause.message : String(cause);
		}
		if (error !== null) log.warn('a witness did not cosign', { witness: key.name, reason: error });
		await storage.inPlatform((tx) =>
			tx.run(sql`insert into ledger_witness as w (name, size, asked_at, error)
				values (${key.name}, case when ${error}::text is null then ${head.size}::bigint else 0 end, ${now()}, ${error})
				on conflict (name) do update set asked_at = excluded.asked_at, error = excluded.error,
					size = case when ${error}::text is null then ${head.size}::bigint else w.size end`),
		);
	}
};
