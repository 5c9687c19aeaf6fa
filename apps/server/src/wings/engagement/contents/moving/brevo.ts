/** Brevo's template language: `{{ contact.FIRSTNAME | default : "there" }}`, `{% if contact.CITY == "Turku" %}`, `{{ unsubscribe }}`. */
import { compared, type Dialect, fieldOf, isKnown, LEFT, type Meaning, output, quoted, value } from './tags.ts';

const OWN: Readonly<Record<string, string>> = {
	unsubscribe: '{{ links.unsubscribe }}',
	update_profile: '{{ links.preferences }}',
	subject: '{{ letter.subject }}',
	now: '{{ "now" | date: "%Y-%m-%d" }}',
	// As older templates have it, in brackets.
	UNSUBSCRIBE: '{{ links.unsubscribe }}',
	EMAIL: '{{ person.email }}',
};
const FILTERS: Readonly<Record<string, string>> = {
	upper: 'upcase',
	lower: 'downcase',
	capfirst: 'capitalize',
	capitalize: 'capitalize',
	title: 'capitalize',
	urlencode: 'url_encode',
	trim: 'strip',
};

const contactOf = (path: string): string | null => {
	const [, name = ''] = /^contact\.(\w+)$/.exec(path.trim()) ?? [];
	return name === '' ? null : fieldOf(name);
};

const filterOf = (said: string): string | null => {
	const [, otherwise] = /^default\s*:\s*(?:"([^"]*)"|'([^']*)')$/.exec(said.replace(/'([^']*)'$/, (_, text: string) => `"${text}"`)) ?? [];
	if (otherwise !== undefined) {
		const text = quoted(otherwise);
		return text === null ? null : `default: ${text}`;
	}
	return FILTERS[said] ?? null;
};

const outputOf = (said: string): Meaning => {
	const [path = '', ...filters] = said.split('|').map((one) => one.trim());
	const field = contactOf(path);
	const made = filters.map(filterOf);
	return field === null || made.includes(null) ? LEFT : value(output([field, ...made].join(' | ')));
};

const onePart = (said: string): string | null => {
	const field = contactOf(said);
	if (field !== null) return isKnown(field);
	const [, path = '', operator = '', text, single, number] =
		/^(contact\.\w+)\s*(==|!=|>=|<=|>|<)\s*(?:"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?))$/.exec(said.trim()) ?? [];
	const of = contactOf(path);
	return of === null ? null : compared(of, operator, text ?? single ?? number ?? '', number === undefined ? 'text' : 'bare');
};
/** Parts between `and` and `or`, which both read from the left only where they are alike. */
const conditionOf = (said: string): string | null => {
	const words = [...new Set([...said.matchAll(/\s(and|or)\s/g)].map(([, word]) => word))];
	if (words.length > 1) return null;
	const [word = 'and'] = words;
	const parts = said.split(new RegExp(`\\s${word}\\s`)).map(onePart);
	return parts.includes(null) ? null : parts.join(` ${word} `);
};

const meaningOf = (tag: string): Meaning => {
	if (/^[[{](?:UNSUBSCRIBE|EMAIL|MIRROR|UPDATE_PROFILE)[\]}]$/.test(tag)) {
		const own = OWN[tag.slice(1, -1)] ?? OWN[tag.slice(1, -1).toLowerCase()];
		return own === undefined ? LEFT : value(own);
	}
	const said = tag.slice(2, -2).replace(/^-|-$/g, '').trim();
	if (tag.startsWith('{{')) {
		const own = OWN[said];
		return own === undefined ? outputOf(said) : value(own);
	}
	const [word = '', ...rest] = said.split(/\s+/);
	const condition = rest.join(' ');
	if (word === 'if') return { is: 'if', word: 'if', condition: conditionOf(condition) };
	if (word === 'elif' || word === 'elseif') return { is: 'elsif', condition: conditionOf(condition) };
	if (word === 'else') return { is: 'else' };
	if (word === 'endif') return { is: 'end' };
	// Loops and others end by words of their own.
	return LEFT;
};

export const brevo: Dialect = {
	tag: /\{\{(?:(?!\{\{)[\s\S]){1,500}?\}\}|\{%(?:(?!\{%)[\s\S]){1,500}?%\}|[[{](?:UNSUBSCRIBE|EMAIL|MIRROR|UPDATE_PROFILE)[\]}]/g,
	meaningOf,
};
