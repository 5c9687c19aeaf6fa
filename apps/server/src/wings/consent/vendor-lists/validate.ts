/** Whether a file is a vendor list, told in sentences that name the place. */
import { VendorList, VendorListTexts } from '@luvalla/contract/consent/vendor-lists.ts';
import { type Issue, type Refused, refusals, type Sentences, sentencesOf } from '#kernel/http/errors.ts';
import { namedTwice } from '#kernel/http/named-twice.ts';

const refuseList = refusals({
	not_a_list: [422, 'This is no vendor list that can be used.', 'Tämä ei ole käyttökelpoinen kumppaniluettelo.'],
	other_list: [
		409,
		'A list of this version is stored already, with other content.',
		'Tämä luettelon versio on jo tallessa, mutta sisältö on toinen.',
	],
});

export { refuseList };

const wrong = (file: Sentences): Refused => refuseList('not_a_list', { file });

/** @throws Refused not_a_list */
const json = (bytes: Buffer): unknown => {
	const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
	const read = parsed(text);
	const twice = namedTwice(text)?.join('.');
	if (twice !== undefined)
		throw wrong({ en: `${twice} is named twice: leave it once.`, fi: `${twice} on nimetty kahdesti: jätä se kerran.` });
	return read;
};

const parsed = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		throw wrong({
			en: 'The file is not whole JSON. It may be cut off, or be another kind of file.',
			fi: 'Tiedosto ei ole kokonaista JSONia. Se voi olla katkennut tai muun tyyppinen tiedosto.',
		});
	}
};

const placed = (issue: Issue): Refused => {
	const place = issue.path.map(String).join('.');
	const { en, fi } = sentencesOf(issue);
	return wrong({ en: `At ${place || 'the file'}: ${en}.`, fi: `Kohdassa ${place || 'tiedosto'}: ${fi}.` });
};

/** Numbers a vendor names must be in the list, or nobody can be told what they mean. */
const dangling = (list: VendorList): Refused | null => {
	const kinds = [
		['purposes', list.purposes],
		['legIntPurposes', list.purposes],
		['flexiblePurposes', list.purposes],
		['specialPurposes', list.specialPurposes],
		['features', list.features],
		['specialFeatures', list.specialFeatures],
	] as const;
	for (const vendor of Object.values(list.vendors))
		for (const [kind, known] of kinds)
			for (const id of vendor[kind])
				if (!(id in known))
					return wrong({
						en: `Vendor ${vendor.id} names ${kind} ${id}, which the list does not explain.`,
						fi: `Kumppanilla ${vendor.id} on ${kind} ${id}, jota luettelo ei selitä.`,
					});
	return null;
};

/** @throws Refused not_a_list with what is wrong, and where */
export const readList = (bytes: Buffer): VendorList => {
	const given = json(bytes);
	const format =
		typeof given === 'object' && given !== null && 'gvlSpecificationVersion' in given ? given.gvlSpecificationVersion : undefined;
	if (format !== 3)
		throw wrong(
			format === undefined
				? { en: 'The file does not say which format it has.', fi: 'Tiedosto ei kerro, mitä muotoa se on.' }
				: {
						en: `The file has format ${String(format)}; format 3 is needed.`,
						fi: `Tiedosto on muotoa ${String(format)}; tarvitaan muoto 3.`,
					},
		);
	const parsed = VendorList.safeParse(given);
	if (!parsed.success) throw placed(parsed.error.issues[0] ?? { path: [], message: 'unreadable' });
	const list = parsed.data;
	if (Object.keys(list.vendors).length === 0) throw wrong({ en: 'The list names no vendor.', fi: 'Luettelossa ei ole yhtään kumppania.' });
	if (!list.purposes[1]) throw wrong({ en: 'The list explains no purposes.', fi: 'Luettelo ei selitä käyttötarkoituksia.' });
	const loose = dangling(list);
	if (loose) throw loose;
	return list;
};

/** @throws Refused not_a_list with what is wrong, and where */
export const readTexts = (bytes: Buffer): VendorListTexts => {
	const parsed = VendorListTexts.safeParse(json(bytes));
	if (!parsed.success) throw placed(parsed.error.issues[0] ?? { path: [], message: 'unreadable' });
	if (!parsed.data.purposes[1]) throw wrong({ en: 'The file explains no purposes.', fi: 'Tiedosto ei selitä käyttötarkoituksia.' });
	return parsed.data;
};
