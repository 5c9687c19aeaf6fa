/** A domain with a published banner, written straight into the database: what intake needs before a record is taken. */
import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { newId } from '../../apps/server/src/kernel/clock.ts';

export interface Publication {
	customerId: number;
	domainId: string;
	folder: string;
	origin: string;
	categories: string[];
	purposeId: string;
	hash: Buffer;
}

const CATEGORIES = ['statistics', 'marketing'];

export const publish = async (owner: Client, customerId: number): Promise<Publication> => {
	const [domainId, purposeId, hash] = [newId(), newId(), randomBytes(32)];
	const host = `bench-${customerId}.localhost`;
	const folder = `p${hash.toString('hex')}`;
	const purposes = Object.fromEntries(CATEGORIES.map((name) => [name, { id: purposeId, version: 1, name }]));
	await owner.query('begin');
	await owner.query(`insert into customer (customer_id, name, status) values ($1, 'Bench', 2)`, [customerId]);
	await owner.query(`insert into domain (customer_id, domain_id, host, proven_by, proven_at) values ($1, $2, $3, 'admin', now())`, [
		customerId,
		domainId,
		host,
	]);
	await owner.query(`insert into directory (kind, key, customer_id) values ('domain', $2, $1), ('host', $3, $1), ('folder', $4, $1)`, [
		customerId,
		domainId,
		host,
		folder,
	]);
	await owner.query(
		`insert into publication (customer_id, folder, configuration_id, domain_id, version, hash, title, template, bundle_version, config, purposes, pointer, findings, measured, published_by, remembers)
		 values ($1, $2, $3, $4, 1, $5, 'Bench', 'bar', '1', '{}', $6, '', '[]', false, 'bench', $7)`,
		[customerId, folder, newId(), domainId, hash, JSON.stringify(purposes), CATEGORIES[0]],
	);
	await owner.query(`update domain set live_banner = jsonb_build_object('folder', $3::text) where customer_id = $1 and domain_id = $2`, [
		customerId,
		domainId,
		folder,
	]);
	await owner.query('commit');
	return { customerId, domainId, folder, origin: `http://${host}`, categories: CATEGORIES, purposeId, hash };
};
