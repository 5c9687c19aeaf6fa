/** From what was sent to what can be written: the rules that an answer of a known person must keep. */
import type { Answer, AnswerOutcome, AnswerRefusal } from '@luvalla/contract/consent/answers.ts';
import type { How } from '@luvalla/contract/consent/ledger.ts';
import { newId, now } from '#kernel/clock.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { idOf, millisOf } from '../ids.ts';
import { keepPeople, lockPeople, type Named, namePeople, subjectOf } from './persons.ts';
import { type PurposeFacts, purposeNamed, versionAt } from './purposes.ts';
import { keepInTrial, nameInTrial, type Trial } from './trial.ts';
import { type Statement, type Written, writeStatements } from './write.ts';

/** A server's clock may be a little ahead of ours. */
const AHEAD_MS = 5 * 60_000;

/** How the answers of a batch came, and what is the same for all of them. */
export interface Occasion {
	readonly how: How;
	/** `user:…`, `application:…`; absent when people answer for themselves. */
	readonly by?: string | undefined;
	readonly browser?: string;
	readonly device?: string;
	readonly country?: string | null;
	readonly gpc?: boolean;
	readonly network?: string | null;
}

/** A record's language where nobody said one (BCP 47: undetermined). */
const NO_LANGUAGE = 'und';

/** The purpose that an answer is about and the version it is to; or why the answer cannot be taken. */
const judge = (answer: Answer, purposes: readonly PurposeFacts[], how: How): { purpose: PurposeFacts; version: number } | AnswerRefusal => {
	const purpose = purposeNamed(purposes, answer.purpose);
	if (!purpose) return 'unknown_purpose';
	if (purpose.necessary) return 'necessary_purpose';
	const at = new Date(answer.at);
	if (at.getTime() <= 0) return 'malformed';
	if (at.getTime() > now().getTime() + AHEAD_MS) return 'at_future';
	if (answer.id !== undefined && millisOf(answer.id) !== at.getTime()) return 'at_mismatch';
	// The person's own page is its own source.
	if (answer.value && answer.source === undefined && how !== 'privacy-centre') return 'source_needed';
	const version = answer.version ?? versionAt(purpose, at);
	return purpose.versions.some((one) => one.version === version) ? { purpose, version } : 'unknown_version';
};

const statementOf = (
	answer: Answer,
	{ person, identifiers }: Pick<Named, 'person' | 'identifiers'>,
	{ purpose, version }: { purpose: PurposeFacts; version: number },
	occasion: Occasion,
	choiceId: string,
): Statement => {
	const at = new Date(answer.at);
	const said = [purpose.domainId, person, purpose.id, answer.value, at.toISOString(), answer.source ?? null];
	return {
		id: answer.id?.toLowerCase() ?? idOf(at, said),
		choiceId,
		domainId: purpose.domainId,
		purposeId: purpose.id,
		purposeVersion: version,
		category: purpose.name,
		value: answer.value,
		at: at.toISOString(),
		how: occasion.how,
		configuration: null,
		configurationHash: null,
		language: answer.language ?? NO_LANGUAGE,
		gpc: occasion.gpc ?? false,
		browser: occasion.browser ?? '',
		device: occasion.device ?? 'unknown',
		country: occasion.country ?? null,
		tcString: null,
		clockSkewed: false,
		person,
		subject: subjectOf(identifiers, person),
		source: answer.source,
		by: occasion.by,
		network: occasion.network ?? null,
	};
};

/** What became of an answer; `took`: it became what holds when it was written, whatever came after it. */
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
				luvallaId: statement.person,
				holds: written.holds,
				took: written.took,
			};

/**
 * Takes a batch of answers: each alone, in their order. A refused one makes nobody known.
 * @param purposes those that the sender may write to
 * @param trial nothing is written, and nobody waits: only said what would become of them
 */
export const takeAnswers = async (
	tx: Tx,
	customerId: number,
	answers: readonly (Answer | null)[],
	purposes: readonly PurposeFacts[],
	occasion: Occasion,
	trial: Trial | null = null,
): Promise<Taken[]> => {
	if (!trial) await lockPeople(tx, customerId);
	const judged = answers.map((answer) => (answer === null ? 'malformed' : judge(answer, purposes, occasion.how)));
	const fit = answers.flatMap((answer, index) => (answer !== null && typeof judged[index] === 'object' ? [{ answer, index }] : []));
	const found = await namePeople(
		tx,
		customerId,
		fit.map(({ answer }) => answer.person),
	);
	const named = trial ? await nameInTrial(trial, tx, found) : found;
	const results = judged.map((one) => refused(typeof one === 'string' ? one : 'malformed'));
	const taken: { index: number; who: Named; statement: Statement }[] = [];
	/** What one person said at one moment is one choice. */
	const choices = new Map<string, string>();
	for (const [place, { answer, index }] of fit.entries()) {
		const who = named[place] ?? 'malformed';
		const about = judged[index];
		if (typeof who === 'string') results[index] = refused(who);
		else if (typeof about === 'object') {
			const moment = `${who.person} ${answer.at}`;
			const choiceId = choices.get(moment) ?? newId();
			choices.set(moment, choiceId);
			taken.push({ index, who, statement: statementOf(answer, who, about, occasion, choiceId) });
		}
	}
	const written = await writeStatements(
		tx,
		customerId,
		taken.map(({ statement }) => statement),
		trial,
	);
	const known: Named[] = [];
	for (const [place, { index, who, statement }] of taken.entries()) {
		const fate = written[place];
		if (!fate) throw new Error('A batch was answered in part.');
		results[index] = outcomeOf(statement, fate);
		if (fate.outcome !== 'conflict') known.push(who);
	}
	if (trial) await keepInTrial(trial, tx, known);
	else await keepPeople(tx, customerId, known);
	return results;
};
