/** Salted hashes of what the activity's values were. */
import { hash } from 'node:crypto';
import { canonicalJson } from '@luvalla/verify/canonical.ts';
import * as z from 'zod';
import { randomOf } from '#kernel/random.ts';

type Side = 'before' | 'after';
type Values = Readonly<Record<string, unknown>>;

export const newValueSalt = (): Buffer => randomOf(32);

/** SHA-256 in hex over the salt and the canonical JSON of where the value stood and what it was. */
export const valueHash = (salt: Buffer, side: Side, field: string, value: unknown): string =>
	hash('sha256', Buffer.concat([salt, Buffer.from(canonicalJson([side, field, value]), 'utf8')]), 'hex');

/** As JSON has it: what is undefined is not there. */
const Stored = z.record(z.string(), z.json());

const sideOf = (salt: Buffer, side: Side, values: Values | null | undefined): Record<string, string> =>
	Object.fromEntries(
		Object.entries(Stored.parse(JSON.parse(JSON.stringify(values ?? {})))).map(([field, value]) => [
			field,
			valueHash(salt, side, field, value),
		]),
	);

/** Of each field of each side. */
export const hashesOf = (salt: Buffer, { before, after }: { before?: Values | null; after?: Values | null }) => ({
	before: sideOf(salt, 'before', before),
	after: sideOf(salt, 'after', after),
});
