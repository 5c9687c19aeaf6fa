/** What changed of a vendor, in few words and field by field. */
import { type GvlEntry, isLegal, type LegalField, type Vendor, type VendorField } from '@luvalla/contract/consent/vendor-lists';
import { listDateText } from '#portal/lib/dates.ts';
import type { Language } from '#portal/lib/say.ts';
import type { UpdatesTexts } from './texts.ts';

/** Pieces of a row; what is beyond them stands in the vendor's own drawer. */
const MOST_PIECES = 2;

/** In the first and not in the second. */
export const beyond = (these: readonly number[], those: readonly number[]): number[] => these.filter((id) => !those.includes(id));

/** Purposes that rest on another basis than before. */
export const movesOf = (current: Vendor, previous: Vendor): { toConsent: number[]; toInterest: number[] } => ({
	toConsent: beyond(current.purposes, previous.purposes).filter((id) =>
		beyond(previous.legIntPurposes, current.legIntPurposes).includes(id),
	),
	toInterest: beyond(current.legIntPurposes, previous.legIntPurposes).filter((id) =>
		beyond(previous.purposes, current.purposes).includes(id),
	),
});

const listed = (ids: readonly number[]): string => ids.toSorted((a, b) => a - b).join(', ');

const asks = (t: UpdatesTexts, { purposes, legIntPurposes }: Vendor): string =>
	[
		...(purposes.length > 0 ? [t('asksConsent', { ids: listed(purposes) })] : []),
		...(legIntPurposes.length > 0 ? [t('asksInterest', { ids: listed(legIntPurposes) })] : []),
	].join('; ') || t('asksNothing');

const changes = (t: UpdatesTexts, current: Vendor, previous: Vendor, fields: readonly VendorField[]): string[] => {
	const { toConsent, toInterest } = movesOf(current, previous);
	const moved = [...toConsent, ...toInterest];
	const told = (field: VendorField): string[] => {
		const name = t(`field_${field}`);
		if (!isLegal(field)) return [name];
		// That it moved says what flexible purposes lose by it, too.
		const others = (ids: number[]) => beyond(ids, moved);
		const gained = others(beyond(current[field], previous[field]));
		const lost = others(beyond(previous[field], current[field]));
		return [
			...(gained.length > 0 ? [t('gained', { field: name, ids: listed(gained) })] : []),
			...(lost.length > 0 ? [t('lost', { field: name, ids: listed(lost) })] : []),
		];
	};
	return [
		...(toConsent.length > 0 ? [t(toConsent.length === 1 ? 'toConsent1' : 'toConsentN', { ids: listed(toConsent) })] : []),
		...(toInterest.length > 0 ? [t(toInterest.length === 1 ? 'toInterest1' : 'toInterestN', { ids: listed(toInterest) })] : []),
		...fields.flatMap(told),
	];
};

/** A row's words. */
export const whatChanged = (t: UpdatesTexts, language: Language, entry: GvlEntry): string => {
	const { status, currentVendor: current, previousVendor: previous, gone, undeleted, fields } = entry;
	if (status === 'added') return undeleted ? t('back') : asks(t, current);
	if (status === 'deleted')
		return gone || current.deletedDate === undefined ? t('gone') : t('dated', { date: listDateText(current.deletedDate, language) });
	const pieces = previous ? changes(t, current, previous, fields) : [];
	const rest = pieces.length - MOST_PIECES;
	return [...pieces.slice(0, MOST_PIECES), ...(rest > 0 ? [t('andMore', { count: rest })] : [])].join('; ');
};

/** A field of a vendor that is no list of numbers, as a person reads it. */
export const valueText = (t: UpdatesTexts, vendor: Vendor, field: Exclude<VendorField, LegalField>): string => {
	switch (field) {
		case 'usesCookies':
		case 'cookieRefresh':
		case 'usesNonCookieAccess':
			return vendor[field] ? t('yes') : t('no');
		case 'cookieMaxAgeSeconds': {
			const seconds = vendor.cookieMaxAgeSeconds;
			if (seconds === null || seconds === undefined) return t('notStated');
			return seconds >= 86_400 ? t('days', { count: Math.round(seconds / 86_400) }) : t('seconds', { count: seconds });
		}
		case 'dataRetention':
			return kept(t, vendor.dataRetention) || t('notStated');
		case 'urls':
			return vendor.urls.map(({ langId, privacy = '' }) => `${langId}: ${privacy}`).join(' ') || t('none');
		case 'dataDeclaration':
			return listed(vendor.dataDeclaration) || t('none');
		case 'name':
			return vendor.name;
		case 'deviceStorageDisclosureUrl':
			return vendor.deviceStorageDisclosureUrl || t('notStated');
	}
};

const kept = (t: UpdatesTexts, retention: Vendor['dataRetention']): string => {
	if (!retention) return '';
	const by = (days: Readonly<Record<string, number>>): [string, string][] =>
		[...Map.groupBy(Object.entries(days), ([, count]) => count)].map(([count, own]) => [
			t('days', { count }),
			listed(own.map(([id]) => Number(id))),
		]);
	return [
		...(retention.stdRetention === undefined ? [] : [t('keptUsually', { time: t('days', { count: retention.stdRetention }) })]),
		...by(retention.purposes).map(([time, ids]) => t('keptFor', { time, ids })),
		...by(retention.specialPurposes).map(([time, ids]) => t('keptSpecial', { time, ids })),
	].join('; ');
};
