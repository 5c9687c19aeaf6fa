/** What people are known by, as a column of a file. */
import type { KnownBy } from './store.ts';

/** All of one kind, in their order. */
export const valuesOf =
	(kind: KnownBy['kind']) =>
	({ names }: { names: readonly KnownBy[] }): string =>
		names
			.filter((one) => one.kind === kind)
			.map(({ value }) => value)
			.join(', ');
