/**
 * The framework's policies (IAB Europe TCF Policies 5.0, Appendix B: user interface requirements) as a checklist: first
 * what a configuration shows by itself, then what stands on the screen. Every point is reported, held or not. The sentences
 * that the policies demand are the runtime's own (languages/), so that no configuration can take them away; that they are
 * really seen is measured on the rendered banner (screen.ts).
 */
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import type { TcfConfig, TcfMapper } from '@luvalla/contract/consent/tcf';
import type { VendorList } from '@luvalla/contract/consent/vendor-lists';
import { uncheckedIn } from '../gate.ts';
import { equalLabels, lengthOf as length, visible } from '../labels.ts';
import { namesMessaging } from '../messaging.ts';
import { contrastPoint, LEAST_NO_MONTHS, missingText, type Point, point, SHAPE_CONTRAST, TEXT_CONTRAST } from '../points.ts';
import type { OfficialTexts } from './assemble.ts';
import { CONSENT_ONLY, declaredOf, goneFrom, keysOf, type Use, usageOf } from './list.ts';

/** Codes of the points of a configuration, in the order they are given. The portal has a sentence for each. */
export const tcfPolicyCodes = [
	'tcf_answers',
	'tcf_answers_contrast',
	'tcf_text_contrast',
	'tcf_button_contrast',
	'tcf_texts',
	'tcf_withdraw',
	'tcf_vendors',
	'tcf_purposes',
	'tcf_official_texts',
	'tcf_stacks',
	'tcf_special_features',
	'tcf_restrictions',
	'tcf_restricted_vendors',
	'tcf_legitimate_interest',
	'tcf_reask',
	'tcf_mapping',
	'tcf_messaging',
	'tcf_translations',
] as const;
export type TcfPolicyCode = (typeof tcfPolicyCodes)[number];

/** Appendix B, C(a): calls to action must be readable, 5:1 at least. */
const ANSWER_CONTRAST = 5;
/** A string is not relied on for longer. */
const MOST_MONTHS = 13;

type Finding = Point<TcfPolicyCode>;

/** A mapper as far as it says anything. */
type Mapped = Pick<TcfMapper, 'purposes'> & Partial<TcfMapper>;

/** The purpose that a key's yes grants: what the mapper says, else one of its official name. */
export const tcfPurposeOf = (mapper: Mapped, list: VendorList, key: string): string =>
	mapper.purposes[key]?.trim() || (declaredOf(list, key)?.name ?? '').replace(/\s+/g, ' ').trim();

/** Every point of a configuration on a list; it may be published when all are `ok`. `where` is the path of the field to change. */
export const tcfPolicy = (config: TcfConfig, mapper: Mapped, list: VendorList, texts: OfficialTexts): Finding[] => {
	const use = usageOf(config, list);
	const { colours, languages } = config;
	return [
		...languages.map((language) => {
			const { refuse, accept } = config.texts[language] ?? { refuse: '', accept: '' };
			return point('tcf_answers', equalLabels(refuse, accept), `${refuse} / ${accept}`, `texts.${language}.accept`);
		}),
		contrastPoint('tcf_answers_contrast', colours.buttonText, colours.button, ANSWER_CONTRAST, 'colours.buttonText'),
		contrastPoint('tcf_text_contrast', colours.text, colours.background, TEXT_CONTRAST, 'colours.text'),
		contrastPoint('tcf_button_contrast', colours.button, colours.background, SHAPE_CONTRAST, 'colours.button'),
		...languages.map((language) => {
			const missing = missingText(config.texts[language] ?? {}, ['title', 'choose', 'save', 'choicesTitle']);
			return point('tcf_texts', !missing, language, missing ? `texts.${language}.${missing}` : null);
		}),
		...languages.map((language) => {
			const name = config.texts[language]?.reopen ?? '';
			return point('tcf_withdraw', length(name) > 0, name, `texts.${language}.reopen`);
		}),
		vendorsPoint(config, list, use),
		point('tcf_purposes', use.purposes.length + use.purposesLi.length > 0, String(use.purposes.length + use.purposesLi.length), 'vendors'),
		...languages.map((language) => officialPoint(language, list, texts, use)),
		stacksPoint(config, list, use),
		...config.specialFeatures.map((id) => {
			const count = use.vendors.filter((v) => v.specialFeatures.includes(id)).length;
			return point('tcf_special_features', count > 0, `${id}: ${count}`, 'specialFeatures');
		}),
		...config.publisherRestrictions.map((restriction, i) => {
			const { purpose, type } = restriction;
			const encoded = use.restrictions.some(([p, t]) => p === purpose && t === type);
			return point('tcf_restrictions', encoded, `${purpose} → ${type}`, `publisherRestrictions.${i}`);
		}),
		// A restriction on a vendor that left says nothing any more: the person must know before it is published without it.
		...config.publisherRestrictions.flatMap(({ vendors }, i) => {
			const gone = vendors === 'all' ? [] : goneFrom(list, vendors);
			const measured = gone.slice(0, 10).join(', ');
			return vendors === 'all' ? [] : point('tcf_restricted_vendors', gone.length === 0, measured, `publisherRestrictions.${i}.vendors`);
		}),
		point(
			'tcf_legitimate_interest',
			!config.publisherPurposes.legitimateInterests.some((id) => CONSENT_ONLY.includes(id)),
			config.publisherPurposes.legitimateInterests.join(', '),
			'publisherPurposes.legitimateInterests',
		),
		point(
			'tcf_reask',
			config.reask.yesMonths <= MOST_MONTHS && config.reask.noMonths >= LEAST_NO_MONTHS,
			`${config.reask.yesMonths} / ${config.reask.noMonths}`,
			config.reask.noMonths < LEAST_NO_MONTHS ? 'reask.noMonths' : 'reask.yesMonths',
		),
		...mappingPoints(mapper, list, keysOf(use)),
		// A note: it stops nothing.
		point('tcf_translations', true, uncheckedIn(config), null),
	];
};

