/** Connections to the database, by what they are for. */
import type { Measures } from '../http/measures.ts';
import type { Storage } from './storage.ts';

export const measurePools = (measures: Measures, storage: Pick<Storage, 'pools'>): void => {
	measures.gauge('luvalla_database_connections', 'Connections of this process to the database, by what they are for.', () =>
		storage.pools().flatMap(({ pool, total, idle }) => [
			{ labels: { pool, state: 'busy' }, value: total - idle },
			{ labels: { pool, state: 'idle' }, value: idle },
		]),
	);
	measures.gauge('luvalla_database_waiting', 'Who waits for a connection, by what it is for.', () =>
		storage.pools().map(({ pool, waiting: value }) => ({ labels: { pool }, value })),
	);
};
