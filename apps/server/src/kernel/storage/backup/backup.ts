/** Every row of one snapshot into one file, by COPY as owner. Runs beside a working server without disturbing it. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { now } from '../../clock.ts';
import { monthsOf } from '../partitions.ts';
import { quoted } from '../roles.ts';
import { type BackupHeader, frame, jsonFrame, MAGIC } from './format.ts';
import { backedUpTables, qualified, schemaOf } from './tables.ts';

export interface BackedUp {
	tables: number;
	rows: number;
}

/** The file appears under its name only when it is whole; mode 600, since it holds personal data. */
export const backup = async (owner: Client, file: string): Promise<BackedUp> => {
	const draft = `${file}.partial`;
	const total: BackedUp = { tables: 0, rows: 0 };
	await owner.query('begin isolation level repeatable read read only');
	try {
		const compressed = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } });
		await pipeline(
			Readable.from(contents(owner, total), { objectMode: false }),
			compressed,
			createWriteStream(draft, { mode: 0o600, flush: true }),
		);
		await rename(draft, file);
		await keepName(file);
	} finally {
		await rm(draft, { force: true });
		await owner.query('rollback');
	}
	return total;
};

async function* contents(owner: Client, total: BackedUp): AsyncGenerator<Buffer> {
	const tables = await backedUpTables(owner);
	const header: BackupHeader = {
		at: now().toISOString(),
		...(await schemaOf(owner)),
		tables,
		months: await monthsOf(owner),
		sequences: await sequences(owner),
	};
	yield MAGIC;
	yield jsonFrame('H', header);
	for (const table of tables) {
		yield jsonFrame('T', table);
		const rows = owner.query(
			copyTo(`copy (select ${table.columns.map(quoted).join(', ')} from ${qualified(table)}) to stdout (format binary)`),
		);
		const hash = createHash('sha256');
		for await (const chunk of rows) {
			hash.update(chunk);
			yield frame('D', chunk);
		}
		yield jsonFrame('E', { rows: rows.rowCount, sha256: hash.digest('hex') });
		total.tables++;
		total.rows += rows.rowCount;
	}
	yield jsonFrame('F', { tables: tables.length });
}

const sequences = async (owner: Client): Promise<BackupHeader['sequences']> => {
	const { rows } = await owner.query<{ name: string }>(
		`select relname as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace order by relname`,
	);
	const found: BackupHeader['sequences'] = [];
	for (const { name } of rows) {
		const state = await owner.query<{ lastValue: string; isCalled: boolean }>(
			`select last_value::text as "lastValue", is_called as "isCalled" from ${quoted(name)}`,
		);
		for (const row of state.rows) found.push({ name, ...row });
	}
	return found;
};

/** The folder's entry must be on disk too, or a crash could lose the name of a file that is. */
const keepName = async (file: string): Promise<void> => {
	const folder = await open(dirname(file), 'r');
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
};
