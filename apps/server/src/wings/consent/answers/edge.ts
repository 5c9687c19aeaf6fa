/** `/edge/v1/consents`: answers of known people, for customers' own servers with a machine token. */
import { Answer, type AnswerRefusal, identify, No, presentAnswers, writeAnswers } from '@luvalla/contract/consent/answers.ts';
import type { PersonKey } from '@luvalla/contract/people/identifiers.ts';
import { machineName } from '#kernel/access/asker.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { now } from '#kernel/clock.ts';
import { type Issue, invalidFields, type Language, refusals, refuse } from '#kernel/http/errors.ts';
import { handle, type Route } from '#kernel/http/handle.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { lockPeople, type Named, namePeople, type Within } from '../../people/wing.ts';
import { atOf } from '../ids.ts';
import { nameKept } from './added.ts';
import { linkRecords } from './identify.ts';
import { purposeNamed, readPurposeFacts } from './purposes.ts';
import { refuseAnswer } from './sentences.ts';
import { presentOf, readHeld } from './state.ts';
import { type AnswerParts, takeAnswers } from './statements.ts';
import { whyRefused } from './why-refused.ts';

const refusePerson = refusals({
	nothing_said: [
		422,
		'Name records of this domain that its page was told, or purposes that were refused.',
		'Nimeä tämän verkkotunnuksen kirjauksia, jotka sen sivu sai tietää, tai kiellettyjä käyttötarkoituksia.',
	],
});

/** Whom a machine may name: a domain's own those known there, whom it may add to. */
const withinOf = ({ domains }: Scope): Within => (domains === 'all' ? null : [...domains]);

/** The one that a key names. @throws Refused 404, 422 */
const theOne = async (tx: Tx, customerId: number, key: PersonKey, within: Within): Promise<Named> => {
	const [named = 'malformed'] = await namePeople(tx, customerId, [key], within, { mayAdd: true });
	if (typeof named === 'string') throw refuseAnswer(named);
	return named;
};

/** An answer as it was sent, null where it cannot be read; and what of it cannot, by field. */
const readAnswer = (given: unknown, language: Language): { answer: Answer | null; fields: Record<string, string> | null } => {
	const { data, error } = Answer.safeParse(given);
	if (data) return { answer: data, fields: null };
	const said = invalidFields(error.issues as Issue[]).fields ?? {};
	const fields = Object.fromEntries(Object.entries(said).map(([name, sentences]) => [name, sentences[language]]));
	const no = No.safeParse(given).data;
	if (!no) return { answer: null, fields };
	const at = no.at ?? (no.id === undefined ? now() : atOf(no.id)).toISOString();
	return { answer: { ...no, at }, fields };
};

/** Of a no that is refused: what was left out of it, and why. */
const together = (left: Record<string, string> | null, why: Record<string, string> | null) =>
	left && why ? { ...left, ...why } : (left ?? why);

export const answerRoutes = (kernel: Kernel): Route[] => {
	const { storage } = kernel;
	return [
		handle(writeAnswers, async ({ asker, body, scope, language }) => {
			const { customerId, domainId } = scope;
			if (domainId === null) throw refuse('not_found');
			const read = body.answers.map((given) => readAnswer(given, language));
			const answers = read.map(({ answer }) => answer);
			const taken = await storage.inTurn(customerId, async (tx) =>
				takeAnswers(tx, kernel, customerId, answers, await readPurposeFacts(tx, customerId, [domainId]), {
					how: 'api',
					by: machineName(asker),
					asker,
					within: withinOf(scope),
					mayAdd: true,
				}),
			);
			return {
				results: taken.map((one, place) => ({ ...one, fields: together(read[place]?.fields ?? null, whyRefused(one.code, language)) })),
			};
		}),
		handle(presentAnswers, async ({ body, scope }) => {
			const { customerId, domainId } = scope;
			if (domainId === null) throw refuse('not_found');
			return storage.inTenant(customerId, async (tx) => {
				const { person, known } = await theOne(tx, customerId, body.person, withinOf(scope));
				const held = known ? await readHeld(tx, customerId, person) : new Map();
				return { luvallaId: known ? person : null, purposes: presentOf(await readPurposeFacts(tx, customerId, [domainId]), held) };
			});
		}),
		handle(identify, async ({ asker, body, scope }) => {
			const { customerId, domainId } = scope;
			if (domainId === null) throw refuse('not_found');
			const by = machineName(asker);
			return storage.inTurn(customerId, async (tx) => {
				await lockPeople(tx, customerId);
				const who = await theOne(tx, customerId, body.person, withinOf(scope));
				await nameKept(tx, kernel, customerId, [{ who, domainId }], { how: 'identification', by, asker });
				const records = await linkRecords(tx, kernel, customerId, domainId, who, body.records, by);
				const refused = await refuseAll(tx, kernel, customerId, domainId, who, body.person, body.refused, by);
				// Who is known by nothing is nobody: nothing of this stays.
				if (!who.known && [...records, ...refused].every(({ recordId }) => recordId === null)) throw refusePerson('nothing_said');
				return { luvallaId: who.person, records, refused };
			});
		}),
	];
};

/** A no of the visitor's device, which has no record to point at. What is a no already stays as it is. */
const refuseAll = async (
	tx: Tx,
	parts: AnswerParts,
	customerId: number,
	domainId: string,
	{ person }: Named,
	key: PersonKey,
	given: readonly string[],
	by: string,
): Promise<{ purpose: string; recordId: string | null; code: AnswerRefusal | null }[]> => {
	const purposes = await readPurposeFacts(tx, customerId, [domainId]);
	const held = await readHeld(tx, customerId, person);
	const at = now().toISOString();
	const news = given.filter((purpose) => held.get(purposeNamed(purposes, purpose)?.id ?? '')?.value !== false);
	const outcomes = await takeAnswers(
		tx,
		parts,
		customerId,
		news.map((purpose) => ({ person: key, purpose, value: false, at })),
		purposes,
		{ how: 'identification', by },
	);
	return given.map((purpose) => {
		const outcome = outcomes[news.indexOf(purpose)];
		return { purpose, recordId: outcome?.recordId ?? null, code: outcome?.code ?? null };
	});
};
