/**
 * What somebody who is signed in may see of the person that a customer knows by their address. An address that a customer wrote
 * beside somebody proves nothing: it opens what was said under itself. The rest opens with each address that they confirmed.
 */
import { row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { type Cluster, membersOf } from '../persons/clusters.ts';
import { wordOf } from '../persons/naming.ts';
import { type KnownBy, readIdentifiers } from '../persons/store.ts';

export interface Mine {
	readonly cluster: Cluster;
	/** Addresses that are proven to be theirs. */
	readonly proved: ReadonlySet<string>;
	/** Other addresses, proven or not. */
	readonly others: readonly string[];
	/** Words (`email:…`) under which what was said is theirs to see and to change. */
	readonly subjects: ReadonlySet<string>;
	/** Words under which somebody else may have spoken: a no said there stands. */
	readonly foreign: ReadonlySet<string>;
}

const Link = row({ value: text });
const Owner = row({ person: uuid });

/**
 * By the address signed in with, those confirmed while signed in with it, and what came together with one of them. What was said
 * of the person as such, by their id, opens with their last address.
 */
const mineBy = (email: string, cluster: Cluster, known: readonly KnownBy[], confirmed: readonly string[]): Mine => {
	const emails = known.flatMap(({ kind, value }) => (kind === 'email' ? [value] : []));
	const proved = new Set([email, ...confirmed].filter((one) => emails.includes(one)));
	const opens = ({ kind, value, cameWith }: KnownBy): boolean =>
		kind === 'email' ? proved.has(value) : cameWith !== null && proved.has(cameWith);
	const ids = cluster.members.map((member) => `luvallaId:${member}`);
	const whole = emails.every((one) => proved.has(one));
	return {
		cluster,
		proved,
		others: emails.filter((one) => one !== email),
		subjects: new Set([...known.filter(opens).map(wordOf), ...(whole ? ids : [])]),
		foreign: new Set([...known.filter((one) => !opens(one)).map(wordOf), ...(whole ? [] : ids)]),
	};
};

/** Null when the address is nobody's. */
export const readMine = async (tx: Tx, customerId: number, email: string): Promise<Mine | null> => {
	const address = email.toLowerCase();
	const found = await tx.first(
		Owner,
		sql`select person from person_identifier where customer_id = ${customerId} and kind = 'email' and value = ${address}`,
	);
	if (!found) return null;
	const cluster = await membersOf(tx, customerId, found.person);
	const known = await readIdentifiers(tx, customerId, cluster.members);
	const links = await tx.rows(Link, sql`select value from person_link where customer_id = ${customerId} and email = ${address}`);
	return mineBy(
		address,
		cluster,
		known,
		links.map(({ value }) => value),
	);
};

/** Keeps that whoever signs in with `email` has the mail of `value` too; both have confirmed themselves by it. */
export const keepLink = async (tx: Tx, customerId: number, email: string, value: string, person: string, at: Date): Promise<void> => {
	await tx.run(sql`insert into person_link (customer_id, email, value, person, confirmed_at) values (${customerId}, ${email}, ${value}, ${person}, ${at})
		on conflict (customer_id, email, value) do update set person = excluded.person, confirmed_at = excluded.confirmed_at`);
	await noteConfirmed(tx, customerId, [email, value], at);
};

/** Addresses that confirmed themselves, each the first time. */
export const noteConfirmed = (tx: Tx, customerId: number, emails: readonly string[], at: Date): Promise<number> =>
	tx.run(sql`update person_identifier set confirmed_at = ${at}
		where customer_id = ${customerId} and kind = 'email' and value = any(${emails}::text[]) and confirmed_at is null`);
