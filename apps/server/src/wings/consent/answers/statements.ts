/** From what was sent to what can be written: the rules that an answer of a known person must keep. */
import type { Answer, AnswerOutcome, AnswerRefusal } from '@luvalla/contract/consent/answers.ts';
import type { How } from '@luvalla/contract/consent/ledger.ts';
import { CLOCK_AHEAD_HOURS } from '@luvalla/contract/constants.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { newId, now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { lockPeople, type Named, namePeople, subjectOf, type Unnamed, type Within } from '../../people/wing.ts';
import { idOf, millisOf } from '../ids.ts';
import { nameKept } from './added.ts';
import { readTakenBack } from './kept.ts';
import { behindMemory } from './memory.ts';
import { type PurposeFacts, purposeNamed, versionAt } from './purposes.ts';
import { keepInTrial, nameInTrial, type Trial } from './trial.ts';
import { type Statement, tellAnswered, type Written, writeStatements } from './write.ts';

/** A server's clock may be a little ahead of ours. */
const AHEAD_MS = 5 * 60_000;

/** How the answers of a batch came, and what is the same for all of them. */
export interface Occasion {
	readonly how: How;
	/** `user:…`, `application:…`; absent when people answer for themselves. */
	readonly by?: string | undefined;
	/** Who is written down for what they add to somebody who is known; nobody adds anything to themselves. */
	readonly asker?: Pick<Asker, 'userId' | 'actorId'>;
	/** The domains of a domain's own admin, who names people by what is known of them there; null: everybody. */
	readonly within?: Within;
	/** Of `within`: whether what led to nobody is added to who is named beside it. */
	readonly mayAdd?: boolean;
	/** Whom each answer names, in their order, for whoever has named them already and keeps them. */
	readonly named?: readonly (Named | Unnamed)[];
	/** Purposes to which a no stands that a yes of this occasion cannot turn. */
	readonly closed?: ReadonlySet<string>;
	readonly browser?: string;
	readonly device?: string;
	readonly country?: string | null;
	readonly gpc?: boolean;
	readonly network?: string | null;
	/** What of ours was shown to who answered, as it was published. */
	readonly shown?: { readonly configuration: string; readonly configurationHash: string };
}

/** A record's language where nobody said one (BCP 47: undetermined). */
const NO_LANGUAGE = 'und';

/** Why an answer could not be taken, whoever it is from; null: it could. */
export const problemOf = (answer: Answer, purposes: readonly PurposeFacts[], how: How): AnswerRefusal | null => {
	const judged = judgeAnswer(answer, purposes, how);
	return typeof judged === 'string' ? judged : null;
};

/** The purpose that an answer is about and the version it is to; or why the answer cannot be taken. */
const judgeAnswer = (
	answer: Answer,
	purposes: readonly PurposeFacts[],
	how: How,
): { purpose: PurposeFacts; version: number } | AnswerRefusal => {
	const purpose = purposeNamed(purposes, answer.purpose);
	if (!purpose) return 'unknown_purpose';
	if (purpose.necessary) return 'necessary_purpose';
	const at = new Date(answer.at);
	if (at.getTime() <= 0) return 'malformed';
	// A no of a clock that runs ahead is a no: it keeps its moment, and counts as said when it was received (present.ts).
	if (answer.value && at.getTime() > now().getTime() + AHEAD_MS) return 'at_future';
	if (answer.id !== undefined && millisOf(answer.id) !== at.getTime()) return 'at_mismatch';
	// The person's own page is its own source.
	if (answer.value && answer.source === undefined && how !== 'privacy-centre') return 'source_needed';
	const inForce = versionAt(purpose, at);
	const version = answer.version ?? inForce;
	// Nobody says yes to words that are still to be written.
	if (answer.value && version > inForce) return 'unknown_version';
	if (purpose.versions.some((one) => one.version === version)) return { purpose, version };
	return answer.value ? 'unknown_version' : { purpose, version: inForce };
};

const statementOf = (
	answer: Answer,
	{ own, cluster, known, identifiers }: Named,
	{ purpose, version }: { purpose: PurposeFacts; version: number },
	occasion: Occasion,
	choiceId: string,
	secrets: AnswerParts['secrets'],
): Statement => {
	const at = new Date(answer.at);
	// Of the id that the name was made for: sent again after a merge it is what it was.
	const said = [purpose.domainId, own, purpose.id, answer.value, at.toISOString(), answer.source ?? null];
	return {
		id: answer.id?.toLowerCase() ?? idOf(secrets, at, said),
		choiceId,
		domainId: purpose.domainId,
		purposeId: purpose.id,
		purposeVersion: version,
		category: purpose.name,
		value: answer.value,
		at: at.toISOString(),
		how: occasion.how,
		configuration: occasion.shown?.configuration ?? null,
		configurationHash: occasion.shown?.configurationHash ?? null,
		language: answer.language ?? NO_LANGUAGE,
		gpc: occasion.gpc ?? false,
		browser: occasion.browser ?? '',
		device: occasion.device ?? 'unknown',
		country: occasion.country ?? null,
		tcString: null,
		clockSkewed: at.getTime() > now().getTime() + CLOCK_AHEAD_HOURS * 3_600_000,
		person: own,
		cluster,
		known,
		derivedId: answer.id === undefined,
		behind: false,
		subject: subjectOf(identifiers, own),
		source: answer.source,
		by: occasion.by,
		network: occasion.network ?? null,
	};
};

