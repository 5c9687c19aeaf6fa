/** One row of an uploaded file as what it says of somebody, or the cell that cannot be read. */
import { Answer, No } from '@luvalla/contract/consent/answers.ts';
import type { How } from '@luvalla/contract/consent/ledger.ts';
import { Email, Id, line } from '@luvalla/contract/fields.ts';
import type { PersonKey } from '@luvalla/contract/people/identifiers.ts';
import { fitsTogether, nullable, Value } from '@luvalla/contract/profiles/api.ts';
import type { RowProblem } from '@luvalla/contract/profiles/upload-words.ts';
import type { Everybody, Reading, Status, Target } from '@luvalla/contract/profiles/uploads.ts';
import { type PurposeFacts, problemOf } from '../../consent/wing.ts';
import { identifiersOf, normalPhone, type ReadKey } from '../../people/wing.ts';
import type { AttributeKind } from '../profiles/attributes.ts';
import type { FactChange } from '../profiles/facts.ts';
import { cleaned, dayOf, momentOf, numberOf, yesNoOf } from './cells.ts';
import { countryOf, folded } from './countries.ts';

/** Why a row is not taken, and by which of its columns; null: by the row as a whole. */
export interface Rejected {
	readonly code: RowProblem;
	readonly column: number | null;
}

/** An answer to one purpose, and how it came. */
export interface SaidIn {
	readonly answer: Omit<Answer, 'person'>;
	readonly how: How;
}

/** What a row says. */
export interface UploadRow {
	readonly person: ReadKey;
	readonly change: FactChange;
	readonly answers: readonly SaidIn[];
	readonly segments: readonly string[];
	/** Since when mail to its e-mail address comes back. */
	readonly bouncedAt: Date | null;
}

/** What rows of one file are read by. */
export interface RowReader {
	readonly targets: readonly Target[];
	/** What each of its rows says besides; null: nothing. */
	readonly everybody: Everybody | null;
	readonly reading: Pick<Reading, 'slashed'>;
	readonly purposes: readonly PurposeFacts[];
	/** When the file came: moments of a no that names none. */
	readonly at: Date;
}

class Misread extends Error {
	readonly rejected: Rejected;
	constructor(code: RowProblem, column: number | null) {
		super(code);
		this.rejected = { code, column };
	}
}

const ExternalId = line(200).min(1);

/** An attribute's value as its kind is written in files. */
const cellAs = (text: string, kind: AttributeKind, slashed: Reading['slashed'], column: number): string | number | boolean => {
	switch (kind) {
		case 'number': {
			const number = numberOf(text);
			if (number === null) throw new Misread('not_a_number', column);
			return number;
		}
		case 'yesno': {
			const said = yesNoOf(text);
			if (said === null) throw new Misread('not_yes_or_no', column);
			return said;
		}
		case 'date': {
			const day = dayOf(text, slashed);
			if (day === null) throw new Misread('no_such_day', column);
			return day;
		}
		case 'text': {
			const { data } = Value.safeParse(text);
			if (typeof data !== 'string') throw new Misread('unfit', column);
			return data;
		}
	}
};

/** `FI` and `fi-FI` however their letters were typed, and a country by its name. */
const typed = (fact: Fact, text: string): string => {
	if (fact === 'country') return countryOf(text) ?? text;
	if (fact === 'locale')
		return text
			.replace('_', '-')
			.replace(/^[A-Za-z]{2,3}/, (word) => word.toLowerCase())
			.replace(/-[A-Za-z]{2}$/, (word) => word.toUpperCase());
	return text;
};

type Fact = Extract<Target, { to: 'fact' }>['fact'];

/** What a cell says of somebody; null: it cannot be that. */
export const factOf = (fact: Fact, text: string): string | null => nullable[fact].safeParse(typed(fact, text)).data ?? null;

/** Which problem of an answer is which of a row, and the part of a row with one answer that it is about. */
const ANSWER_PROBLEMS = {
	unknown_purpose: ['unknown_purpose', 'purpose'],
	necessary_purpose: ['necessary_purpose', 'purpose'],
	unknown_version: ['unknown_version', 'version'],
	source_needed: ['source_needed', 'source'],
	at_future: ['at_future', 'at'],
} as const satisfies Partial<Record<NonNullable<ReturnType<typeof problemOf>>, readonly [RowProblem, string]>>;

const isKnownProblem = (code: string): code is keyof typeof ANSWER_PROBLEMS => Object.hasOwn(ANSWER_PROBLEMS, code);

const earlier = (one: Date | null, other: Date): Date => (one !== null && one < other ? one : other);

