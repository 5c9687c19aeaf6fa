/** Looks for what shows whose a host is: its own page and DNS, when somebody asks and every hour while a domain is new. */
import type { DnsLook, ProofLook } from '@luvalla/contract/consent/snippet.ts';
import * as z from 'zod';
import type { Asker } from '#kernel/access/asker.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type ReadTxt, readTxt } from '#kernel/outbound/dns.ts';
import { int, row, sql, uuid } from '#kernel/storage/rows.ts';
import { proofOf, proveDomain, txtOf } from '../../tenancy/wing.ts';
import { lookForSnippet } from './look.ts';

const said = ({ failed, alias, values }: ReadTxt, value: string): DnsLook => {
	if (failed !== null) return { state: 'failed', about: failed };
	if (alias !== null) return { state: 'alias', about: alias };
	if (values.includes(value)) return { state: 'found', about: null };
	const [first] = values;
	return first === undefined ? { state: 'none', about: null } : { state: 'other', about: first.slice(0, LONGEST_SHOWN) };
};
const LONGEST_SHOWN = 200;

/** The record must stand at the very name: an alias leads to somebody else's, and a wildcard was not put there for this host. */
const lookForRecord = async ({ settings, secrets }: Kernel, host: string, domainId: string): Promise<DnsLook> => {
	const { name, value } = txtOf(secrets, host, domainId);
	const found = said(await readTxt(settings, name), value);
	if (found.state !== 'found') return found;
	// Nobody knows this name: what answers to it answers to all.
	const unknown = said(await readTxt(settings, `_${crypto.randomUUID()}.${host}`), value);
	if (unknown.state === 'found') return { state: 'wildcard', about: null };
	return unknown.state === 'failed' ? unknown : found;
};

/**
 * Looks once, outside any transaction, and keeps what shows it. Null: there is no such domain.
 * @param asker who wants it; null: the server looks by itself
 */
export const lookForProof = async (
	kernel: Kernel,
	customerId: number,
	domainId: string,
	asker: Asker | null,
): Promise<ProofLook | null> => {
	const { storage } = kernel;
	const before = await storage.inTenant(customerId, (tx) => proofOf(tx, customerId, domainId));
	if (!before) return null;
	const { host, proof, elsewhere } = before;
	if (proof !== null || elsewhere) return { proof, elsewhere, snippet: null, dns: null };
	const [snippet, dns] = await Promise.all([lookForSnippet(kernel, host, domainId), lookForRecord(kernel, host, domainId)]);
	const by = snippet.state === 'found' ? 'snippet' : dns.state === 'found' ? 'dns' : null;
	const after = await storage.inTenant(customerId, async (tx) => {
		if (by !== null) await proveDomain(tx, customerId, { domainId, host, by, asker });
		return proofOf(tx, customerId, domainId);
	});
	return after && { proof: after.proof, elsewhere: after.elsewhere, snippet, dns };
};

const PROVE = 'prove-domain';
const LOOKS_AT_ONCE = 3;
/** So long the server looks by itself for the proof of a host that was named. */
const DAYS = 14;
/** Of one customer in an hour, the newest first: whoever names a thousand hosts has nobody call at all of them. */
const MOST_AN_HOUR = 20;
const Wanted = z.object({ customerId: z.int(), domainId: z.string() });
const Waiting = row({ customer_id: int, domain_id: uuid });

/** New domains that nobody has proven, each as a job of its own. */
export const wantProofs = async ({ storage, jobs }: Kernel): Promise<void> => {
	const since = new Date(now().getTime() - DAYS * 86_400_000);
	const waiting = await storage.acrossInReport.rows(
		Waiting,
		sql`select w.customer_id, w.domain_id from (
			select d.customer_id, d.domain_id, row_number() over (partition by d.customer_id order by d.host_at desc) as nth
			from domain d where d.proven_at is null and d.host_at > ${since}
		) w where w.nth <= ${MOST_AN_HOUR} order by w.nth`,
	);
	for (const { customer_id: customerId, domain_id: domainId } of waiting)
		await storage.inTenant(customerId, (tx) => jobs.send(tx, PROVE, { customerId, domainId }, { customerId }));
};

/** Worker's part. */
export const workProofs = async (kernel: Kernel): Promise<void> => {
	await kernel.jobs.work(
		PROVE,
		async (data) => {
			const { customerId, domainId } = Wanted.parse(data);
			await lookForProof(kernel, customerId, domainId, null);
		},
		{ concurrency: LOOKS_AT_ONCE },
	);
	await kernel.jobs.schedule('prove-domains', '25 * * * *', () => wantProofs(kernel));
};
