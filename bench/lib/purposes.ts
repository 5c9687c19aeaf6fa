import type { Client } from 'pg';

/** The first version of a purpose, without words. */
export const firstVersion = async (owner: Pick<Client, 'query'>, customerId: number, purposeId: string): Promise<void> => {
	await owner.query(`insert into purpose_version (customer_id, purpose_id, version, wording) values ($1, $2, 1, '{}')`, [
		customerId,
		purposeId,
	]);
};
