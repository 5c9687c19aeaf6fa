/** What translators of other tools' templates have in common: tags that are found, paired, and written as Liquid or left to be seen. */
import { attributeNameOf } from '@luvalla/contract/profiles/uploads.ts';

/** What a tag is. */
export type Meaning =
	/** Liquid, or text, in its place; '': letters do it by themselves. */
	| { readonly is: 'value'; readonly liquid: string }
	/** Begins a condition; without one it has no counterpart, and neither have its ends. */
	| { readonly is: 'if'; readonly word: 'if' | 'unless'; readonly condition: string | null }
	| { readonly is: 'elsif'; readonly condition: string | null }
	| { readonly is: 'else' }
	| { readonly is: 'end' }
	/** Has no counterpart. */
	| { readonly is: 'left' };

export const LEFT: Meaning = { is: 'left' };
export const value = (liquid: string): Meaning => ({ is: 'value', liquid });

/** The tags of one tool. */
export interface Dialect {
	/** Finds each of its tags; global. */
	readonly tag: RegExp;
	readonly meaningOf: (tag: string) => Meaning;
}

/** A tag as it was translated. */
export interface Translated {
	readonly tag: string;
	readonly at: number;
	readonly became: string | null;
}

const FIELDS: Readonly<Record<string, string>> = {
	...{ firstname: 'first_name', fname: 'first_name', prenom: 'first_name', vorname: 'first_name', etunimi: 'first_name' },
	...{ lastname: 'last_name', lname: 'last_name', surname: 'last_name', nachname: 'last_name', sukunimi: 'last_name' },
	...{ email: 'email', emailaddress: 'email', phone: 'phone', sms: 'phone', mobile: 'phone', uuid: 'external_id', extid: 'external_id' },
	...{ address: 'street', address1: 'street', street: 'street', zip: 'postal_code', zipcode: 'postal_code', postalcode: 'postal_code' },
	...{ city: 'city', country: 'country', language: 'language', preferredlocale: 'locale', locale: 'locale' },
};

/** A field of people as uploads name it: what is no fact is an attribute of the same name as the upload of the tool's people gives it. */
export const fieldOf = (name: string): string => {
	const known = FIELDS[name.toLowerCase().replace(/[^a-z0-9]/g, '')];
	if (known !== undefined) return `person.${known}`;
	const key = attributeNameOf(name);
	return /^[a-z_]\w*$/i.test(key) ? `attributes.${key}` : `attributes[${JSON.stringify(key)}]`;
};

export const output = (expression: string): string => `{{ ${expression} }}`;
/** A text within Liquid; null: it cannot stand in one. */
export const quoted = (text: string): string | null =>
	/[{}%\n]/.test(text) ? null : text.includes('"') ? (text.includes("'") ? null : `'${text}'`) : `"${text}"`;

/** A field with what is said where it is empty. */
export const withDefault = (field: string, otherwise: string): string | null => {
	const said = quoted(otherwise);
	return said === null ? null : output(`${field} | default: ${said}`);
};

/** Whether something is known. An empty text is none. */
export const isKnown = (field: string): string => `${field} != blank`;

const OPERATORS: Readonly<Record<string, string>> = { '=': '==', '==': '==', '!=': '!=', '>': '>', '<': '<', '>=': '>=', '<=': '<=' };
/** A comparison with a text, or with a number where it is written as one: what is known of a person as a fact is text whatever stands in it. */
export const compared = (field: string, operator: string, other: string, written: 'text' | 'bare'): string | null => {
	const sign = OPERATORS[operator];
	const number = written === 'bare' && !field.startsWith('person.') && /^-?\d+(\.\d+)?$/.test(other);
	const wanted = number ? other : quoted(other);
	return sign === undefined || wanted === null ? null : `${field} ${sign} ${wanted}`;
};

const apart = (sheet: string): string => sheet.replace(/\{(?=[{%])/g, '{ ');
const entity = (text: string): string => text.replace(/\{(?=[{%])/g, '&#123;');

/** Braces that begin no Liquid: in HTML written as their entity, in style sheets apart. One pass, whatever is not closed. */
export const inert = (html: string): string => {
	const opens = /<style[\s>]/gi;
	const closes = /<\/style/gi;
	let out = '';
	let from = 0;
	for (let begin = opens.exec(html); begin !== null; begin = opens.exec(html)) {
		closes.lastIndex = begin.index;
		const end = closes.exec(html)?.index ?? html.length;
		out += entity(html.slice(from, begin.index)) + apart(html.slice(begin.index, end));
		from = end;
		opens.lastIndex = end;
	}
	return out + entity(html.slice(from));
};

/** Each tag as Liquid where it has a counterpart, and pairs of which one has none as they were. */
const becameOf = (meanings: readonly Meaning[]): (string | null)[] => {
	const became: (string | null)[] = meanings.map((one) => (one.is === 'value' ? one.liquid : null));
	const open: { word: 'if' | 'unless'; whole: boolean; places: number[]; made: string[] }[] = [];
	for (const [place, one] of meanings.entries()) {
		if (one.is === 'value' || one.is === 'left') continue;
		if (one.is === 'if') {
			open.push({ word: one.word, whole: one.condition !== null, places: [place], made: [`{% ${one.word} ${one.condition ?? ''} %}`] });
			continue;
		}
		const at = open.at(-1);
		if (!at) continue;
		at.places.push(place);
		if (one.is === 'elsif') {
			if (one.condition === null) at.whole = false;
			at.made.push(`{% elsif ${one.condition ?? ''} %}`);
		} else at.made.push(one.is === 'else' ? '{% else %}' : `{% end${at.word} %}`);
		if (one.is !== 'end') continue;
		open.pop();
		if (at.whole) for (const [n, of] of at.places.entries()) became[of] = at.made[n] ?? null;
	}
	return became;
};

/** A comment that holds a tag alone is how some tools hide a condition from editors: it would go with the comment. */
const unwrapped = (html: string, { tag }: Dialect): string =>
	html.replace(/<!--([^\n]{1,300}?)-->/g, (whole, inner: string) => {
		const rest = inner.replace(new RegExp(tag.source, tag.flags), '');
		return inner.trim() !== '' && rest.trim() === '' ? inner.trim() : whole;
	});

/** Translates the tags of one tool. What has no counterpart stays where it is, to be seen. */
export const translateBy = (dialect: Dialect, given: string): { html: string; tags: Translated[] } => {
	const html = unwrapped(given, dialect);
	const found = [...html.matchAll(new RegExp(dialect.tag.source, dialect.tag.flags))];
	const became = becameOf(found.map(([tag]) => dialect.meaningOf(tag)));
	const tags: Translated[] = [];
	// A mark that no template holds, so that what stands between tags is looked at as a whole: a style sheet may have one in it.
	const between: string[] = [];
	let from = 0;
	for (const [n, one] of found.entries()) {
		between.push(html.slice(from, one.index));
		from = one.index + one[0].length;
		tags.push({ tag: one[0], at: one.index, became: became[n] ?? null });
	}
	between.push(html.slice(from));
	const MARK = '\uE0F2';
	const parts = inert(between.map((part) => part.replaceAll(MARK, '')).join(MARK)).split(MARK);
	return { html: parts.map((part, n) => part + (n < tags.length ? (tags[n]?.became ?? inert(tags[n]?.tag ?? '')) : '')).join(''), tags };
};
