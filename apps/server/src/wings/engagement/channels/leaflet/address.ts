/**
 * Where printed mail goes: to the home of a person, who is named by their id, since several people may live at one. Lines of an address
 * follow the country that it is in (CLDR and libaddressinput, by `localized-address-format`), and the way abroad what the Universal Postal
 * Union asks for: the place in capitals, the country last, in capitals and in the language of the country that it is posted in.
 */
import { formatAddress } from 'localized-address-format';
import { uuids } from '#kernel/storage/arrays.ts';
import { row, type Sql, sql, uuid } from '#kernel/storage/rows.ts';
import type { Facts } from '../../message.ts';
import type { Address } from '../addresses.ts';

const PersonRow = row({ person: uuid });

/** As the set of those who have a postal address says it (profiles/rules/compile.ts). */
const isWhole = sql`f.street <> '' and f.postal_code <> '' and f.city <> ''`;

export const homeAddress: Address = {
	kind: null,
	best: (customerId: number, whose: Sql) => sql`select f.person::text from profile f
		where f.customer_id = ${customerId} and f.person ${whose} and ${isWhole} order by f.changed_at desc, f.person limit 1`,
	owners: async (tx, customerId, addresses) =>
		new Map(
			(
				await tx.rows(
					PersonRow,
					sql`select f.person from profile f where f.customer_id = ${customerId} and f.person = any(${uuids(addresses)}::uuid[]) and ${isWhole}`,
				)
			).map(({ person }) => [person, { person, deadAt: null }]),
		),
	// Nobody says of a letter on paper that it did not arrive.
	giveUp: () => Promise.resolve(),
};

/** Letters of a country's code; null: it says none. */
const codeOf = (country: string | null | undefined): string | null => {
	const said = (country ?? '').trim();
	return CODES.includes(said.toUpperCase()) ? said.toUpperCase() : (NAMED.get(said.toLowerCase()) ?? null);
};

/** ISO 3166-1. */
const CODES =
	'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
		' ',
	);

const namesIn = (language: string): Intl.DisplayNames => new Intl.DisplayNames([language], { type: 'region' });

/** Countries as people write them, in the languages that we speak and their own. */
const NAMED = new Map([
	['uk', 'GB'] as const,
	...CODES.flatMap((code): [string, string][] =>
		['en', 'fi', 'sv', new Intl.Locale(`und-${code}`).maximize().language].map((language) => [
			(namesIn(language).of(code) ?? code).toLowerCase(),
			code,
		]),
	),
]);

/** What most people of a country speak. */
const languageIn = (country: string): string => new Intl.Locale(`und-${country}`).maximize().language;

export interface Postal {
	readonly lines: readonly string[];
	readonly name: string;
	readonly postalCode: string;
	readonly city: string;
	/** Its code. */
	readonly country: string;
}

const lineOf = (text: string | null | undefined): string => (text ?? '').replace(/\s+/gu, ' ').trim();

/**
 * The address as it is printed; null: it says too little for anybody to find it.
 * @param from the country that it is posted in
 */
export const postalOf = ({ person }: Pick<Facts, 'person'>, from: string): Postal | null => {
	const [postalCode, city] = [lineOf(person.postal_code), lineOf(person.city)];
	const street = (person.street ?? '')
		.split(/[\r\n]+/)
		.map(lineOf)
		.filter((line) => line !== '');
	if (street.length === 0 || postalCode === '' || city === '') return null;
	const said = lineOf(person.country);
	const country = said === '' ? from : codeOf(said);
	if (country === null) return null;
	const name = lineOf([person.first_name, person.last_name].filter((part) => part !== null && part !== undefined && part !== '').join(' '));
	const abroad = country !== from;
	const upper = city.toLocaleUpperCase(languageIn(country));
	const formatted = formatAddress(
		{ postalCountry: country, postalCode, locality: upper, name, addressLines: street },
		// The postmen of the country that it leaves read its letters.
		abroad ? 'latin' : 'local',
	);
	// Only from abroad is a postal code said with its country.
	const prefix = `${country}-`;
	const lines = formatted.map((line) => (!abroad && line.startsWith(`${prefix}${postalCode}`) ? line.slice(prefix.length) : line));
	// Where a country's form has no place for one of them, it stands by itself.
	if (!lines.some((line) => line.includes(postalCode))) lines.push(postalCode);
	if (!lines.some((line) => line.includes(upper))) lines.push(upper);
	const last = abroad ? [(namesIn(languageIn(from)).of(country) ?? country).toLocaleUpperCase(languageIn(from))] : [];
	return { lines: [...lines.filter((line) => line !== ''), ...last], name, postalCode, city, country };
};
