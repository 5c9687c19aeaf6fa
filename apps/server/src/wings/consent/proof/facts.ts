/** A receipt's facts for people, as rows of a label and a text. */
import { readFormSource } from '@luvalla/contract/consent/form-source';
import { offeredOf } from './offered.ts';
import type { Proven } from './receipts.ts';
import { wordingOf } from './summary.ts';
import { dateOf, instantOf, type ReceiptLanguage, receiptWords } from './words.ts';

type Row = readonly [label: string, text: string];

export interface Facts {
	readonly title: string;
	readonly rows: readonly Row[];
	readonly proof: readonly Row[];
}

/** Where it came from, in the reader's language where the sentence is ours. */
const sourceOf = (source: string, how: string, language: ReceiptLanguage): string => {
	const found = readFormSource(source, how);
	if (found === null) return source;
	const on = (at: string): string => instantOf(new Date(at), language);
	return receiptWords[language].formSource(found, on(found.asked), found.confirmed === null ? null : on(found.confirmed));
};

export const factsOf = ({ row, receipt, head }: Proven, language: ReceiptLanguage): Facts => {
	const w = receiptWords[language];
	const wording = wordingOf(row);
	const purpose = wording?.name ?? row.purpose_name;
	const { months, until, cookies, vendors } = offeredOf(row);
	const spoken = wording?.language ?? row.language.slice(0, 2);
	const rows: (Row | false)[] = [
		[w.controller, [row.customer, row.business_id, row.address, countryIn(row.country_code, language)].filter(Boolean).join(', ')],
		[w.domain, row.host],
		[w.purpose, `${purpose}, ${w.version(row.purpose_version)}`],
		wording !== null && [w.wording, wording.about],
		cookies.length > 0 && [w.cookies, cookies.map(({ name, keeps }) => (keeps === '' ? name : `${name} (${keeps})`)).join(', ')],
		vendors !== null && [w.partners, vendors === 'all' ? w.everyPartner : w.partnersOf(vendors)],
		[w.basis, row.legal_basis === 'consent' ? w.consent : w.necessary],
		[w.when, row.clock_skewed ? `${instantOf(row.at, language)}, ${w.skewed}` : instantOf(row.at, language)],
		[w.received, instantOf(row.received_at, language)],
		[w.how, w.ways[row.how] ?? row.how],
		row.subject !== null && [w.person, row.subject.slice(row.subject.indexOf(':') + 1)],
		row.source !== null && [w.source, sourceOf(row.source, row.how, language)],
		row.how === 'banner' && [w.gpc, row.gpc ? w.sent : w.notSent],
		row.title !== null && row.version !== null && [w.shown, `${row.title}, ${w.version(row.version)}, ${languageIn(spoken, language)}`],
		months !== null && until !== null && [w.again, w.monthsLater(months, dateOf(until, language))],
		[w.kept, row.retention_months === null ? w.keptAlways : w.keptMonths(row.retention_months)],
		[w.change, row.person === null ? w.changeText(row.host) : w.changeSignedIn],
		row.tc_string !== null && [w.tcString, row.tc_string],
	];
	return {
		title: row.value ? w.yes(purpose) : w.no(purpose),
		rows: rows.filter((one) => one !== false),
		proof: [
			[w.recordId, row.id],
			[w.position, w.of(receipt.position + 1, head.size)],
			[w.key, `ed25519 ${receipt.keyId}`],
			[w.leaf, receipt.leaf],
			[w.salt, receipt.salt],
		],
	};
};

const countryIn = (code: string, language: ReceiptLanguage): string =>
	/^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code) : code;

const languageIn = (code: string, language: ReceiptLanguage): string =>
	/^[a-z]{2}$/.test(code)
		? receiptWords[language].inLanguage(new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code)
		: code;

/** What a picture of a publication shows: `pictures/fi-phone-1.png` is the first layer in Finnish on a phone. */
export const captionOf = (path: string, language: ReceiptLanguage): string => {
	const w = receiptWords[language];
	const [, spoken, screen, layer] = /^pictures\/([a-z]{2})-(phone|desktop)-([12])\.png$/.exec(path) ?? [];
	if (spoken === undefined) return path;
	return [layer === '1' ? w.firstLayer : w.secondLayer, screen === 'phone' ? w.phone : w.desktop, languageIn(spoken, language)].join(', ');
};
