import { findSystemPostgres, type SystemPostgres, startSystemPostgres } from '../../apps/server/test/fixtures/system-postgres.ts';

/** The database that a benchmark measures on: a system PostgreSQL, which writes as durably as an installation's does. */
export const benchPostgres = async (): Promise<SystemPostgres> => {
	const bin = findSystemPostgres();
	if (bin === null) throw new Error('This benchmark needs a system PostgreSQL: sudo apt-get install -y postgresql');
	return startSystemPostgres(bin, { durable: true });
};
