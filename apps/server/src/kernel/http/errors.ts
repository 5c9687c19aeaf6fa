/** Every way a call can say no: a stable code, a status, and one sentence for a person in each language. */
import type { ErrorAnswer } from '@luvalla/contract/call.ts';
import { fieldRulesFi } from '@luvalla/contract/field-rules.ts';

export type Language = 'en' | 'fi';
export type Sentences = Readonly<Record<Language, string>>;

/** Thrown by rules and handlers; the HTTP layer alone turns it into an answer. */
export class Refused extends Error {
	readonly status: number;
	readonly code: string;
	readonly sentences: Sentences;
	readonly fields: Record<string, Sentences> | undefined;
	/** When to come back; goes out as Retry-After. Undefined where nothing is said about it. */
	retryAfterSeconds: number | undefined;

	constructor(status: number, code: string, sentences: Sentences, fields?: Record<string, Sentences>) {
		super(`${status} ${code}`);
		this.status = status;
		this.code = code;
		this.sentences = sentences;
		this.fields = fields;
	}

	/** Says when to come back. */
	after(seconds: number): this {
		this.retryAfterSeconds = seconds;
		return this;
	}

	answer(language: Language): ErrorAnswer {
		const fields = this.fields && Object.fromEntries(Object.entries(this.fields).map(([name, s]) => [name, s[language]]));
		// 5xx carry the code only, so that the catalogue's fixed text shows.
		return this.status >= 500 ? { code: this.code } : { error: this.sentences[language], code: this.code, ...(fields && { fields }) };
	}
}

/** What a code means, wherever it is met. */
export interface Meaning {
	readonly status: number;
	readonly sentences: Sentences;
}

const meanings = new Map<string, Meaning>();

/** Every code of the program, by its name. Whole once the program is put together. */
export const knownCodes = (): ReadonlyMap<string, Meaning> => new Map([...meanings].sort(([a], [b]) => (a < b ? -1 : 1)));

/**
 * A table of refusals of a feature; each entry is called to make the error to throw. One that is of a single field of a form names it.
 * @throws Error at the start when a code is another table's already: who reads a code must not have to know who sent it
 */
export const refusals = <T extends Record<string, readonly [status: number, en: string, fi: string, field?: string]>>(table: T) => {
	for (const [code, [status, en, fi]] of Object.entries(table)) {
		if (meanings.has(code))
			throw new Error(`The refusal '${code}' has a meaning already: give this one a name of its own, or share the table.`);
		meanings.set(code, { status, sentences: { en, fi } });
	}
	return (code: keyof T & string, fields?: Record<string, Sentences>): Refused => {
		const [status, en, fi, field] = table[code] as readonly [number, string, string, string?];
		const own = field && { [field]: { en: en.replace(/\.$/, ''), fi: fi.replace(/\.$/, '') } };
		return new Refused(status, code, { en, fi }, fields ?? (own || undefined));
	};
};

