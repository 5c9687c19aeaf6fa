/** Orders of certificates as jobs: looked at, proven, ordered, and what became of it written with its activity. */
import * as z from 'zod';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { newId, now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { delegateOf, expectedOf } from '../custom-domains/expected.ts';
import { differing, isRight, lookAt } from '../custom-domains/look.ts';
import type { ReasonCode } from '../custom-domains/sentences.ts';
import {
	beginOrder,
	type CustomDomainRow,
	freeCustomHost,
	keepLook,
	type Looked,
	leaseOrder,
	lockCustomDomain,
	type Reason,
	readCustomDomain,
	SERVED,
	setInvalid,
	setPutOff,
	setServed,
	takeCustomHost,
	tellHost,
	unleaseOrder,
} from '../custom-domains/store.ts';
import { ownerOf } from '../domains/store.ts';
import { type Obtained, type Order, OrderFailed, obtain } from './acme.ts';
import { keepCertificate } from './store.ts';

/** Longer than an order takes. */
const LEASE_MS = 600_000;
const AT_ONCE = 3;
export const ORDER = 'order-certificate';

/** After so many that came to nothing one that never was served waits for a person. */
const MOST_TRIES = 8;
const MINUTE_MS = 60_000;
const LONGEST_WAIT_MS = 24 * 60 * MINUTE_MS;
/** Doubling from five minutes to a day, and never sooner than the authority says. */
export const waitAfter = (tries: number, asked: number | null): number =>
	Math.max(Math.min(5 * MINUTE_MS * 2 ** Math.min(tries, 10), LONGEST_WAIT_MS), asked ?? 0);
/** Authorities count what they refuse: five failed proofs of a host an hour at Let's Encrypt. */
const REFUSED_MS = 5 * MINUTE_MS;

/** What orders stand on. */
export interface Ordering {
	readonly kernel: Kernel;
	readonly addresses: () => Promise<readonly string[]>;
}

/** Asks for an order in the transaction that wants it. */
export const wantOrder = async (tx: Tx, { jobs }: Pick<Kernel, 'jobs'>, customerId: number, id: string): Promise<void> => {
	const orderId = newId();
	await beginOrder(tx, customerId, id, orderId);
	await jobs.send(tx, ORDER, { customerId, id, orderId }, { customerId });
};

/** What DNS says of a custom domain now. */
export const lookNow = async ({ kernel, addresses }: Ordering, customerId: number, host: string): Promise<Looked[]> => {
	const owner = await kernel.storage.inTenant(customerId, (tx) => ownerOf(tx, host));
	return lookAt(kernel.settings, expectedOf(kernel, await addresses(), customerId, host, owner === customerId));
};

const named = (records: readonly Looked[]): string => records.map(({ type, name }) => `${type} ${name}`).join(', ');

const facts = (status: string, reason: Reason | null = null, serial: string | null = null) => ({
	status,
	...(reason && { reason: reason.code }),
	...(serial !== null && { serial }),
});

type Ending = { readonly obtained: Obtained } | { readonly failed: OrderFailed } | { readonly records: ReasonCode; readonly about: string };

/** Writes what became of an order, if it is still wanted: in one transaction with its activity row. */
const settle = async ({ storage, secrets }: Kernel, customerId: number, id: string, orderId: string, looked: Looked[], ending: Ending) =>
	storage.inTenant(customerId, async (tx) => {
		await lockCustomDomain(tx, customerId, id);
		const before = await readCustomDomain(tx, customerId, id);
		if (before?.order_id !== orderId) return;
		await keepLook(tx, customerId, id, looked, differing(looked));
		const { host } = before;
		const record = (action: string, after: Record<string, unknown>) =>
			recordActivity(tx, customerId, null, {
				action,
				thing: 'custom_domain',
				thingId: id,
				before: facts(before.status),
				after: { host, ...after },
			});
		if ('obtained' in ending) {
			const serial = await keepCertificate(tx, secrets, customerId, id, ending.obtained);
			const status = SERVED.includes(before.status) ? 'Renewed' : 'Validated';
			await setServed(tx, customerId, id, status);
			await record(status === 'Renewed' ? 'renewed' : 'validated', facts(status, null, serial));
			await tellHost(tx, host);
			return;
		}
		const served = SERVED.includes(before.status);
		const wait = (asked: number | null): Date => new Date(now().getTime() + waitAfter(before.tries, asked));
		if ('failed' in ending) {
			const { code, about, passes, retryAfterMs } = ending.failed;
			const reason = { code, about };
			// What is served stays so while its certificate lasts.
			if (served || (passes && before.tries + 1 < MOST_TRIES)) {
				await setPutOff(tx, customerId, id, reason, wait(retryAfterMs));
				await record('put_off', facts(before.status, reason));
				return;
			}
			await freeCustomHost(tx, host, customerId);
			await setInvalid(tx, customerId, id, reason, new Date(now().getTime() + Math.max(REFUSED_MS, retryAfterMs ?? 0)));
			await record('invalid', facts('Invalid', reason));
			return;
		}
		const reason = { code: ending.records, about: ending.about };
		if (ending.records === 'dns_silent' && (served || before.tries + 1 < MOST_TRIES)) {
			await setPutOff(tx, customerId, id, reason, wait(null));
			await record('put_off', facts(before.status, reason));
			return;
		}
		// Whoever has the host now may show that it is theirs.
		await freeCustomHost(tx, host, customerId);
		await setInvalid(tx, customerId, id, reason, null);
		await record('invalid', facts('Invalid', reason));
		await tellHost(tx, host);
	});

/** What is against ordering; null: nothing. */
const against = (row: CustomDomainRow, looked: readonly Looked[]): { records: ReasonCode; about: string } | null => {
	const served = SERVED.includes(row.status);
	if (looked.every(({ type, expected }) => (type !== 'A' && type !== 'AAAA') || expected.length === 0))
		return { records: served ? 'dns_silent' : 'no_address', about: 'PUBLIC_URL' };
	const wrong = looked.filter((one) => !isRight(one));
	// An address that is not ours is wrong though it was not needed: the authority would ask there. Whose it is was shown once.
	const bad = wrong.filter(({ type, needed }) => (type === 'TXT' ? !served : needed || type === 'AAAA'));
	if (bad.length === 0) return null;
	const silent = bad.filter(({ state }) => state === 'failed');
	if (silent.length === bad.length) return { records: 'dns_silent', about: named(silent) };
	const about = named(bad.filter(({ state }) => state !== 'failed'));
	return { records: served ? 'records_gone' : 'records_wrong', about };
};

const waysOf = ({ settings, secrets }: Kernel, { customer_id, host }: CustomDomainRow, looked: readonly Looked[]): Order['ways'] => [
	...(looked.some(({ type, state }) => type === 'CNAME' && state === 'right')
		? [{ way: 'dns-01' as const, name: delegateOf(secrets, settings.customDomainCname, customer_id, host) }]
		: []),
	...(settings.acmeHttpPort === null ? [] : [{ way: 'http-01' as const, name: host }]),
];

/** One order, from the look at DNS to what is written. A second delivery of its job finds it leased or over. */
export const workOrder = async (ordering: Ordering, customerId: number, id: string, orderId: string): Promise<void> => {
	const { kernel } = ordering;
	const { storage } = kernel;
	const begun = await storage.inTenant(customerId, async (tx) =>
		(await leaseOrder(tx, customerId, id, orderId, LEASE_MS)) ? readCustomDomain(tx, customerId, id) : null,
	);
	if (!begun) return;
	try {
		await ordered(ordering, begun, orderId);
	} catch (error) {
		// Whoever is given the job again need not wait.
		await storage.inTenant(customerId, (tx) => unleaseOrder(tx, customerId, id, orderId));
		throw error;
	}
};

const ordered = async (ordering: Ordering, begun: CustomDomainRow, orderId: string): Promise<void> => {
	const { kernel } = ordering;
	const { storage } = kernel;
	const { customer_id: customerId, custom_domain_id: id } = begun;
	const looked = await lookNow(ordering, customerId, begun.host);
	const end = (ending: Ending): Promise<void> => settle(kernel, customerId, id, orderId, looked, ending);
	const hindrance = against(begun, looked);
	if (hindrance) return end(hindrance);
	const taken = await storage.inTenant(customerId, async (tx) => {
		// Taken away meanwhile, it must not become theirs: nobody would free it.
		await lockCustomDomain(tx, customerId, id);
		if ((await readCustomDomain(tx, customerId, id))?.order_id !== orderId) return null;
		const owner = await ownerOf(tx, begun.host);
		return (owner === null || owner === customerId) && takeCustomHost(tx, begun.host, customerId);
	});
	if (taken === null) return;
	if (!taken) return end({ records: 'elsewhere', about: '' });
	const ways = waysOf(kernel, begun, looked);
	if (ways.length === 0) return end({ failed: new OrderFailed('no_way', '', false) });
	let ending: Ending;
	try {
		ending = { obtained: await obtain(kernel, { host: begun.host, ways }) };
	} catch (error) {
		if (!(error instanceof OrderFailed)) throw error;
		ending = { failed: error };
	}
	await end(ending);
};

const Wanted = z.object({ customerId: z.int(), id: z.string(), orderId: z.string() });

/** Worker's part. */
export const workOrders = async (ordering: Ordering): Promise<void> => {
	await ordering.kernel.jobs.work(
		ORDER,
		async (data) => {
			const { customerId, id, orderId } = Wanted.parse(data);
			await workOrder(ordering, customerId, id, orderId);
		},
		{ concurrency: AT_ONCE },
	);
};

/** What a person does to one, recorded in the transaction of the change. */
export const recordOf = (
	tx: Tx,
	customerId: number,
	asker: Asker,
	action: string,
	row: CustomDomainRow,
	after: Readonly<Record<string, unknown>> | null,
): Promise<void> =>
	recordActivity(tx, customerId, asker, {
		action,
		thing: 'custom_domain',
		thingId: row.custom_domain_id,
		before: action === 'added' ? null : { host: row.host, ...facts(row.status) },
		after: after && { host: row.host, ...after },
	});
