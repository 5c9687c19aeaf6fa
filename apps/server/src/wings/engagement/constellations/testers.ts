/**
 * Who may be sent a letter that is tried out: people of the customer's team at addresses that they signed in with, and addresses that were
 * confirmed once, by a link mailed there. A trial is a letter, too: it goes to nobody who stopped everything, unsubscribed on the domain or
 * cannot be reached, and whoever gets one can have no more of them.
 */
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import type { Sentences } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { sealedLink } from '#kernel/sealed-link.ts';
import { texts } from '#kernel/storage/arrays.ts';
import type { Words } from '#kernel/storage/mentions.ts';
import { bool, row, sql, text } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { stoppedBy } from '../../people/wing.ts';
import { teamAddresses } from '../../tenancy/wing.ts';

const TesterRow = row({ address: text, confirmed: bool, stopped: bool });
const ValueRow = row({ value: text });

export interface Testers {
	/** Addresses that a trial is sent to. */
	readonly confirmed: ReadonlySet<string>;
	/** Those that no letter goes to, confirmed or not. */
	readonly closed: ReadonlySet<string>;
}

/** Of these, in small letters, whoever may be sent a trial on the domain, and who may not. */
export const testersAmong = async (
	tx: Tx,
	secrets: Kernel['secrets'],
	customerId: number,
	domainId: string,
	addresses: readonly string[],
): Promise<Testers> => {
	const known = await tx.rows(
		TesterRow,
		sql`select address, confirmed_at is not null as confirmed, stopped_at is not null as stopped from uat_address
		where customer_id = ${customerId} and address = any(${texts(addresses)}::text[])`,
	);
	// A no to letters of this domain: of whom the address is, and of whoever is one with them.
	const closed = await tx.rows(
		ValueRow,
		sql`select i.value from person_identifier i
		where i.customer_id = ${customerId} and i.kind = 'email' and i.value = any(${texts(addresses)}::text[]) and (i.bounced_at is not null
			or exists (select 1 from consent_state c join purpose p on p.customer_id = ${customerId} and p.purpose_id = c.purpose_id
				where c.customer_id = ${customerId} and not c.value and p.domain_id = ${domainId} and 'email' = any(p.channels)
					and (c.person = i.person or exists (select 1 from profile f
						where f.customer_id = ${customerId} and f.person = c.person and i.person = any(f.members)))))`,
	);
	const stopped: string[] = [];
	for (const value of addresses) if (await stoppedBy(tx, secrets, customerId, { kind: 'email', value })) stopped.push(value);
	return {
		confirmed: new Set([
			...(await teamAddresses(tx, customerId, addresses)),
			...known.flatMap((one) => (one.confirmed ? [one.address] : [])),
		]),
		closed: new Set([...stopped, ...closed.map(({ value }) => value), ...known.flatMap((one) => (one.stopped ? [one.address] : []))]),
	};
};

/** It is asked whether it may be written to. */
export const noteAsked = (tx: Tx, customerId: number, address: string): Promise<number> =>
	tx.run(
		sql`insert into uat_address (customer_id, address, asked_at) values (${customerId}, ${address}, ${now()})
		on conflict (customer_id, address) do update set asked_at = excluded.asked_at`,
	);

/** Whoever holds the link says yes, or no more. Null: nobody asked, or it was erased. */
export const answerTrial = async (tx: Tx, customerId: number, address: string, may: boolean): Promise<'confirmed' | 'stopped' | null> => {
	const at = now();
	const said = may
		? await tx.run(
				sql`update uat_address set confirmed_at = coalesce(confirmed_at, ${at}), stopped_at = null where customer_id = ${customerId} and address = ${address}`,
			)
		: await tx.run(
				sql`insert into uat_address (customer_id, address, asked_at, stopped_at) values (${customerId}, ${address}, ${at}, ${at})
				on conflict (customer_id, address) do update set confirmed_at = null, stopped_at = excluded.stopped_at`,
			);
	if (said === 0) return null;
	return may ? 'confirmed' : 'stopped';
};

export const forgetTesters = (tx: Tx, customerId: number, { whole }: Words): Promise<number> =>
	tx.run(sql`delete from uat_address where customer_id = ${customerId} and address = any(${texts([...whole])}::text[])`);

/** It leads to nothing but this address's own answer. */
const TrialLink = z.object({ customerId: z.int(), address: z.string() });
export const trialLink = sealedLink('trial link', TrialLink);

export const trialUrl = ({ secrets, settings }: Pick<Kernel, 'secrets' | 'settings'>, said: z.infer<typeof TrialLink>): string =>
	`${settings.publicUrl}/u/trial?to=${encodeURIComponent(trialLink.seal(secrets, said))}`;

/** Why an address was not written to. Whether somebody left, or letters come back, is told to nobody who only writes an address down. */
export const CLOSED = {
	en: 'No letters go to this address from here.',
	fi: 'Tähän osoitteeseen ei lähetetä viestejä.',
} as const satisfies Sentences;
export const ASKED = {
	en: 'It is not confirmed yet. We mailed a link there; open it once, then send again.',
	fi: 'Osoitetta ei ole vielä vahvistettu. Lähetimme sinne linkin; avaa se kerran ja lähetä uudelleen.',
} as const satisfies Sentences;
export const ASKED_BEFORE = {
	en: 'It is not confirmed yet. Open the link that was mailed there, then send again.',
	fi: 'Osoitetta ei ole vielä vahvistettu. Avaa sinne lähetetty linkki ja lähetä uudelleen.',
} as const satisfies Sentences;