export const refuse = refusals({
	invalid: [
		400,
		'Some of what was sent cannot be read. Check the fields named.',
		'Osaa lähetetyistä tiedoista ei voi lukea. Tarkista nimetyt kentät.',
	],
	not_json: [400, 'The body is not JSON.', 'Sisältö ei ole JSON-muotoa.'],
	not_utf8: [
		400,
		'The body is not written in UTF-8. Send it in UTF-8: nothing of it was taken.',
		'Sisältö ei ole UTF-8-muotoa. Lähetä se UTF-8-muodossa: siitä ei otettu mitään.',
	],
	too_deep: [
		400,
		'The body is nested deeper than 64 levels. Nothing here is.',
		'Sisältö on sisäkkäinen yli 64 tasoa. Mikään täällä ei ole niin syvä.',
	],
	wrong_media: [415, 'Send the body as application/json.', 'Lähetä sisältö muodossa application/json.'],
	packed: [415, 'Send the body as it is, without Content-Encoding.', 'Lähetä sisältö sellaisenaan, ilman Content-Encoding-otsaketta.'],
	not_signed_in: [401, 'Sign in first.', 'Kirjaudu ensin sisään.'],
	token_unknown: [
		401,
		'No token that holds was sent: it is over or taken back, was asked for without the scope API, or does not stand behind the word Bearer in the header Authorization.',
		'Voimassa olevaa avainta ei lähetetty: se on vanhentunut tai peruttu, se pyydettiin ilman oikeutta (scope) API, tai se ei ole Authorization-otsakkeessa sanan Bearer perässä.',
	],
	not_allowed: [403, 'Your role does not allow this.', 'Roolisi ei salli tätä.'],
	wrong_media_multipart: [415, 'Send the file as multipart/form-data.', 'Lähetä tiedosto muodossa multipart/form-data.'],
	origin_not_allowed: [403, 'This request came from a place that is not allowed.', 'Pyyntö tuli paikasta, josta sitä ei sallita.'],
	not_found: [404, 'There is nothing here that you may see.', 'Täällä ei ole mitään, minkä saisit nähdä.'],
	changed_meanwhile: [
		409,
		'Somebody else has changed this since you opened it. See what they wrote first; saved once more, yours takes its place.',
		'Joku muu on muuttanut tätä sen jälkeen, kun avasit sen. Katso ensin, mitä hän kirjoitti; jos tallennat vielä kerran, sinun versiosi tulee sen tilalle.',
	],
	no_file: [422, 'Choose a file.', 'Valitse tiedosto.'],
	form_cut: [
		400,
		'The form that was sent is not whole, or cannot be read. Send it again.',
		'Lähetetty lomake on vajaa tai lukukelvoton. Lähetä se uudelleen.',
	],
	too_slow: [408, 'The request stood still for too long.', 'Pyyntö seisoi paikallaan liian kauan.'],
	too_large: [413, 'This is larger than we take.', 'Lähetys on suurempi kuin voimme ottaa vastaan.'],
	too_many: [
		429,
		'That was many requests in a short time. Wait a minute and try again.',
		'Pyyntöjä tuli paljon lyhyessä ajassa. Odota minuutti ja yritä uudelleen.',
	],
	busy_counting: [
		429,
		'Your company’s other reports are still being counted. Try again in a moment.',
		'Yrityksesi muita raportteja lasketaan yhä. Yritä hetken päästä uudelleen.',
	],
	busy_writing: [
		429,
		'Many of your company’s changes are still being written. Try again in a moment.',
		'Yrityksesi muita muutoksia kirjoitetaan yhä. Yritä hetken päästä uudelleen.',
	],
	nothing_chosen: [422, 'Nothing is chosen any more. Look at the list again.', 'Mitään ei ole enää valittuna. Katso luetteloa uudelleen.'],
	not_usable: [
		422,
		'Some of what was sent cannot be used. Check the fields named.',
		'Osaa lähetetyistä tiedoista ei voi käyttää. Tarkista nimetyt kentät.',
	],
	internal: [500, '', ''],
	unavailable: [503, '', ''],
});

/** What is changed is what was read. @throws Refused 409 changed_meanwhile */
export const demandAsRead = (read: string | undefined, changedAt: Date): void => {
	if (read !== undefined && new Date(read).getTime() !== changedAt.getTime()) throw refuse('changed_meanwhile');
};

/** Whoever this is about cannot be reached at present; told with Retry-After. */
export class Away extends Refused {
	constructor(retryAfterSeconds: number) {
		super(503, 'unavailable', { en: '', fi: '' });
		this.after(retryAfterSeconds);
	}
}

/** 429 with the seconds after which as much may be asked again. */
export const tooMany = (retryAfterSeconds: number): Refused => refuse('too_many').after(retryAfterSeconds);

/** 429 for whoever has too much standing in line already. */
export const busy = (code: 'busy_counting' | 'busy_writing'): Refused => refuse(code).after(BUSY_SECONDS);
const BUSY_SECONDS = 5;

export interface Issue {
	readonly code?: string;
	/** Of the code `invalid_format`: `uuid`, `datetime` and so on. */
	readonly format?: unknown;
	readonly message: string;
	readonly path: readonly PropertyKey[];
	readonly expected?: unknown;
	readonly maximum?: unknown;
	readonly minimum?: unknown;
	readonly origin?: unknown;
	readonly input?: unknown;
	/** Names that an object does not have, of the code `unrecognized_keys`. */
	readonly keys?: readonly string[];
	/** What alone may stand there, of the code `invalid_value`. */
	readonly values?: readonly unknown[];
	/** Of the code `invalid_union`: what each of the alternatives has against it. */
	readonly errors?: readonly (readonly Issue[])[];
}

