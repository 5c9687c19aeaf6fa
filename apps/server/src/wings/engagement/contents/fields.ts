/** What a letter may say of a person and of who writes: the list that is offered, and that names are checked against. */
import type { Said } from '@luvalla/contract/words.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { knownAttributes } from '../../profiles/wing.ts';

export interface Field {
	/** As Liquid writes it: `person.first_name`, `attributes["shoe size"]`. */
	readonly path: string;
	/** As it is looked up. */
	readonly parts: readonly string[];
	readonly label: Said;
	readonly kind: 'text' | 'number' | 'date' | 'yesno' | 'link';
}

const of = (path: string, en: string, fi: string, kind: Field['kind'] = 'text'): Field => ({
	path,
	parts: path.split('.'),
	label: { en, fi },
	kind,
});

const PERSON: readonly Field[] = [
	of('person.first_name', 'First name', 'Etunimi'),
	of('person.last_name', 'Last name', 'Sukunimi'),
	of('person.email', 'Email', 'Sähköposti'),
	of('person.phone', 'Phone', 'Puhelin'),
	of('person.external_id', 'External id', 'Ulkoinen tunniste'),
	of('person.street', 'Street address', 'Katuosoite'),
	of('person.postal_code', 'Postal code', 'Postinumero'),
	of('person.city', 'City', 'Paikkakunta'),
	of('person.country', 'Country', 'Maa'),
	of('person.locale', 'Language and country', 'Kieli ja maa'),
	of('person.language', 'Language', 'Kieli'),
];
const OTHERS: readonly Field[] = [
	of('domain.name', 'Domain', 'Verkkotunnus'),
	of('customer.name', 'Company', 'Yritys'),
	of('sender.name', 'Sender', 'Lähettäjä'),
	of('sender.address', 'Sender’s address', 'Lähettäjän osoite'),
	of('sender.postal', 'Sender’s postal address', 'Lähettäjän postiosoite'),
	of('campaign.title', 'Campaign', 'Kampanja'),
	of('links.unsubscribe', 'Unsubscribe link', 'Tilauksen perumislinkki'),
	of('links.why', 'Link to “Why did I get this?”', 'Linkki ”Miksi sain tämän?”'),
	of('links.preferences', 'Link to one’s choices', 'Linkki omiin valintoihin'),
];

const attributePath = (key: string): string => (/^[a-z_][\w-]*$/i.test(key) ? `attributes.${key}` : `attributes[${JSON.stringify(key)}]`);

/** All fields of a customer. */
export const fieldsFor = async (tx: Tx, customerId: number): Promise<Field[]> => [
	...PERSON,
	...(await knownAttributes(tx, customerId)).map(({ key, kind }) => ({
		path: attributePath(key),
		parts: ['attributes', key],
		label: { en: key, fi: key },
		kind,
	})),
	...OTHERS,
];

/** How many signs must be put in, left out or changed to make one of the other; `most` and more are the same. */
const distance = (a: string, b: string, most: number): number => {
	if (Math.abs(a.length - b.length) >= most) return most;
	let before = Array.from({ length: b.length + 1 }, (_, n) => n);
	let last: number[] = [];
	for (let i = 1; i <= a.length; i++) {
		const now = [i];
		for (let j = 1; j <= b.length; j++) {
			const same = a[i - 1] === b[j - 1];
			const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (last[j - 2] ?? most) + 1 : most;
			now.push(Math.min((before[j] ?? most) + 1, (now[j - 1] ?? most) + 1, (before[j - 1] ?? most) + (same ? 0 : 1), swapped));
		}
		last = before;
		before = now;
	}
	return Math.min(most, before[b.length] ?? most);
};

/** The field that was probably meant; null: none is near. */
export const nearestTo = (path: string, fields: readonly Field[]): string | null => {
	const wanted = path.slice(0, 200).toLowerCase();
	const word = wanted.split('.').at(-1) ?? '';
	// A third of the word may be wrong: more makes another word of it.
	const most = Math.max(1, Math.floor(word.length / 3)) + 1;
	let nearest: { path: string; by: number } | null = null;
	for (const field of fields) {
		const by = distance(wanted, field.path.toLowerCase(), most);
		if (by < (nearest?.by ?? most)) nearest = { path: field.path, by };
	}
	// Under another roof: `first_name` for `person.first_name`.
	return nearest?.path ?? fields.find((field) => field.parts.at(-1)?.toLowerCase() === wanted.split('.').at(-1))?.path ?? null;
};
