/** What whoever writes a rule may ask: what is known at the customer, as far as their eyes reach. */
import { groupOf, isLeaf, isPlaceable, kindOf, partsOf, problemsOf, type Rule, type RuleLeaf } from '@luvalla/contract/rules.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { refuse, type Sentences } from '#kernel/http/errors.ts';
import { row, sql, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Within } from '../../people/wing.ts';
import { leavesOf, segmentsIn } from '../rules/compile.ts';
import { type FieldsFor, type KnownField, knownFields } from '../rules/fields.ts';
import { ruledSets } from '../sets/store.ts';
import { readSegments } from './store.ts';

const PROBLEMS = {
	field: { en: 'There is nothing of this name to ask about', fi: 'Tämännimistä tietoa ei ole' },
	operator: { en: 'This cannot be asked here', fi: 'Tätä ei voi kysyä tässä' },
	missing: { en: 'Say what it is compared with', fi: 'Kerro, mihin verrataan' },
	number: { en: 'Use a number', fi: 'Käytä lukua' },
	whole: { en: 'Use a whole number, 0 or more', fi: 'Käytä kokonaislukua, joka on vähintään 0' },
	days: { en: 'Use a whole number of days', fi: 'Käytä kokonaista päivien määrää' },
	date: { en: 'Use a date', fi: 'Käytä päivämäärää' },
	choice: { en: 'Choose one that is offered', fi: 'Valitse jokin tarjotuista' },
	empty: { en: 'Put a condition into this group', fi: 'Lisää ryhmään ehto' },
	domain: {
		en: 'Ask only about people and events of domains that you administer',
		fi: 'Kysy vain niiden verkkotunnusten henkilöistä ja tapahtumista, joita ylläpidät',
	},
} as const satisfies Record<ReturnType<typeof problemsOf>[number]['problem'] | 'domain', Sentences>;

/** Whom the asker may see: to a domain's own admin those known on their domains. */
export const withinOf = ({ domains }: Scope): Within => (domains === 'all' ? null : [...domains]);

const fieldsFor = (scope: Scope): FieldsFor => ({ adminToo: scope.as === 'admin', domainIds: withinOf(scope) });

const asksEvents = ({ field }: RuleLeaf): boolean => field.startsWith('event.');

/** What people are known by: of that a domain's own admin sees what was said on their domains. */
const asksNames = ({ field }: RuleLeaf): boolean => ['email', 'phone', 'externalId', 'mailable', 'textable'].includes(field);

/** Whether a condition counts people or events of domains that the asker does not administer. */
const reachesBeyond = ({ domains }: Scope, leaf: RuleLeaf): boolean =>
	isPlaceable(leaf.field) && domains !== 'all' && (leaf.domains === undefined || leaf.domains.some((id) => !domains.has(id.toLowerCase())));

/** Fields that the asker may ask about: a segment that they may not use is none to them. */
export const askable = async (tx: Tx, scope: Scope): Promise<KnownField[]> => {
	const may = new Set((await readSegments(tx, { ...scope, domainId: null })).map((one) => `segment.${one.segment_id}`));
	const fields = await knownFields(tx, scope.customerId, fieldsFor(scope));
	return fields.filter((field) => field.group !== 'segment' || may.has(field.key));
};

/**
 * Places of conditions whose findings are not told: what somebody said, did or is known by on a domain that the asker does not see, and
 * a segment that they may not use, is not told by a segment that asks about it either. Facts of somebody whom they see are, as on the
 * person's page, but for where else that person is known.
 */
export const hiddenIn = async (tx: Tx, scope: Scope, rule: Rule): Promise<Set<string>> => {
	const may = new Set((await askable(tx, scope)).map(({ key }) => key));
	const told = (leaf: RuleLeaf): boolean =>
		may.has(leaf.field) && (!reachesBeyond(scope, leaf) || (leaf.domains === undefined && !asksEvents(leaf) && !asksNames(leaf)));
	return new Set(leavesOf(rule).flatMap(({ path, leaf }) => (told(leaf) ? [] : [path.join('.')])));
};

/** A rule as it is shown to whoever may use it and not change it: what it asks about, and not what it compares with. */
export const veiled = (rule: Rule): Rule =>
	isLeaf(rule)
		? { field: rule.field, is: rule.is, ...(rule.where && { where: rule.where.map(({ property, is }) => ({ property, is })) }) }
		: groupOf(kindOf(rule), partsOf(rule).map(veiled));

/** Whether a segment that the rule asks about, or one that it asks about in turn, is still being counted. */
export const anyBuilding = async (tx: Tx, customerId: number, rule: Rule): Promise<boolean> => {
	if (segmentsIn(rule).length === 0) return false;
	const sets = new Map((await ruledSets(tx, customerId)).map((set) => [set.set_id, set]));
	const seen = new Set(segmentsIn(rule));
	for (const id of seen) {
		const set = sets.get(id);
		if (!set?.rule) continue;
		if (set.built_to !== null) return true;
		for (const below of segmentsIn(set.rule)) seen.add(below);
	}
	return false;
};

/** The rule with each condition on people or events told where it counts them: a domain's own admin's on their own domains. */
const placed = (scope: Scope, rule: Rule): Rule => {
	if (!isLeaf(rule))
		return groupOf(
			kindOf(rule),
			partsOf(rule).map((part) => placed(scope, part)),
		);
	const domains =
		rule.domains?.map((id) => id.toLowerCase()) ?? (scope.domains === 'all' || !isPlaceable(rule.field) ? undefined : [...scope.domains]);
	return domains === undefined ? rule : { ...rule, domains: [...new Set(domains)].sort() };
};

const DomainRow = row({ domain_id: uuid });

/**
 * A rule as it is kept.
 * @param hold it is about to be written down: segments that it asks about are held for it
 * @throws Refused 422 by field, where a rule asks what cannot be asked, or what is not the asker's to ask
 */
export const demandRule = async (tx: Tx, scope: Scope, given: Rule, hold = false): Promise<Rule> => {
	const { customerId } = scope;
	const rule = placed(scope, given);
	const named = [...new Set(leavesOf(rule).flatMap(({ leaf }) => leaf.domains ?? []))];
	const there = named.length
		? await tx.rows(DomainRow, sql`select domain_id from domain where customer_id = ${customerId} and domain_id = any(${named}::uuid[])`)
		: [];
	const known = new Set(there.map((one) => one.domain_id));
	const elsewhere = leavesOf(rule).filter(({ leaf }) => reachesBeyond(scope, leaf) || leaf.domains?.some((id) => !known.has(id)));
	const problems = [
		...problemsOf(rule, await knownFields(tx, customerId, fieldsFor(scope))),
		...elsewhere.map(({ path }) => ({ path, problem: 'domain' as const })),
	];
	if (problems.length > 0)
		throw refuse('not_usable', Object.fromEntries(problems.map(({ path, problem }) => [['rule', ...path].join('.'), PROBLEMS[problem]])));
	const segments = segmentsIn(rule);
	// A segment that the asker may not use is none to them.
	const may = new Set((await readSegments(tx, { ...scope, domainId: null }, segments, hold)).map((one) => one.segment_id));
	if (segments.some((id) => !may.has(id))) throw refuse('not_usable', { rule: PROBLEMS.field });
	return rule;
};