const TYPES_FI: Readonly<Record<string, string>> = {
	string: 'teksti',
	number: 'luku',
	int: 'kokonaisluku',
	boolean: 'kyllä tai ei',
	array: 'luettelo',
	object: 'rakenne kenttineen',
	record: 'rakenne kenttineen',
};

/** How what has a form of its own is written. */
const FORMS: Readonly<Record<string, Sentences>> = {
	uuid: {
		en: 'Use an id such as 0193b6b1-71a0-7427-8208-2fd411ef2bd5',
		fi: 'Käytä tunnistetta, esimerkiksi 0193b6b1-71a0-7427-8208-2fd411ef2bd5',
	},
	datetime: {
		en: 'Use a moment with its zone, such as 2026-11-19T14:03:00Z',
		fi: 'Käytä ajankohtaa vyöhykkeineen, esimerkiksi 2026-11-19T14:03:00Z',
	},
	date: { en: 'Use a day such as 2026-11-19', fi: 'Käytä päivää, esimerkiksi 2026-11-19' },
};

/** Of alternatives that are each one value, all of them. */
const choicesOf = ({ errors }: Issue): unknown[] => {
	const each = (errors ?? []).flatMap((issues) => (issues.length === 1 && issues[0] ? [issues[0]] : []));
	return each.length === errors?.length && each.every(({ code, path }) => code === 'invalid_value' && path.length === 0)
		? each.flatMap(({ values = [] }) => values)
		: [];
};

/** Values that a sentence names; of more, nobody reads all. */
const MOST_NAMED = 20;

/** A validation issue as a sentence: the shape's own where it has one, else by its kind. */
export const sentencesOf = (issue: Issue): Sentences => {
	const own = fieldRulesFi[issue.message];
	if (own) return { en: issue.message, fi: own };
	if (issue.code === 'too_big') {
		return issue.origin === 'string'
			? { en: `Use at most ${issue.maximum} characters`, fi: `Käytä enintään ${issue.maximum} merkkiä` }
			: { en: `Use at most ${issue.maximum}`, fi: `Enintään ${issue.maximum}` };
	}
	if (issue.code === 'too_small') {
		return issue.origin === 'string'
			? { en: `Use at least ${issue.minimum} characters`, fi: `Käytä vähintään ${issue.minimum} merkkiä` }
			: { en: `Use at least ${issue.minimum}`, fi: `Vähintään ${issue.minimum}` };
	}
	if (issue.code === 'invalid_type') {
		const expected = String(issue.expected);
		return { en: `This must be: ${expected}`, fi: `Tämän pitää olla: ${TYPES_FI[expected] ?? expected}` };
	}
	const form = issue.code === 'invalid_format' && FORMS[String(issue.format)];
	if (form) return form;
	const choices = issue.code === 'invalid_value' ? (issue.values ?? []) : choicesOf(issue);
	if (choices.length > 0 && choices.length <= MOST_NAMED) {
		const values = choices.map(String).join(', ');
		return { en: `Use one of these: ${values}`, fi: `Käytä jotakin näistä: ${values}` };
	}
	return { en: 'This value cannot be used', fi: 'Tätä arvoa ei voi käyttää' };
};

const NO_SUCH_FIELD = 'There is no such field';

/** Of a name that was made up, as much as is told back. */
export const told = (name: string): string => (name === '__proto__' ? 'body' : name.slice(0, 100));

/** An object's unknown names one by one, each a field of its own; where the shape has a sentence for them, it says it. */
const apart = (issue: Issue): readonly Issue[] =>
	issue.code === 'unrecognized_keys' && fieldRulesFi[issue.message] === undefined
		? (issue.keys ?? []).map((name) => ({ message: NO_SUCH_FIELD, path: [...issue.path, told(name)] }))
		: [issue];

/** A sentence for each field: `invalid` (400) is what cannot be read, `not_usable` (422) what can be read and does not fit. */
export const invalidFields = (issues: readonly Issue[], code: 'invalid' | 'not_usable' = 'invalid'): Refused => {
	const fields: Record<string, Sentences> = {};
	for (const issue of issues.flatMap(apart).slice(0, 50)) fields[issue.path.map(String).join('.') || 'body'] ??= sentencesOf(issue);
	return refuse(code, fields);
};
