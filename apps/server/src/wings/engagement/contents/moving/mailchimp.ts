/** Mailchimp's merge tags: `*|FNAME|*`, `*|IF:CITY=Turku|*`, `*|UNSUB|*`. */
import { compared, type Dialect, fieldOf, isKnown, LEFT, type Meaning, output, value } from './tags.ts';

const OWN: Readonly<Record<string, string>> = {
	UNSUB: '{{ links.unsubscribe }}',
	UPDATE_PROFILE: '{{ links.preferences }}',
	'MC:SUBJECT': '{{ letter.subject }}',
	MERGE0: '{{ person.email }}',
	CURRENT_YEAR: '{{ "now" | date: "%Y" }}',
	'LIST:COMPANY': '{{ customer.name }}',
	'LIST:ADDRESS': '{{ sender.postal }}',
	'LIST:ADDRESSLINE': '{{ sender.postal }}',
	'HTML:LIST_ADDRESS_HTML': '{{ sender.postal }}',
	'LIST:EMAIL': '{{ sender.address }}',
	'LIST:DESCRIPTION': '{{ customer.name }}',
	// Letters say by themselves why they came.
	'LIST:PERMISSION_REMINDER': '',
};
/** Of Mailchimp's own service: no field of a person, whatever it looks like. */
const SERVICE =
	/^(ARCHIVE|ARCHIVE_|FORWARD|FACEBOOK:|TWITTER:|SHARE|LINKEDIN|MC:|MC_|LIST:|HTML:|REWARDS|ABOUT_LIST|POLL|SURVEY|RATE|RSS|FEED|PRODUCT|CART|COUPON|PROMO|ORDER|DATE|CURRENT_|TRANSLATE|TOC|RECIPIENT|CAMPAIGN|USER:|UNIQID|MERGE\d|GROUP|INTERESTED|VCARD|INVITE|EEPURL|END|EMAIL_|IFNOT$|HIDE|DEALS|GOOGLE|BRAND:|DEFAULT:|ADDRESS_)/;
/** What PHP writes of a date, as Liquid does. */
const PHP: Readonly<Record<string, string>> = {
	d: '%d',
	j: '%-d',
	m: '%m',
	n: '%-m',
	Y: '%Y',
	y: '%y',
	F: '%B',
	M: '%b',
	l: '%A',
	D: '%a',
};

const conditionOf = (said: string): string | null => {
	const [, name = '', operator = '', other = ''] = /^([A-Z0-9_]+)(?:\s*(!=|>=|<=|=|>|<)\s*(.*))?$/.exec(said.trim()) ?? [];
	if (name === '' || SERVICE.test(name)) return null;
	return operator === '' ? isKnown(fieldOf(name)) : compared(fieldOf(name), operator, other.trim(), 'bare');
};

const dateOf = (format: string): Meaning => {
	const letters = [...format];
	if (letters.some((one) => /[A-Za-z]/.test(one) && PHP[one] === undefined) || /["'{}%]/.test(format)) return LEFT;
	return value(output(`"now" | date: "${letters.map((one) => PHP[one] ?? one).join('')}"`));
};

export const mailchimp: Dialect = {
	tag: /\*\|[^|*\n]{1,200}?\|\*/g,
	meaningOf: (tag) => {
		const said = tag.slice(2, -2).trim();
		const name = said.toUpperCase();
		const own = OWN[name];
		if (own !== undefined) return value(own);
		if (/^IF:/i.test(said)) return { is: 'if', word: 'if', condition: conditionOf(said.slice(3)) };
		if (/^IFNOT:/i.test(said)) return { is: 'if', word: 'unless', condition: conditionOf(said.slice(6)) };
		if (/^ELSEIF:/i.test(said)) return { is: 'elsif', condition: conditionOf(said.slice(7)) };
		if (/^ELSE:?$/i.test(said)) return { is: 'else' };
		if (/^END:IF$/i.test(said)) return { is: 'end' };
		if (/^DATE:/i.test(said)) return dateOf(said.slice(5));
		const [, how = '', field = said] = /^(TITLE|UPPER|LOWER|URL):(.+)$/i.exec(said) ?? [];
		if (!/^[A-Z][A-Z0-9_]*$/i.test(field) || SERVICE.test(field.toUpperCase())) return LEFT;
		const filter = { TITLE: ' | capitalize', UPPER: ' | upcase', LOWER: ' | downcase', URL: ' | url_encode' }[how.toUpperCase()] ?? '';
		return value(output(`${fieldOf(field)}${filter}`));
	},
};
