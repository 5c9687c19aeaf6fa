/** Results as files, one a run, named by benchmark and time, so that two runs can be laid side by side. */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../results');

export const writeResult = async (name: string, result: object): Promise<void> => {
	await mkdir(FOLDER, { recursive: true });
	const at = new Date().toISOString();
	const machine = {
		node: process.version,
		kernel: release(),
		cpu: cpus()[0]?.model,
		cores: cpus().length,
		memoryGb: Math.round(totalmem() / 2 ** 30),
	};
	await writeFile(
		join(FOLDER, `${name}-${at.replaceAll(':', '-')}.json`),
		`${JSON.stringify({ name, at, machine, ...result }, null, '\t')}\n`,
	);
};

export interface Spread {
	median: number;
	least: number;
	most: number;
}

export const spreadOf = (values: readonly number[]): Spread => {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	const median = sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
	return { median: median ?? 0, least: sorted[0] ?? 0, most: sorted.at(-1) ?? 0 };
};

/** The value that a share of these does not exceed; 0 of none. */
export const percentile = (values: readonly number[], share: number): number =>
	[...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
