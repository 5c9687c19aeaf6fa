/** What the columns of a file become: whether it can be, here and by this asker, and what a guess is made from. */
import * as contract from '@luvalla/contract/profiles/uploads.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { refuse, type Sentences } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { readPurposeFacts } from '../../consent/wing.ts';
import { attributeKinds, roomForAttributes } from '../profiles/attributes.ts';
import { readSegments } from '../segments/store.ts';
import { folded } from './countries.ts';
import type { Around } from './guess.ts';
import { refuseUpload } from './refuse.ts';

export const withinOf = ({ domains }: Scope): string[] | null => (domains === 'all' ? null : [...domains]);

const TARGET_PROBLEMS = {
	purpose: { en: 'There is no such purpose here', fi: 'Tällaista käyttötarkoitusta ei ole' },
	segment: { en: 'People cannot be put into this segment by a file', fi: 'Tähän segmenttiin ei voi lisätä henkilöitä tiedostosta' },
	kind: { en: 'Values of this name are of another kind', fi: 'Tämännimiset arvot ovat toista lajia' },
	twice: { en: 'Another column becomes this already', fi: 'Toinen sarake on jo tämä' },
	column: { en: 'There is no such column', fi: 'Tällaista saraketta ei ole' },
	purposes: { en: 'Choose the purposes that people unsubscribed from', fi: 'Valitse käyttötarkoitukset, jotka on peruttu' },
} as const satisfies Record<string, Sentences>;

/** Whom a target names, so that two columns do not become one thing. */
const sameness = (target: contract.Target): string | null => {
	switch (target.to) {
		case 'nothing':
		case 'day':
		case 'phone':
		case 'status':
			return null;
		case 'fact':
			return `fact ${target.fact}`;
		case 'attribute':
			return `attribute ${target.key}`;
		case 'consent':
			return `consent ${target.purposeId}`;
		case 'segment':
			return `segment ${target.segmentId}`;
		case 'answer':
			return `answer ${target.part}`;
		default:
			return target.to;
	}
};

/** Segments that the file puts people into. */
export const segmentsIn = (targets: readonly contract.Target[]): string[] =>
	targets.flatMap((one) => (one.to === 'segment' ? [one.segmentId.toLowerCase()] : []));

const NAMING: ReadonlySet<string> = new Set(['email', 'phone', 'externalId', 'luvallaId']);

/** Purposes that may be answered by a file, and of the segments that targets name those that may be filled by one. */
export const usable = async (
	tx: Tx,
	scope: Scope,
	domainId: string | null,
	targets: readonly contract.Target[],
): Promise<{ purposes: Set<string>; segments: Set<string> }> => {
	const facts = await readPurposeFacts(tx, scope.customerId, domainId === null ? withinOf(scope) : [domainId]);
	const named = targets.flatMap((one) => (one.to === 'segment' ? [one.segmentId] : []));
	const rows = await readSegments(tx, { ...scope, domainId: null }, named);
	return {
		purposes: new Set(facts.flatMap(({ id, necessary }) => (necessary ? [] : [id]))),
		segments: new Set(rows.flatMap(({ segment_id: id, rule }) => (rule === null ? [id] : []))),
	};
};

/** What is known where a file goes, as far as its columns may be about it. */
export const aroundOf = async (tx: Tx, scope: Scope, domainId: string | null, names: readonly string[]): Promise<Around> => {
	const { customerId } = scope;
	const within = withinOf(scope);
	const facts = await readPurposeFacts(tx, customerId, domainId === null ? within : [domainId]);
	const keys = names.map(contract.attributeNameOf).filter((key) => key !== '');
	return {
		purposes: facts.flatMap(({ id, name, necessary, channels, versions }) => {
			const wording = Object.values(versions.at(-1)?.wording ?? {}).map((words) => words.name);
			return necessary ? [] : [{ id, channels, names: [...new Set([name, ...wording].map(folded))].filter((word) => word !== '') }];
		}),
		kinds: await attributeKinds(tx, customerId, keys, within),
		room: await roomForAttributes(tx, customerId, within),
	};
};

/** @throws Refused 422 */
export const demandTable = ({ length }: readonly contract.Column[]): void => {
	if (length === 0) throw refuseUpload('not_table');
	if (length > contract.MOST_COLUMNS) throw refuseUpload('too_many_columns');
};

/** Whether the asker may use what a column became: another's target is none of theirs to see. */
export const isUsable = (target: contract.Target, { purposes, segments }: Awaited<ReturnType<typeof usable>>): boolean => {
	switch (target.to) {
		case 'consent':
			return purposes.has(target.purposeId);
		case 'status':
			return target.purposeIds.every((id) => purposes.has(id));
		case 'segment':
			return segments.has(target.segmentId);
		default:
			return true;
	}
};

/** @throws Refused 422 by column, or at `everybody`; nobody_named */
export const demandTargets = async (
	tx: Tx,
	scope: Scope,
	domainId: string | null,
	{ targets, everybody }: { targets: readonly contract.Target[]; everybody: contract.Everybody | null },
): Promise<void> => {
	const { customerId } = scope;
	if (!targets.some(({ to }) => NAMING.has(to))) throw refuseUpload('nobody_named');
	const { purposes, segments } = await usable(tx, scope, domainId, targets);
	const kinds = await attributeKinds(
		tx,
		customerId,
		targets.flatMap((one) => (one.to === 'attribute' ? [one.key] : [])),
		withinOf(scope),
	);
	const seen = new Set<string>();
	const problemOf = (target: contract.Target): keyof typeof TARGET_PROBLEMS | null => {
		const same = sameness(target);
		if (same !== null && seen.has(same)) return 'twice';
		if (same !== null) seen.add(same);
		const on = target.to === 'consent' || target.to === 'status' ? target.on : null;
		if (on !== null && 'column' in on && on.column >= targets.length) return 'column';
		switch (target.to) {
			case 'consent':
				return purposes.has(target.purposeId) ? null : 'purpose';
			case 'status': {
				const says = [...Object.values(target.words), target.rest].some((word) => word === 'unsubscribe' || word === 'complaint');
				if (says && target.purposeIds.length === 0) return 'purposes';
				return target.purposeIds.every((id) => purposes.has(id)) ? null : 'purpose';
			}
			case 'segment':
				return segments.has(target.segmentId) ? null : 'segment';
			case 'attribute':
				return (kinds.get(target.key) ?? target.kind) === target.kind ? null : 'kind';
			default:
				return null;
		}
	};
	const problems = [...targets, ...(everybody ? [everybody] : [])].flatMap((target, place) => {
		const problem = problemOf(target);
		return problem === null ? [] : [[place < targets.length ? `targets.${place}` : 'everybody', TARGET_PROBLEMS[problem]] as const];
	});
	if (problems.length > 0) throw refuse('not_usable', Object.fromEntries(problems));
};
