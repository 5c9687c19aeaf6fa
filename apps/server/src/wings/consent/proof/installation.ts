/** The installation's log: its leaves are the customers' heads, so that one head stands for every customer's ledger. */
import { hashLeaf } from '@luvalla/verify/merkle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { originOf } from './append.ts';
import { type HeadRow, signHead } from './heads.ts';
import { signingKey } from './keys.ts';
import { installationTiles } from './tiles.ts';
import { appendLeaves } from './tree.ts';

/** How the installation's log is called in addresses. */
export const INSTALLATION = 'installation';
const BATCH = 5000;

export interface InstallationLog {
	origin: string;
	size: number;
}

export const readInstallation = async (tx: Tx): Promise<InstallationLog | null> => {
	const [log] = await tx.query<InstallationLog>('select origin, size from installation_log');
	return log ?? null;
};

const lockInstallation = async (tx: Tx, publicUrl: string): Promise<InstallationLog> => {
	await tx.query('insert into installation_log (origin) values ($1) on conflict do nothing', [originOf(publicUrl, INSTALLATION)]);
	const [log] = await tx.query<InstallationLog>('select origin, size from installation_log for update');
	if (!log) throw new Error('The installation has no log.');
	return log;
};

/** Gives waiting heads of customers their places and signs a head over them; null when none waited. */
export const sealInstallation = ({
	storage,
	secrets,
	settings,
}: Pick<Kernel, 'storage' | 'secrets' | 'settings'>): Promise<HeadRow | null> =>
	storage.inPlatform(async (tx) => {
		const log = await lockInstallation(tx, settings.publicUrl);
		const waiting = await tx.query<{ head_id: string; customer_id: number; leaf: Buffer }>(
			`delete from installation_waiting where head_id in (select head_id from installation_waiting order by head_id limit $1)
			returning head_id, customer_id, leaf`,
			[BATCH],
		);
		if (waiting.length === 0) return null;
		// Ids grow with time.
		waiting.sort((a, b) => (a.head_id < b.head_id ? -1 : 1));
		const root = await appendLeaves(
			installationTiles(tx),
			log.size,
			waiting.map(({ leaf }) => hashLeaf(leaf)),
		);
		await tx.query(
			`insert into installation_entry (position, head_id, customer_id, leaf)
			select $1::bigint + n - 1, head_id, customer_id, leaf from unnest($2::uuid[], $3::int[], $4::bytea[]) with ordinality g (head_id, customer_id, leaf, n)`,
			[log.size, waiting.map((one) => one.head_id), waiting.map((one) => one.customer_id), waiting.map((one) => one.leaf)],
		);
		const size = log.size + waiting.length;
		await tx.query('update installation_log set size = $1', [size]);
		const head = signHead(await signingKey(tx, secrets), log.origin, size, root);
		await tx.query('insert into installation_head (head_id, size, root, signed_at, key_id, note) values ($1, $2, $3, $4, $5, $6)', [
			head.head_id,
			head.size,
			head.root,
			head.signed_at,
			head.key_id,
			head.note,
		]);
		return head;
	});
