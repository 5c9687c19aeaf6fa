/** What we use of pg-copy-streams, which brings no types. */
declare module 'pg-copy-streams' {
	import type { Readable, Writable } from 'node:stream';
	import type { Connection, Submittable } from 'pg';

	export type CopyToStream = Readable & Submittable & { rowCount: number };
	export type CopyFromStream = Writable & Submittable & { rowCount: number };

	export function to(sql: string): CopyToStream;
	export function from(sql: string): CopyFromStream;
	export type { Connection };
}
