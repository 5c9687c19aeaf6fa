/** What every table of a customer holds, so that two moments can be compared. */
import type { Tenant, TestApp } from '../app.ts';
import { type Fingerprint, fingerprintOf } from './fingerprint-of.ts';

/** By table, the SHA-256 of its rows; of sets of people, of whom they hold. */
export const fingerprint = (t: TestApp, { customerId }: Pick<Tenant, 'customerId'>): Promise<Fingerprint> =>
	t.storage.inTenant(customerId, (tx) => fingerprintOf((statement, values) => tx.query(statement, [...values]), customerId));