/** Whom these answers name. */
const namesOf = async (
	tx: Tx,
	customerId: number,
	fit: readonly { readonly answer: Answer; readonly index: number }[],
	{ named, within = null, mayAdd = false }: Occasion,
	trial: Trial | null,
): Promise<(Named | Unnamed)[]> => {
	if (named) return fit.map(({ index }) => named[index] ?? 'malformed');
	const found = await namePeople(
		tx,
		customerId,
		fit.map(({ answer }) => answer.person),
		within,
		{ mayAdd },
	);
	return trial ? nameInTrial(trial, tx, customerId, found, within) : found;
};

/** What was said in a file that was taken back, and is said again, is a record of its own: the first one never holds. */
const sayAgain = async (tx: Tx, customerId: number, secrets: AnswerParts['secrets'], taken: { statement: Statement }[]): Promise<void> => {
	for (let open = taken; open.length > 0; ) {
		const derived = open.flatMap(({ statement: { id, at, derivedId, value, known } }) =>
			derivedId && value && known ? [{ id, at: new Date(at) }] : [],
		);
		const back = await readTakenBack(tx, customerId, derived);
		open = open.filter(({ statement }) => back.has(statement.id));
		for (const one of open)
			one.statement = { ...one.statement, id: idOf(secrets, new Date(one.statement.at), ['again', one.statement.id]) };
	}
};

/** What became of an answer; `took`: what it says held when it was written, whatever came after it. */
export type Taken = AnswerOutcome & { readonly took: boolean };

const refused = (code: AnswerRefusal): Taken => ({
	outcome: 'refused',
	code,
	recordId: null,
	luvallaId: null,
	holds: false,
	took: false,
});

const outcomeOf = (statement: Statement, written: Written): Taken =>
	written.outcome === 'conflict'
		? refused('id_conflict')
		: {
				outcome: written.outcome,
				code: null,
				recordId: statement.id,
				luvallaId: statement.cluster.kept,
				holds: written.holds,
				took: written.took,
			};

/** What taking answers stands on. */
export type AnswerParts = Pick<Kernel, 'hooks' | 'secrets'>;

/**
 * Takes a batch of answers: each alone, in their order. A refused one makes nobody known.
 * @param purposes those that the sender may write to
 * @param trial nothing is written, and nobody waits: only said what would become of them
 */
export const takeAnswers = async (
	tx: Tx,
	parts: AnswerParts,
	customerId: number,
	answers: readonly (Answer | null)[],
	purposes: readonly PurposeFacts[],
	occasion: Occasion,
	trial: Trial | null = null,
): Promise<Taken[]> => {
	if (!trial) await lockPeople(tx, customerId);
	const judged = answers.map((answer) => (answer === null ? 'malformed' : judgeAnswer(answer, purposes, occasion.how)));
	const fit = answers.flatMap((answer, index) => (answer !== null && typeof judged[index] === 'object' ? [{ answer, index }] : []));
	const named = await namesOf(tx, customerId, fit, occasion, trial);
	const results = judged.map((one) => refused(typeof one === 'string' ? one : 'malformed'));
	const taken: { index: number; who: Named; statement: Statement }[] = [];
	/** What one person said at one moment is one choice. */
	const choices = new Map<string, string>();
	for (const [place, { answer, index }] of fit.entries()) {
		const who = named[place] ?? 'malformed';
		const about = judged[index];
		if (typeof who === 'string') results[index] = refused(who);
		else if (typeof about === 'object') {
			const moment = `${who.person} ${Date.parse(answer.at)}`;
			const choiceId = choices.get(moment) ?? newId();
			choices.set(moment, choiceId);
			taken.push({ index, who, statement: statementOf(answer, who, about, occasion, choiceId, parts.secrets) });
		}
	}
	await sayAgain(tx, customerId, parts.secrets, taken);
	const behind = await behindMemory(
		tx,
		parts.secrets,
		customerId,
		taken.map(({ who, statement: { purposeId, value, at, how } }) => ({ who, purposeId, value, at: new Date(at), how })),
	);
	const written = await writeStatements(
		tx,
		customerId,
		taken.map(({ statement }, place) => ({
			...statement,
			behind: statement.value && (behind[place] === true || occasion.closed?.has(statement.purposeId) === true),
		})),
		trial,
	);
	const known: { who: Named; domainId: string }[] = [];
	for (const [place, { index, who, statement }] of taken.entries()) {
		const fate = written[place];
		if (!fate) throw new Error('A batch was answered in part.');
		results[index] = outcomeOf(statement, fate);
		if (fate.outcome !== 'conflict') known.push({ who, domainId: statement.domainId });
	}
	if (trial && !occasion.named) {
		await keepInTrial(
			trial,
			tx,
			known.map(({ who }) => who),
		);
	}
	if (trial) return results;
	if (!occasion.named) await nameKept(tx, parts, customerId, known, occasion);
	await tellAnswered(
		tx,
		parts.hooks,
		customerId,
		taken.map(({ statement }) => statement),
		written,
	);
	return results;
};
