/** listmonk's Go templates: `{{ .Subscriber.FirstName }}`, `{{ if eq .Subscriber.Attribs.city "Turku" }}`, `{{ TrackLink "https://…" . }}`. */
import { compared, type Dialect, fieldOf, isKnown, LEFT, type Meaning, output, quoted, value } from './tags.ts';

const OWN: Readonly<Record<string, string>> = {
	UnsubscribeURL: '{{ links.unsubscribe }}',
	ManageURL: '{{ links.preferences }}',
	// Opens are seen by the letter's own picture, of those who agreed.
	TrackView: '',
	'.Campaign.Subject': '{{ letter.subject }}',
	'.Campaign.Name': '{{ campaign.title }}',
	'.Campaign.FromEmail': '{{ sender.address }}',
	'L.T "email.unsub"': 'Unsubscribe',
	'.Subscriber.Name': '{{ person.first_name }} {{ person.last_name }}',
};
/** A string of Go. */
const STRING = /^(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)$/;
const textIn = (word: string): string | null => {
	const [whole, one, other] = STRING.exec(word) ?? [];
	return whole === undefined ? null : (other ?? (one ?? '').replace(/\\(.)/g, '$1'));
};

/** A field of the subscriber; null: none. */
const subscriberOf = (path: string): string | null => {
	const [, attribute] = /^\.Subscriber\.Attribs\.(\w+)$/.exec(path) ?? [];
	if (attribute !== undefined) return fieldOf(attribute);
	const [, name = ''] = /^\.Subscriber\.(FirstName|LastName|Email|UUID)$/.exec(path) ?? [];
	return name === '' ? null : fieldOf(name);
};

/** A date as Go writes it, by its example day. */
const GO_DATE: readonly (readonly [string, string])[] = [
	['January', '%B'],
	['Monday', '%A'],
	['2006', '%Y'],
	['Jan', '%b'],
	['Mon', '%a'],
	['01', '%m'],
	['02', '%d'],
	['06', '%y'],
	['1', '%-m'],
	['2', '%-d'],
];
const dateOf = (layout: string): string | null => {
	let rest = layout;
	let made = '';
	while (rest !== '') {
		const part = GO_DATE.find(([word]) => rest.startsWith(word));
		if (!part && /^[A-Za-z0-9"'{}%]/.test(rest)) return null;
		made += part ? part[1] : rest.slice(0, 1);
		rest = rest.slice(part ? part[0].length : 1);
	}
	return output(`"now" | date: "${made}"`);
};

const COMPARES: Readonly<Record<string, string>> = { eq: '==', ne: '!=', gt: '>', lt: '<', ge: '>=', le: '<=' };
const conditionOf = (said: string): string | null => {
	const field = subscriberOf(said);
	if (field !== null) return isKnown(field);
	const [, word = '', path = '', other = ''] = /^(eq|ne|gt|lt|ge|le)\s+(\.\S+)\s+("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?)$/.exec(said) ?? [];
	const of = subscriberOf(path);
	const text = textIn(other);
	return of === null ? null : compared(of, COMPARES[word] ?? '', text ?? other, text === null ? 'bare' : 'text');
};

/** Functions behind a bar, as filters. */
const PIPES: Readonly<Record<string, string>> = {
	upper: 'upcase',
	lower: 'downcase',
	title: 'capitalize',
	trim: 'strip',
	urlquery: 'url_encode',
};
const piped = (said: string): string | null => {
	const [path = '', ...pipes] = said.split('|').map((one) => one.trim());
	const field = subscriberOf(path);
	if (field === null) return null;
	const filters = pipes.map((pipe) => {
		const [, otherwise] = /^default\s+("(?:[^"\\]|\\.)*")$/.exec(pipe) ?? [];
		const said = otherwise === undefined ? null : quoted(textIn(otherwise) ?? '');
		return said === null ? (PIPES[pipe] ?? null) : `default: ${said}`;
	});
	return filters.includes(null) ? null : output([field, ...filters].join(' | '));
};

const meaningOf = (tag: string): Meaning => {
	const shorthand = /^(https?:\/\/\S+)@TrackLink$/.exec(tag)?.[1];
	// Links are counted by themselves, of those who agreed.
	if (shorthand !== undefined) return value(shorthand);
	const said = tag
		.replace(/^\{\{-?\s*|\s*-?\}\}$/g, '')
		.replace(/\s+\.$/, '')
		.replace(/^\(\s*(.*)\s*\)$/, '$1');
	const own = OWN[said];
	if (own !== undefined) return value(own);
	if (/^\/\*[\s\S]*\*\/$/.test(said)) return value('');
	const [, keyword = '', rest = ''] = /^(if|else if|else|end|range|with|define|block)\b\s*([\s\S]*)$/.exec(said) ?? [];
	if (keyword === 'if') return { is: 'if', word: 'if', condition: /^not\s/.test(rest) ? null : conditionOf(rest) };
	if (keyword === 'else if') return { is: 'elsif', condition: conditionOf(rest) };
	if (keyword === 'else') return { is: 'else' };
	if (keyword === 'end') return { is: 'end' };
	// Loops and others end as conditions do, and have no counterpart.
	if (keyword !== '') return { is: 'if', word: 'if', condition: null };
	const [, name = '', argument = ''] = /^(TrackLink|Safe|Date)\s+("(?:[^"\\]|\\.)*"|`[^`]*`)$/.exec(said) ?? [];
	const text = name === '' ? null : textIn(argument);
	if (text !== null && name === 'TrackLink') return /[{}]/.test(text) ? LEFT : value(text);
	if (text !== null && name === 'Safe') return /[{}]/.test(text) ? LEFT : value(text);
	if (text !== null && name === 'Date') {
		const date = dateOf(text);
		return date === null ? LEFT : value(date);
	}
	const liquid = piped(said);
	return liquid === null ? LEFT : value(liquid);
};

export const listmonk: Dialect = { tag: /\{\{(?:(?!\{\{)[\s\S]){1,500}?\}\}|https?:\/\/[^\s"'<>{}]{1,500}@TrackLink/g, meaningOf };