type StatusTarget = Extract<Target, { to: 'status' }>;
/** Words by how they are told apart: by their letters, whatever their case. */
const meanings = new WeakMap<StatusTarget, ReadonlyMap<string, Status>>();

/** What a word of another tool means; undefined: nobody said. */
const meaningOf = (target: StatusTarget, text: string): Status | undefined => {
	if (Object.hasOwn(target.words, text)) return target.words[text];
	const known = meanings.get(target) ?? new Map(Object.entries(target.words).map(([word, status]) => [folded(word), status]));
	meanings.set(target, known);
	return known.get(folded(text)) ?? target.rest;
};

/** First and last name out of both in one: `Anna Aalto`, `Aalto, Anna`. */
const namesIn = (text: string): readonly (readonly ['firstName' | 'lastName', string])[] => {
	const [, last = '', first = ''] = /^([^,]+),\s*([^,]+)$/.exec(text) ?? [];
	const [one = '', ...others] = last === '' ? text.split(/\s+/) : [first, last];
	return (
		[
			['firstName', one.trim()],
			['lastName', others.join(' ').trim()],
		] as const
	).filter(([, name]) => name !== '');
};

/** One row, by its cells. @throws Misread */
const read = (row: readonly string[], { targets, everybody, reading: { slashed }, purposes, at }: RowReader): UploadRow => {
	const cell = (place: number): string => cleaned(row[place] ?? '');
	const person: { -readonly [K in keyof PersonKey]?: string } = {};
	const facts: Record<string, string> = {};
	const attributes: Record<string, string | number | boolean> = {};
	/** The telephone number as it is written here. */
	let number: string | null = null;
	/** Numbers beside the first. */
	const more = new Set<string>();
	const answers: SaidIn[] = [];
	const segments: string[] = [];
	const parts = new Map<string, number>();
	let bouncedAt: Date | null = null;

	const say = (answer: Omit<Answer, 'person'>, how: How, column: number, places: ReadonlyMap<string, number> = new Map()): void => {
		const problem = problemOf({ ...answer, person: {} }, purposes, how);
		if (problem === null) {
			// Two columns may say the same of leaving: it was left once.
			const same = (one: SaidIn): boolean => one.how === how && one.answer.purpose === answer.purpose && one.answer.value === answer.value;
			if (how === 'import' || !answers.some(same)) answers.push({ answer, how });
			return;
		}
		const [code, part] = isKnownProblem(problem) ? ANSWER_PROBLEMS[problem] : (['unfit', ''] as const);
		throw new Misread(code, places.get(part) ?? column);
	};

	/** When something of a column was said; null: nothing says so. */
	const saidOn = (on: Extract<Target, { to: 'status' }>['on'], value: boolean): string | null => {
		if (on === null) return at.toISOString();
		const text = 'date' in on ? on.date : cell(on.column);
		if (text === '') return value ? null : at.toISOString();
		const moment = momentOf(text, value, slashed, at);
		if (moment === null) throw new Misread('no_such_day', 'date' in on ? null : on.column);
		return moment;
	};

	let column = -1;
	for (const target of targets) {
		column++;
		if (target.to === 'nothing' || target.to === 'day') continue;
		const text = cell(column);
		// What is not in the letters of the file arrives as this sign: better no name than a wrong one.
		if (text.includes('\ufffd')) throw new Misread('unreadable', column);
		if (target.to === 'answer') {
			parts.set(target.part, column);
			continue;
		}
		if (text === '') continue;
		switch (target.to) {
			case 'email': {
				const { data } = Email.safeParse(text);
				if (data === undefined) throw new Misread('not_an_email', column);
				person.email = data;
				break;
			}
			case 'phone': {
				const phone = normalPhone(text, target.country);
				if (phone === null) throw new Misread('not_a_phone', column);
				if (person.phone === undefined) {
					person.phone = phone;
					number = text;
				} else if (person.phone !== phone) more.add(phone);
				break;
			}
			case 'externalId': {
				const { data } = ExternalId.safeParse(text);
				if (data === undefined) throw new Misread('unfit', column);
				person.externalId = data;
				break;
			}
			case 'luvallaId':
				if (!Id.safeParse(text).success) throw new Misread('not_an_id', column);
				person.luvallaId = text.toLowerCase();
				break;
			case 'fact': {
				const fact = factOf(target.fact, text);
				if (fact === null) throw new Misread(target.fact === 'country' ? 'not_a_country' : 'unfit', column);
				facts[target.fact] = fact;
				break;
			}
			case 'name':
				for (const [fact, name] of namesIn(text)) {
					const known = factOf(fact, name);
					if (known === null) throw new Misread('unfit', column);
					facts[fact] ??= known;
				}
				break;
			case 'attribute':
				attributes[target.key] = cellAs(text, target.kind, slashed, column);
				break;
			case 'consent': {
				const value = yesNoOf(text);
				if (value === null) throw new Misread('not_yes_or_no', column);
				const moment = saidOn(target.on, value);
				if (moment === null) throw new Misread('date_needed', 'column' in target.on ? target.on.column : column);
				say({ purpose: target.purposeId, value, at: moment, source: target.source }, 'import', column);
				break;
			}
			case 'status': {
				const status = meaningOf(target, text);
				if (status === undefined) throw new Misread('unknown_word', column);
				if (status === 'nothing') break;
				const moment = saidOn(target.on, false) ?? at.toISOString();
				if (status === 'bounce') bouncedAt = earlier(bouncedAt, new Date(moment));
				else for (const purpose of target.purposeIds) say({ purpose, value: false, at: moment }, status, column);
				break;
			}
			case 'segment': {
				const member = yesNoOf(text);
				if (member === null) throw new Misread('not_yes_or_no', column);
				if (member) segments.push(target.segmentId);
				break;
			}
		}
	}
	if (everybody?.to === 'status') {
		const moment = saidOn(everybody.on, false) ?? at.toISOString();
		if (everybody.rest === 'bounce') bouncedAt = earlier(bouncedAt, new Date(moment));
		else if (everybody.rest === 'unsubscribe' || everybody.rest === 'complaint')
			for (const purpose of everybody.purposeIds) say({ purpose, value: false, at: moment }, everybody.rest, 0);
	}
	// Of whoever left by the same row, nobody says yes for all.
	if (everybody?.to === 'consent' && !answers.some(({ answer }) => answer.purpose === everybody.purposeId && !answer.value)) {
		const { on, purposeId, source } = everybody;
		const moment = saidOn(on, true);
		if (moment === null) throw new Misread('date_needed', 'column' in on ? on.column : null);
		say({ purpose: purposeId, value: true, at: moment, source }, 'import', 'column' in on ? on.column : 0);
	}
	if (parts.size > 0) {
		const part = (name: string): string => cell(parts.get(name) ?? -1);
		const placeOf = (name: string): number | null => parts.get(name) ?? null;
		for (const [, column] of parts) if (cell(column).includes('\ufffd')) throw new Misread('unreadable', column);
		const value = yesNoOf(part('value'));
		if (value === null) throw new Misread('not_yes_or_no', placeOf('value'));
		const moment = momentOf(part('at'), value, slashed, at);
		if (moment === null) throw new Misread('no_such_day', placeOf('at'));
		const { data, error } = (value ? AnswerParts : NoParts).safeParse({
			purpose: part('purpose'),
			value,
			at: moment,
			source: part('source') || undefined,
			language: part('language') || undefined,
			version: part('version') === '' ? undefined : Number(part('version')),
		});
		if (!data) throw new Misread('unfit', placeOf(String(error.issues[0]?.path[0])));
		say({ ...data, at: moment }, 'import', placeOf('purpose') ?? 0, parts);
	}
	if (Object.keys(person).length === 0) throw new Misread('nobody', null);
	if (!fitsTogether(attributes)) throw new Misread('too_much', null);
	const first = identifiersOf(person, number);
	const identifiers = first && [...first, ...[...more].map((value) => ({ kind: 'phone' as const, value }))];
	const change: FactChange = { ...facts, ...(Object.keys(attributes).length > 0 && { attributes }) };
	return { person: identifiers === null ? person : { ...person, identifiers }, change, answers, segments, bouncedAt };
};

/** Columns by the key of an attribute, and by what they name people by; no two become the same (calls.ts). */
export const placesOf = (targets: readonly Target[]) => ({
	columns: new Map(targets.flatMap((target, column) => (target.to === 'attribute' ? [[target.key, column] as const] : []))),
	/** Of several columns with telephone numbers the first. */
	naming: new Map<string, number>(
		targets.flatMap(({ to }, column) => (to === 'email' || to === 'phone' || to === 'externalId' ? [[to, column] as const] : [])).reverse(),
	),
});

const AnswerParts = Answer.omit({ person: true });
/** A no is taken without what beside it cannot be read. */
const NoParts = No.omit({ person: true });

export const readRow = (row: readonly string[], reader: RowReader): UploadRow | Rejected => {
	try {
		return read(row, reader);
	} catch (error) {
		if (error instanceof Misread) return error.rejected;
		throw error;
	}
};
