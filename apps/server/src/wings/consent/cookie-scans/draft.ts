/** A scan as a draft of a light configuration: what the domain has already, with the scan's cookies in their categories. */
import type { ScanDraft } from '@luvalla/contract/consent/cookie-scans.ts';
import { CookieLine, type LightConfig, LONGEST_LIFETIME_SECONDS } from '@luvalla/contract/consent/light.ts';
import type { ScanItem } from '@luvalla/contract/consent/scans.ts';
import type * as z from 'zod';
import type { Asker } from '#kernel/access/asker.ts';
import type { Scope } from '#kernel/access/decide.ts';
import { type Language, refusals } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { currentVersion } from '../configurations/builds.ts';
import { baseOf, categoryFor, categoryWith, MOST_LINES, MOST_NAME, titleAt } from '../configurations/drafting.ts';
import { saveDraft } from '../configurations/drafts.ts';
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
const MOST_FIXES = 100;

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
/**
 * Saves the draft; the same scan again adds to the same draft, in which what somebody has written since stays as it is.
 * @throws Refused 409 scan_not_done, no_domain
 */
export const draftOf = async (
	tx: Tx,
	kernel: Pick<Kernel, 'hooks'>,
	scope: Scope,
	scan: ScanRow,
	words: ScanWords,
	{ asker, language }: { asker: Asker; language: Language },
): Promise<ScanDraft> => {
	const { customerId } = scope;
	if (scan.state !== 'done') throw refuseDraft('scan_not_done');
	if (scan.domain_id === null) throw refuseDraft('no_domain');
	const title = titleAt(scan.host, scan.created_at);
	const { template, config, mapper } = await baseOf(tx, customerId, scan.domain_id, title);
	const undecided: ScanDraft['undecided'] = [];
	const unplaced: ScanDraft['unplaced'] = [];
	let cookies = 0;
	for (const kind of KINDS)
		for (const { body: item } of await itemsOfKind(tx, customerId, scan.scan_id, kind)) {
			const name = item.name.slice(0, MOST_NAME);
			const is = words.is(item);
			if (categoryWith(config, name)) {
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
			title,
			type: 0,
			template,
			sdkVersion: version,
			bundleVersion: version,
			config: JSON.stringify(config),
			mapper,
		},
		asker,
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
