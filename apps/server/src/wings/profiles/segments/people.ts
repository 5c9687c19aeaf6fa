/** The people of segments and audiences, a page at a time, as far as the asker may see them. */
import type { Scope } from '#kernel/access/decide.ts';
import { int, orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { namesOf } from '../../people/wing.ts';
import { knownOn } from '../members.ts';
import { MEMBERS, peopleFrom } from '../rules/compile.ts';
import { type Choice, numbersOf } from '../sets/count.ts';
import { withinOf } from './askable.ts';

const NumberRow = row({ number: int });
const MemberRow = row({ person: uuid, number: int, first_name: orNull(text), last_name: orNull(text) });

/** Who these numbers are, as far as the asker may see; the greatest number first. */
const peopleOf = async (tx: Tx, scope: Scope, numbers: readonly number[]) => {
	const { customerId } = scope;
	const rows = await tx.rows(
		MemberRow,
		sql`select pn.person, pn.number, p.first_name, p.last_name from person pn
			left join profile p on p.customer_id = ${customerId} and p.number = pn.number
		where pn.customer_id = ${customerId} and pn.number = any(${numbers}::int[]) order by pn.number desc`,
	);
	const within = withinOf(scope);
	const names = await namesOf(
		tx,
		customerId,
		rows.map(({ person }) => person),
		within,
	);
	return rows.map((one) => {
		const known = names.get(one.person) ?? [];
		const name = [one.first_name, one.last_name].filter((part) => part !== null).join(' ');
		return {
			luvallaId: one.person,
			// A domain's own admin sees who somebody is where they are known on the domain.
			name: name === '' || (within !== null && known.length === 0) ? null : name,
			email: known.find(({ kind }) => kind === 'email')?.value ?? null,
		};
	});
};

/** People who are looked through at once, and how often, before a page of a domain's own admin ends with what was found. */
const LOOK = 2_000;
const LOOKS = 20;

/**
 * A page of the people of a choice, the greatest number first; to a domain's own admin those known on their domains. Where few of many
 * are, the page is shorter, and the next goes on.
 */
export const pageOfPeople = async (tx: Tx, scope: Scope, of: Choice, { before, size }: { before?: number | undefined; size: number }) => {
	const { customerId } = scope;
	const within = withinOf(scope);
	if (within === null) {
		const numbers = await numbersOf(tx, customerId, of, { before, most: size + 1 });
		const page = numbers.slice(0, size);
		return { people: await peopleOf(tx, scope, page), next: numbers.length > size ? (page.at(-1) ?? null) : null };
	}
	const found: number[] = [];
	let from = before;
	let more = true;
	for (let looks = 0; more && looks < LOOKS && found.length <= size; looks += 1) {
		const numbers = await numbersOf(tx, customerId, of, { before: from, most: LOOK });
		const known = await tx.rows(
			NumberRow,
			sql`select pn.number from ${peopleFrom(customerId)} and pn.number = any(${numbers}::int[])
				and ${knownOn(customerId, MEMBERS, within)} order by pn.number desc`,
		);
		found.push(...known.map(({ number }) => number));
		more = numbers.length === LOOK;
		from = numbers.at(-1);
	}
	const page = found.slice(0, size);
	return {
		people: await peopleOf(tx, scope, page),
		next: found.length > size ? (page.at(-1) ?? null) : more ? (from ?? null) : null,
	};
};
