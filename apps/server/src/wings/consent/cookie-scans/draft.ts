/** A scan as a draft of a light configuration: what the domain has already, with the scan's cookies in their categories. */
import { templates } from '@luvalla/banner/templates.ts';
import type { ScanDraft } from '@luvalla/contract/consent/cookie-scans.ts';
import { type Category, CookieLine, LightConfig, LONGEST_LIFETIME_SECONDS, TemplateName } from '@luvalla/contract/consent/light.ts';
import type { ScanItem } from '@luvalla/contract/consent/scans.ts';
import type * as z from 'zod';
import type { Asker } from '#kernel/access/asker.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { type Language, refusals } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { currentVersion } from '../configurations/builds.ts';
import { saveDraft } from '../configurations/drafts.ts';
import { listConfigurations } from '../configurations/store.ts';
import { reasonIn } from '../cookie-repository/reasons.ts';
import type { ScanWords } from './known.ts';
import { itemsOfKind, listFindings, type ScanRow } from './store.ts';

type Line = z.infer<typeof CookieLine>;

const refuseDraft = refusals({
	scan_not_done: [409, 'This scan is not whole: a draft is made of a whole one.', 'Skannaus ei ole valmis: luonnos tehdään valmiista.'],
	no_domain: [
		409,
		'This host is none of your domains. Add it under Domains first, then make the draft.',
		'Tämä osoite ei ole verkkotunnuksesi. Lisää se ensin verkkotunnuksiin ja tee sitten luonnos.',
	],
});

const KINDS = ['cookie', 'localStorage', 'sessionStorage'] as const satisfies readonly ScanItem['kind'][];
const MOST_LINES = 200;
const MOST_NAME = 120;
const MOST_FIXES = 100;

/** What nobody has to be asked about must be somebody's decision: what is only likely to be necessary waits for it. */
const OWN_CATEGORY = {
	key: 'preferences',
	texts: {
		en: { name: 'Preferences', about: 'Choices that you made here, such as language or region.' },
		fi: { name: 'Mieltymykset', about: 'Tällä sivustolla tekemäsi valinnat, kuten kieli tai alue.' },
	},
} as const;

interface Base {
	readonly template: TemplateName;
	readonly config: LightConfig;
	/** Which purposes its categories are: kept, so that a yes stays a yes to the same. */
	readonly mapper: string;
}

/** The configuration that the draft begins with: what is live on the domain, else what was saved last, else a template. */
const baseOf = async (tx: Tx, customerId: number, domainId: string): Promise<Base> => {
	const saved = await listConfigurations(tx, customerId, [domainId], 0, {});
	const base = saved.find(({ live }) => live) ?? saved[0];
	const template = TemplateName.safeParse(base?.template);
	const config = base ? LightConfig.safeParse(JSON.parse(base.config)) : null;
	if (base && config?.success)
		return { template: template.success ? template.data : 'bottom-bar', config: config.data, mapper: base.mapper };
	return { template: 'bottom-bar', config: structuredClone(templates['bottom-bar'].config), mapper: '{}' };
};

/** What a configuration holds at most (`LightConfig`). */
const MOST_CATEGORIES = 12;

/** The category of a type, which is added where the configuration has none; null: there is no room for one. */
const categoryFor = (config: LightConfig, type: 'necessary' | 'preferences' | 'statistics' | 'marketing'): Category | null => {
	const fits = ({ key, necessary, kind }: Category): boolean =>
		type === 'necessary' ? necessary : !necessary && (key === type || kind === type);
	const known = config.categories.find(fits);
	if (known) return known;
	if (config.categories.length >= MOST_CATEGORIES) return null;
	const standard = templates['bottom-bar'].config.categories.find(({ key }) => key === type) ?? OWN_CATEGORY;
	// A language without words of its own is the editor's to fill: it says so.
	const added: Category = { key: type, necessary: false, texts: { ...standard.texts }, cookies: [] };
	config.categories.push(added);
	return added;
};

