/**
 * Sections of IAB Tech Lab's Global Privacy Platform for the United States, as data: number, name, version and fields in
 * their order. Every field is two bits wide (0 not applicable, 1 yes, 2 no); `name*9` is nine of them. Layouts of
 * @iabgpp/cmpapi 3.2.0, which has every state's own section, 8 to 27 (looked up on 2026-11-20). The older `uspv1` is
 * not among them.
 */
const NOTICES = 'SharingNotice,SaleOptOutNotice,TargetedAdvertisingOptOutNotice';
const PROCESSING = 'ProcessingNotice,SaleOptOutNotice,TargetedAdvertisingOptOutNotice';
const OUT = 'SaleOptOut,TargetedAdvertisingOptOut';
const CHILD = 'KnownChildSensitiveDataConsents';
const SENSITIVE = 'SensitiveDataProcessing';
const MORE = 'AdditionalDataProcessingConsent';
/** Sections from 24 on begin with these and name their version by them. */
const MSPA_FIRST = 'MspaCoveredTransaction,MspaMode';
const MSPA = 'MspaCoveredTransaction,MspaOptOutOptionMode,MspaServiceProviderMode';

export interface Section {
	id: number;
	name: string;
	version: number;
	/** Carries a segment of its own that says whether the browser sent Global Privacy Control. */
	gpc: boolean;
	fields: [name: string, count: number][];
	/** Fields of a second segment. */
	sensitive: [name: string, count: number][];
}

const fieldsOf = (text: string): [string, number][] =>
	text.split(',').map((field) => {
		const [key = '', count = '1'] = field.split('*');
		return [key, Number(count)];
	});

const section = (id: number, name: string, gpc: boolean, fields: string, version = 1, sensitive?: string): Section => ({
	id,
	name,
	version,
	gpc,
	fields: fieldsOf(fields),
	sensitive: sensitive ? fieldsOf(sensitive) : [],
});
/** Indiana, Kentucky and Rhode Island chose the same. */
const alike = (id: number, name: string): Section =>
	section(id, name, false, `${MSPA_FIRST},${PROCESSING},${OUT},${CHILD},${MORE}`, 1, `${SENSITIVE}*8`);

/** By state (ISO 3166-2 without `US-`); an empty key is the national section, for every other state. */
export const sections: Record<string, Section> = {
	'': section(
		7,
		'usnat',
		true,
		`SharingNotice,SaleOptOutNotice,SharingOptOutNotice,TargetedAdvertisingOptOutNotice,SensitiveDataProcessingOptOutNotice,SensitiveDataLimitUseNotice,SaleOptOut,SharingOptOut,TargetedAdvertisingOptOut,${SENSITIVE}*16,${CHILD}*3,PersonalDataConsents,${MSPA}`,
		2,
	),
	CA: section(
		8,
		'usca',
		true,
		`SaleOptOutNotice,SharingOptOutNotice,SensitiveDataLimitUseNotice,SaleOptOut,SharingOptOut,${SENSITIVE}*9,${CHILD}*2,PersonalDataConsents,${MSPA}`,
	),
	VA: section(9, 'usva', false, `${NOTICES},${OUT},${SENSITIVE}*8,${CHILD},${MSPA}`),
	CO: section(10, 'usco', true, `${NOTICES},${OUT},${SENSITIVE}*7,${CHILD},${MSPA}`),
	UT: section(11, 'usut', false, `${NOTICES},SensitiveDataProcessingOptOutNotice,${OUT},${SENSITIVE}*8,${CHILD},${MSPA}`),
	CT: section(12, 'usct', true, `${NOTICES},${OUT},${SENSITIVE}*8,${CHILD}*3,${MSPA}`),
	FL: section(13, 'usfl', false, `${PROCESSING},${OUT},${SENSITIVE}*8,${CHILD}*3,${MORE},${MSPA}`),
	MT: section(14, 'usmt', true, `${NOTICES},${OUT},${SENSITIVE}*8,${CHILD}*3,${MORE},${MSPA}`),
	OR: section(15, 'usor', true, `${PROCESSING},${OUT},${SENSITIVE}*11,${CHILD}*3,${MORE},${MSPA}`),
	TX: section(16, 'ustx', true, `${PROCESSING},${OUT},${SENSITIVE}*8,${CHILD},${MORE},${MSPA}`),
	DE: section(17, 'usde', true, `${PROCESSING},${OUT},${SENSITIVE}*9,${CHILD}*5,${MORE},${MSPA}`),
	IA: section(18, 'usia', true, `${PROCESSING},SensitiveDataOptOutNotice,${OUT},${SENSITIVE}*8,${CHILD},${MSPA}`),
	NE: section(19, 'usne', true, `${PROCESSING},${OUT},${SENSITIVE}*8,${CHILD},${MORE},${MSPA}`),
	NH: section(20, 'usnh', true, `${PROCESSING},${OUT},${SENSITIVE}*8,${CHILD}*3,${MORE},${MSPA}`),
	NJ: section(21, 'usnj', true, `${PROCESSING},${OUT},${SENSITIVE}*10,${CHILD}*5,${MORE},${MSPA}`),
	TN: section(22, 'ustn', true, `${PROCESSING},${OUT},${SENSITIVE}*8,${CHILD},${MORE},${MSPA}`),
	MN: section(23, 'usmn', true, `${PROCESSING},${OUT},${SENSITIVE}*8,${CHILD},${MORE},${MSPA}`),
	MD: section(24, 'usmd', true, `${MSPA_FIRST},${PROCESSING},${OUT},${MORE}`),
	IN: alike(25, 'usin'),
	KY: alike(26, 'usky'),
	RI: alike(27, 'usri'),
};

const national = sections[''];

/** The section that holds in a state, given as `CA` or `US-CA`. */
export const sectionOf = (region: string | null): Section | undefined =>
	sections[(region ?? '').replace(/^US-/, '').toUpperCase()] ?? national;
