/** The installation's log: its leaves are the customers' heads, so that one head stands for every customer's ledger. */
import { hashLeaf } from '@luvalla/verify/merkle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { bytes, int, type RowOf, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { originOf } from './append.ts';
import { type HeadRow, signHead } from './heads.ts';
import { signingKey } from './keys.ts';
import { installationTiles } from './tiles.ts';
import { appendLeaves } from './tree.ts';

/** How the installation's log is called in addresses. */
export const INSTALLATION = 'installation';
const BATCH = 5000;

const InstallationLog = row({ origin: text, size: int });
type InstallationLog = RowOf<typeof InstallationLog>;

export const readInstallation = (tx: Tx): Promise<InstallationLog | null> =>
	tx.first(InstallationLog, sql`select origin, size from installation_log`);

const lockInstallation = async (tx: Tx, publicUrl: string): Promise<InstallationLog> => {
	await tx.run(sql`insert into installation_log (origin) values (${originOf(publicUrl, INSTALLATION)}) on conflict do nothing`);
	const log = await tx.first(InstallationLog, sql`select origin, size from installation_log for update`);
	if (!log) throw new Error('The installation has no log.');
	return log;
};

const WaitingHead = row({ head_id: uuid, customer_id: int, leaf: bytes });

/** Gives waiting heads of customers their places and signs a head over them; null when none waited. */
export const sealInstallation = ({
	storage,
	secrets,
	settings,
}: Pick<Kernel, 'storage' | 'secrets' | 'settings'>): Promise<HeadRow | null> =>
	storage.inPlatform(async (tx) => {
		const log = await lockInstallation(tx, settings.publicUrl);
		const waiting = await tx.rows(
			WaitingHead,
			sql`delete from installation_waiting where head_id in (select head_id from installation_waiting order by head_id limit ${BATCH})
			returning head_id, customer_id, leaf`,
		);
		if (waiting.length === 0) return null;
		// Ids grow with time.
		waiting.sort((a, b) => (a.head_id < b.head_id ? -1 : 1));
		const root = await appendLeaves(
			installationTiles(tx),
			log.size,
			waiting.map(({ leaf }) => hashLeaf(leaf)),
		);
		await tx.run(sql`insert into installation_entry (position, head_id, customer_id, leaf)
			select ${log.size}::bigint + n - 1, head_id, customer_id, leaf
			from unnest(${waiting.map((one) => one.head_id)}::uuid[], ${waiting.map((one) => one.customer_id)}::int[],
				${waiting.map((one) => one.leaf)}::bytea[])
				with ordinality g (head_id, customer_id, leaf, n)`);
		const size = log.size + waiting.length;
		await tx.run(sql`update installation_log set size = ${size}`);
		const head = signHead(await signingKey(tx, secrets), log.origin, size, root);
		await tx.run(sql`insert into installation_head (head_id, size, root, signed_at, key_id, note)
				values (${head.head_id}, ${head.size}, ${head.root}, ${head.signed_at}, ${head.key_id}, ${head.note})`);
		return head;
	});
