/** Why something is not deleted: what uses it, by name. */
import type { Scope } from '#kernel/access/decide.ts';
import type { NamedUser } from '#kernel/hooks.ts';
import { Refused, type Sentences } from '#kernel/http/errors.ts';

/** Names that a sentence has room for. */
const MOST_NAMED = 10;

/** The same refusal with the names of these as far as the asker may see them; where they may see none it says what it says anyway. */
export const naming = (
	refused: Refused,
	{ domains }: Pick<Scope, 'domains'>,
	users: readonly NamedUser[],
	say: (names: Sentences) => Sentences,
): Refused => {
	const seen = users.filter(({ domainId }) => domains === 'all' || (domainId !== null && domains.has(domainId))).slice(0, MOST_NAMED);
	if (seen.length === 0) return refused;
	const names = seen.map(({ name }) => name).join(', ');
	const more = users.length - seen.length;
	return new Refused(
		refused.status,
		refused.code,
		say({ en: `${names}${more > 0 ? ` and ${more} more` : ''}`, fi: `${names}${more > 0 ? ` ja ${more} muuta` : ''}` }),
	);
};