const vendorsPoint = (config: TcfConfig, list: VendorList, use: Use): Finding => {
	const gone = config.vendors === 'all' ? [] : goneFrom(list, config.vendors);
	const measured = gone.length > 0 ? gone.slice(0, 10).join(', ') : String(use.vendors.length);
	return point('tcf_vendors', use.vendors.length > 0 && gone.length === 0, measured, 'vendors');
};

/** The official texts must be there in every language that is offered: for each purpose and feature that is shown. */
const officialPoint = (language: BannerLanguage, list: VendorList, texts: OfficialTexts, use: Use): Finding => {
	const official = language === 'en' ? list : texts[language];
	const shown = [
		...[...use.purposes, ...use.purposesLi].map((id) => official?.purposes[id]),
		...use.specialPurposes.map((id) => official?.specialPurposes[id]),
		...use.features.map((id) => official?.features[id]),
		...use.specialFeatures.map((id) => official?.specialFeatures[id]),
	];
	const ok =
		official !== undefined && shown.every((entry) => entry !== undefined && entry.name.trim() !== '' && entry.description.trim() !== '');
	return point('tcf_official_texts', ok, language, 'languages');
};

/** Stacks are whole, do not overlap, and hold only what is asked for. */
const stacksPoint = (config: TcfConfig, list: VendorList, use: Use): Finding => {
	const seen = new Set<string>();
	const asked = new Set([...use.purposes, ...use.purposesLi]);
	const bad = config.stacks.find((id) => {
		const stack = list.stacks[id];
		if (!stack) return true;
		const parts = [...stack.purposes.map((p) => `p${p}`), ...stack.specialFeatures.map((f) => `sf${f}`)];
		const overlaps = parts.some((part) => seen.has(part));
		for (const part of parts) seen.add(part);
		return overlaps || !stack.purposes.every((p) => asked.has(p)) || !stack.specialFeatures.every((f) => use.specialFeatures.includes(f));
	});
	return point('tcf_stacks', bad === undefined, String(bad ?? config.stacks.length), 'stacks');
};

const mappingPoints = (mapper: Mapped, list: VendorList, asked: string[]): Finding[] => {
	const where = (key: string) => `mapper.purposes.${key}`;
	const stray = Object.keys(mapper.purposes).filter((key) => !asked.includes(key) && visible(mapper.purposes[key] ?? ''));
	return [
		...asked.map((key) => {
			const purpose = tcfPurposeOf(mapper, list, key);
			// A purpose of the framework is about this device: no switch of it says that messages will come.
			const messaging = namesMessaging(mapper.purposes[key] ?? '');
			const ok = length(purpose) > 0 && !messaging;
			return point(messaging ? 'tcf_messaging' : 'tcf_mapping', ok, `${key} → ${purpose || '—'}`, where(key));
		}),
		...stray.map((key) => point('tcf_mapping', false, `${key} → ${mapper.purposes[key] ?? ''}`, where(key))),
		...Object.entries(mapper.segments ?? {})
			.filter(([key, segments]) => segments.length > 0 && !asked.includes(key))
			.map(([key, segments]) => point('tcf_mapping', false, `${key} → ${segments.length}`, `mapper.segments.${key}`)),
	];
};
