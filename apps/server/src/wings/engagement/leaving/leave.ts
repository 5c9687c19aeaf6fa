/**
 * What somebody does by a link of their letter. Each answer is a record of their own, in the ledger when the page says so: whoever is
 * asked for permission afterwards hears it. Saying no is always possible; a yes only takes back a no of the same page within a day,
 * since a letter may be passed on.
 */
import { ADDRESSED_TO, CHANNELS } from '@luvalla/contract/channels.ts';
import type { Answer } from '@luvalla/contract/consent/answers.ts';
import type { How } from '@luvalla/contract/consent/ledger.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import { now } from '#kernel/clock.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { uuids } from '#kernel/storage/arrays.ts';
import { orNull, row, sql, text, uuid } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { newPart, Tally } from '#kernel/tally/tally.ts';
import { takeAnswers } from '../../consent/wing.ts';
import { lockPeople, stopEverything, unstop } from '../../people/wing.ts';
import { changeProfiles } from '../../profiles/wing.ts';
import { DELIVERY_COUNT, keysOf, writeCounts } from '../runs/counts.ts';
import { tellOfCampaigns } from '../runs/runs.ts';
import { timeOf } from '../runs/token.ts';
import { type Choice, isOn, type LetterFacts, mayResumeAll, mayYesToAll, type Reader, topicOf } from './letter.ts';

const DAY_MS = 86_400_000;
export const PAUSE_DAYS = 30;
export type LeavingParts = Pick<Kernel, 'hooks' | 'secrets'>;

type Said = Pick<Answer, 'purpose' | 'value' | 'version' | 'language'>;

/** Writes what the person says by this letter. @throws when something of it is refused */
const write = async (
	tx: Tx,
	parts: LeavingParts,
	{ key, plan, subject, address }: LetterFacts,
	{ person: reader, names, choices }: Reader,
	said: readonly Said[],
	occasion: Parameters<typeof takeAnswers>[5] & { readonly asked?: string },
): Promise<void> => {
	if (said.length === 0) return;
	const at = now().toISOString();
	// Under the address that the letter came to, where it is still theirs: their own page shows it to them.
	const kind = ADDRESSED_TO[key.channel];
	const own = names.some((one) => one.kind === kind && one.value === address);
	const person = own && kind !== null && address !== null ? { [kind]: address } : { luvallaId: reader };
	const { asked = '', ...rest } = occasion;
	// The person reads it, so it is what they know the letter by.
	const source = `${cut(subject || plan.host, 300 - asked.length)}${asked}`.padEnd(3, '.');
	const taken = await takeAnswers(
		tx,
		parts,
		key.customerId,
		said.map((one) => ({ ...one, person, at, source })),
		choices.map(({ facts }) => facts),
		rest,
	);
	const refused = taken.find(({ outcome }) => outcome === 'refused');
	if (refused) throw new Error(`A letter's answer was refused: ${refused.code}`);
};

/** Writes an answer of the person to each of these. Purposes to which it is their answer already stay as they are. */
const answer = (
	tx: Tx,
	parts: LeavingParts,
	letter: LetterFacts,
	reader: Reader,
	choices: readonly Choice[],
	value: boolean,
	how: How,
): Promise<void> => {
	const said = choices.filter((one) => one.value !== value);
	return write(
		tx,
		parts,
		letter,
		reader,
		said.map(({ facts }) => ({ purpose: facts.id, value })),
		{ how },
	);
};

/**
 * Writes down what else they ask for: the yes to the letter's topic once more, with that as its source. It says when they asked and
 * never holds: what permits the next letter is the yes that they once said.
 */
const restate = (
	tx: Tx,
	parts: LeavingParts,
	letter: LetterFacts,
	reader: Reader,
	how: How,
	asked: string,
	language?: string,
): Promise<void> => {
	const standing = topicOf(letter, reader).flatMap(({ facts, value, version }) =>
		value === true && version !== null ? [{ purpose: facts.id, value, version, ...(language !== undefined && { language }) }] : [],
	);
	return write(tx, parts, letter, reader, standing, { how, asked, closed: new Set(standing.map(({ purpose }) => purpose)) });
};

const LeftRow = row({ run_id: uuid });

/** Counts that this letter was one too many, once. */
const noteLeft = async (tx: Tx, { key, plan }: LetterFacts): Promise<void> => {
	const at = now();
	const channel = CHANNELS.indexOf(key.channel);
	const left = await tx.rows(
		LeftRow,
		sql`update delivery set left_at = ${at} where customer_id = ${key.customerId} and at >= ${timeOf(key.runId)} and run_id = ${key.runId}
			and channel = ${channel} and entry = ${key.entry} and left_at is null returning run_id`,
	);
	if (left.length === 0) return;
	const tally = new Tally(DELIVERY_COUNT);
	tally.add(keysOf(key.runId, channel)('left'), at);
	await writeCounts(tx, key.customerId, newPart(), tally);
	await tellOfCampaigns(tx, key.customerId, plan.domainId);
};

/** No more letters of this topic. */
export const leaveTopic = async (
	tx: Tx,
	parts: LeavingParts,
	letter: LetterFacts,
	reader: Reader,
	how: How = 'unsubscribe',
): Promise<void> => {
	await answer(tx, parts, letter, reader, topicOf(letter, reader), false, how);
	await noteLeft(tx, letter);
};

