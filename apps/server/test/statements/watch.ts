/** Every statement that a test sends is judged the first time it is seen, against the wing that sends it. */
import { relative } from 'node:path';
import type { Client } from 'pg';
import { watchStatements, withClient } from '../../src/kernel/storage/connect.ts';
import { classedTables } from '../../src/kernel/storage/protect.ts';
import type { Server } from '../../src/kernel/storage/roles.ts';
import { placeOf } from '../../src/kernel/storage/spread.ts';
import { functionsOver } from './functions.ts';
import { type Catalogue, judge } from './judge.ts';

/** From the ground up, as .dependency-cruiser.mjs has them. */
export const WINGS = ['kernel', 'identity', 'tenancy', 'billing', 'people', 'consent', 'profiles', 'engagement', 'insight', 'guidance'];

const SOURCE = new URL('../../src/', import.meta.url).pathname;

/** Who sends: the file nearest to the statement that is not the storage itself. Null: a test, or what puts the program together. */
const senderOf = (stack: string): string | null => {
	for (const line of stack.split('\n').slice(1)) {
		const file = /(?:file:\/\/)?(\/[^():]+\.tsx?)/.exec(line)?.[1];
		if (file === undefined) continue;
		const path = relative(SOURCE, file);
		if (path === 'kernel/storage/connect.ts' || path === 'kernel/storage/lists.ts' || file.endsWith('statements/watch.ts')) continue;
		if (path.startsWith('wings/')) return path.split('/')[1] ?? null;
		if (path.startsWith('kernel/')) return 'kernel';
		if (!file.includes('node_modules')) return null;
	}
	return null;
};

const functionsOf = async (owner: Client): Promise<Catalogue['functions']> => {
	const { rows } = await owner.query<{ name: string }>(
		`select proname as name from pg_proc where pronamespace = 'pg_catalog'::regnamespace group by proname having bool_and(provolatile = 's')`,
	);
	return new Map([
		...rows.map(({ name }) => [name, 'stable'] as const),
		...(await functionsOver(owner, await classedTables(owner))).flatMap(({ name, touched }) =>
			touched.length > 0 ? [[name, 'asks'] as const] : [],
		),
	]);
};

export const catalogueOf = (server: Server): Promise<Catalogue> =>
	withClient(server.as('owner'), async (owner) => ({
		tables: new Map(
			(await classedTables(owner)).map((table) => [table.name, { owner: table.owner, class: table.class, place: placeOf(table) }]),
		),
		functions: await functionsOf(owner),
		wings: WINGS,
	}));

/** Judges what is sent from now on, each statement once; answers the list that complaints are added to. */
export const watch = (catalogue: Catalogue): string[] => {
	const seen = new Set<string>();
	const complaints: string[] = [];
	watchStatements((text, across) => {
		if (seen.has(text)) return;
		const limit = Error.stackTraceLimit;
		Error.stackTraceLimit = 30;
		const wing = senderOf(new Error().stack ?? '');
		Error.stackTraceLimit = limit;
		if (wing === null) return;
		seen.add(text);
		for (const one of judge(text, wing, catalogue, across)) complaints.push(`${one}: ${text.replace(/\s+/g, ' ').trim()}`);
	});
	return complaints;
};
