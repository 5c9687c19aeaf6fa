/** Drafts that are made of what somebody brings, a scan or a list of cookies: what they begin with, and where a cookie belongs. */
import { templates } from '@luvalla/banner/templates.ts';
import { type Category, LightConfig, TemplateName } from '@luvalla/contract/consent/light.ts';
import { cut } from '@luvalla/contract/well-formed.ts';
import { holdNames } from '#kernel/storage/names.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { configurationByTitle, listConfigurations } from './store.ts';

/** Cookies of a category, and signs of a cookie's name (`Category`, `CookieLine`). */
export const MOST_LINES = 200;
export const MOST_NAME = 120;

/** What nobody has to be asked about must be somebody's decision: what is only likely to be necessary waits for it. */
const OWN_CATEGORY = {
	key: 'preferences',
	texts: {
		en: { name: 'Preferences', about: 'Choices that you made here, such as language or region.' },
		fi: { name: 'Mieltymykset', about: 'Tällä sivustolla tekemäsi valinnat, kuten kieli tai alue.' },
	},
} as const;

/** What it is called: by its host, what it is made of, and when; in the length that titles have, so that it can be saved again. */
export const titleAt = (host: string, at: Date, from = ''): string => {
	const end = ` ${from} ${at.toISOString().slice(0, 19).replace('T', ' ')}`.replace(/ +/g, ' ');
	return `${cut(host, 120 - end.length)}${end}`;
};

export interface Base {
	readonly template: TemplateName;
	readonly config: LightConfig;
	/** Which purposes its categories are: kept, so that a yes stays a yes to the same. */
	readonly mapper: string;
}

/**
 * The configuration that the draft begins with: the draft of this title, so that nothing is lost of what somebody has written there since it
 * was made; else what is live on the domain, else what was saved last, else a template.
 */
export const baseOf = async (tx: Tx, customerId: number, domainId: string, title: string): Promise<Base> => {
	// Whoever saves it meanwhile waits, or is read.
	await holdNames(tx, customerId, 'banners');
	const own = await configurationByTitle(tx, customerId, domainId, 0, title);
	const saved = own ? [own] : await listConfigurations(tx, customerId, [domainId], 0, {});
	const base = saved.find(({ live }) => live) ?? saved[0];
	const template = TemplateName.safeParse(base?.template);
	const config = base ? LightConfig.safeParse(JSON.parse(base.config)) : null;
	if (base && config?.success)
		return { template: template.success ? template.data : 'bottom-bar', config: config.data, mapper: base.mapper };
	return { template: 'bottom-bar', config: structuredClone(templates['bottom-bar'].config), mapper: '{}' };
};

/** What a configuration holds at most (`LightConfig`). */
const MOST_CATEGORIES = 12;

type CategoryType = 'necessary' | 'preferences' | 'statistics' | 'marketing';

/** Whether cookies of a type belong into a category. */
export const isOfType = ({ key, necessary, kind }: Category, type: CategoryType): boolean =>
	type === 'necessary' ? necessary : !necessary && (key === type || kind === type);

/** The category of a type, which is added where the configuration has none; null: there is no room for one. */
export const categoryFor = (config: LightConfig, type: CategoryType): Category | null => {
	const known = config.categories.find((one) => isOfType(one, type));
	if (known) return known;
	if (config.categories.length >= MOST_CATEGORIES) return null;
	const standard = templates['bottom-bar'].config.categories.find(({ key }) => key === type) ?? OWN_CATEGORY;
	// A language without words of its own is the editor's to fill: it says so.
	const added: Category = { key: type, necessary: false, texts: { ...standard.texts }, cookies: [] };
	config.categories.push(added);
	return added;
};

/** The category that has a cookie of this name already. */
export const categoryWith = (config: LightConfig, name: string): Category | undefined =>
	config.categories.find(({ cookies }) => cookies.some((one) => one.name === name));