/** An item as a line of the configuration, described in the languages that the configuration has. */
const lineOf = (item: ScanItem, is: ReturnType<ScanWords['is']>, languages: LightConfig['languages']): Line => {
	const about = Object.fromEntries(Object.entries(is.description).filter(([language]) => languages.some((one) => one === language)));
	const seconds = item.cookie?.lifetimeSeconds;
	return {
		name: item.name.slice(0, MOST_NAME),
		provider: is.provider.slice(0, MOST_NAME) || item.host.replace(/^\./, ''),
		keeps: '',
		...(seconds !== null &&
			seconds !== undefined && { lifetimeSeconds: Math.max(0, Math.min(LONGEST_LIFETIME_SECONDS, Math.round(seconds))) }),
		...(Object.keys(about).length > 0 && { about }),
	};
};
const has = (config: LightConfig, name: string): boolean =>
	config.categories.some(({ cookies }) => cookies.some((one) => one.name === name));

/**
 * Saves the draft; the same scan again saves the same draft.
 * @throws Refused 409 scan_not_done, no_domain
 */
export const draftOf = async (
	tx: Tx,
	kernel: Pick<Kernel, 'hooks'>,
	scope: Scope,
	scan: ScanRow,
	words: ScanWords,
	{ asker, network, language }: { asker: Asker; network: string | null; language: Language },
): Promise<ScanDraft> => {
	const { customerId } = scope;
	if (scan.state !== 'done') throw refuseDraft('scan_not_done');
	if (scan.domain_id === null) throw refuseDraft('no_domain');
	const { template, config, mapper } = await baseOf(tx, customerId, scan.domain_id);
	const undecided: ScanDraft['undecided'] = [];
	const unplaced: ScanDraft['unplaced'] = [];
	let cookies = 0;
	for (const kind of KINDS)
		for (const { body: item } of await itemsOfKind(tx, customerId, scan.scan_id, kind)) {
			const name = item.name.slice(0, MOST_NAME);
			const is = words.is(item);
			if (has(config, name)) {
				cookies += 1;
				continue;
			}
			if (is.type === 'undecided' || (is.type === 'necessary' && !words.isNeeded(item))) {
				undecided.push({ name, domain: item.host, reason: reasonIn(language, is.reason) });
				continue;
			}
			// A page may call its keys what no configuration can hold.
			const line = CookieLine.safeParse(lineOf(item, is, config.languages));
			const category = line.success ? categoryFor(config, is.type) : null;
			if (line.success && category !== null && category.cookies.length < MOST_LINES) {
				category.cookies.push(line.data);
				cookies += 1;
			} else {
				const why = !line.success ? 'name' : category === null ? 'categories' : 'lines';
				unplaced.push({ name, domain: item.host, type: is.type, why });
			}
		}
	const version = await currentVersion();
	const saved = await saveDraft(
		tx,
		kernel,
		scope,
		{
			customerId,
			domain: scan.host,
			title: `${scan.host} ${scan.created_at.toISOString().slice(0, 19).replace('T', ' ')}`,
			type: 0,
			template,
			sdkVersion: version,
			bundleVersion: version,
			config: JSON.stringify(config),
			mapper,
		},
		asker,
		network,
	);
	const { rows } = await listFindings(tx, customerId, scan.scan_id, undefined, { page: 1, size: 5000 });
	const fixes = new Map(rows.flatMap(({ body: { fix } }) => (fix ? [[`${fix.page} ${fix.line} ${fix.before}`, fix] as const] : [])));
	return {
		configurationId: saved.id,
		folder: saved.folder,
		title: saved.title,
		categories: config.categories.filter(({ necessary }) => !necessary).length,
		cookies,
		undecided,
		unplaced,
		fixes: [...fixes.values()].slice(0, MOST_FIXES),
	};
};