/** No more messages by the channel that this one came by: to every purpose of its domain that permits them. @param asked what they wrote */
export const leaveChannel = async (tx: Tx, parts: LeavingParts, letter: LetterFacts, reader: Reader, asked: string): Promise<void> => {
	const { channel } = letter.key;
	const permits = (one: Choice): boolean => one.channels.includes(channel) || letter.lane.purposes.includes(one.facts.id);
	const said = reader.choices.filter((one) => permits(one) && one.value !== false);
	await write(
		tx,
		parts,
		letter,
		reader,
		said.map(({ facts }) => ({ purpose: facts.id, value: false })),
		{ how: 'unsubscribe', asked },
	);
	await noteLeft(tx, letter);
};

/** They called a letter unwanted: that is a no to its topic. */
export const complain = (tx: Tx, parts: LeavingParts, letter: LetterFacts, reader: Reader): Promise<void> =>
	answer(tx, parts, letter, reader, topicOf(letter, reader), false, 'complaint');

/** No more messages of this domain at all, and no marketing of the customer to any address of theirs. */
export const leaveEverything = async (tx: Tx, parts: LeavingParts, letter: LetterFacts, reader: Reader): Promise<void> => {
	await lockPeople(tx, letter.key.customerId);
	// Before its noes: by this they are told from those that were said before.
	const at = now();
	await answer(tx, parts, letter, reader, reader.choices, false, 'unsubscribe');
	const { customerId } = letter.key;
	const { members, kept } = reader.cluster;
	await stopEverything(tx, parts.secrets, customerId, { members, names: reader.names, at });
	// Sets of people know it, too.
	await parts.hooks.touched.tell(tx, { customerId, persons: [kept] });
	await noteLeft(tx, letter);
};

/** Takes back that everything was stopped, a moment ago: what they had permitted before holds again, and nothing else. */
export const resumeAll = async (tx: Tx, parts: LeavingParts, letter: LetterFacts, reader: Reader): Promise<void> => {
	const at = reader.objectedAt;
	if (at === null || !mayResumeAll(reader)) return;
	const { customerId } = letter.key;
	await lockPeople(tx, customerId);
	await unstop(tx, parts.secrets, customerId, reader.cluster.members);
	await parts.hooks.touched.tell(tx, { customerId, persons: [reader.cluster.kept] });
	await answer(
		tx,
		parts,
		letter,
		reader,
		reader.choices.filter(({ mayUndo, refusedAt }) => mayUndo && refusedAt !== null && refusedAt >= at),
		true,
		'preference-page',
	);
};

/** One purpose; what may not be said here changes nothing. */
export const setPurpose = async (
	tx: Tx,
	parts: LeavingParts,
	letter: LetterFacts,
	reader: Reader,
	purposeId: string,
	value: boolean,
): Promise<void> => {
	const choice = reader.choices.find(({ facts }) => facts.id === purposeId);
	// Whoever stopped everything takes that back first: nothing would come of a yes.
	if (!choice || (value && (!choice.mayUndo || reader.objectedAt !== null))) return;
	await answer(tx, parts, letter, reader, [choice], value, 'preference-page');
	if (!value && letter.lane.purposes.includes(purposeId)) await noteLeft(tx, letter);
};

/** Every topic of the page at once: what each switch would do, and nothing where one of them could not. */
export const setAll = async (tx: Tx, parts: LeavingParts, letter: LetterFacts, reader: Reader, value: boolean): Promise<void> => {
	if (value && !mayYesToAll(reader)) return;
	const choices = value ? reader.choices.filter((one) => !isOn(one)) : reader.choices;
	await answer(tx, parts, letter, reader, choices, value, 'preference-page');
	if (!value && topicOf(letter, reader).length > 0) await noteLeft(tx, letter);
};

const LocaleRow = row({ locale: orNull(text) });

/** The language that they read from now on: one that their letters are written in. */
export const setLanguage = async (tx: Tx, parts: LeavingParts, letter: LetterFacts, reader: Reader, language: string): Promise<void> => {
	if (!letter.languages.includes(language)) return;
	const { customerId } = letter.key;
	const { cluster } = reader;
	await lockPeople(tx, customerId);
	const [known] = await tx.rows(LocaleRow, sql`select locale from profile where customer_id = ${customerId} and person = ${cluster.kept}`);
	if (known?.locale === language) return;
	await changeProfiles(tx, customerId, [{ cluster, change: { locale: language } }]);
	await restate(tx, parts, letter, reader, 'preference-page', `, in ${language}`, language);
};

/** Nothing for 30 days. Their answers stay what they are. */
export const pause = async (tx: Tx, parts: LeavingParts, letter: LetterFacts, reader: Reader): Promise<void> => {
	if (reader.pausedUntil !== null) return;
	const { customerId } = letter.key;
	const until = new Date(now().getTime() + PAUSE_DAYS * DAY_MS);
	await tx.run(
		// Whoever of them is told apart again is still paused.
		sql`insert into message_pause (customer_id, person, until)
		select ${customerId}::int, person, ${until}::timestamptz from unnest(${uuids(reader.cluster.members)}::uuid[]) person
		on conflict (customer_id, person) do update set until = excluded.until`,
	);
	await restate(tx, parts, letter, reader, 'pause', `, paused until ${until.toISOString().slice(0, 10)}`);
};

export const resume = async (tx: Tx, parts: LeavingParts, letter: LetterFacts, reader: Reader): Promise<void> => {
	if (reader.pausedUntil === null) return;
	const { members } = reader.cluster;
	await tx.run(sql`delete from message_pause where customer_id = ${letter.key.customerId} and person = any(${uuids(members)}::uuid[])`);
	await restate(tx, parts, letter, reader, 'preference-page', ', pause ended');
};
