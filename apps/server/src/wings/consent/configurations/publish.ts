/** Publishing: the gate, the purposes, an immutable folder, and the domain's pointer moved to it. */

import { createHash } from 'node:crypto';
import { assembleFolder, assemblePointer, contentOf, type PublishInput } from '@luvalla/banner/assemble.ts';
import { gate, purposeOf } from '@luvalla/banner/gate.ts';
import { wordsOf } from '@luvalla/banner/languages/load.ts';
import type { PublishedFile } from '@luvalla/banner/look.ts';
import { PUSH_WORDS } from '@luvalla/banner/push/words.ts';
import type { GateFinding } from '@luvalla/contract/consent/configurations.ts';
import type { BannerLanguage } from '@luvalla/contract/consent/languages.ts';
import type { LightConfig, LightMapper } from '@luvalla/contract/consent/light.ts';
import { CUSTOMER_STATUS } from '@luvalla/contract/constants.ts';
import { getDomain } from 'tldts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import type { BrowserPool } from '#kernel/browsers/browsers.ts';
import { type Refused, refusals, type Sentences } from '#kernel/http/errors.ts';
import type { Settings } from '#kernel/settings.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { demandProven, readCustomer, setLiveBanner } from '../../tenancy/wing.ts';
import { MEASURED_FOLDER, type Measured, measureRendering } from '../gate/measure.ts';
import { lockLog, readLog } from '../proof/append.ts';
import { runningTest } from '../rates/store.ts';
import { measuringScript, readBuilt, readLoader, readParts, readsList, speaks } from './builds.ts';
import { parseDraft, refuseConfiguration } from './draft.ts';
import { folderOf } from './folder.ts';
import { type GrantedPurpose, purposesOf } from './purposes.ts';
import { demandOf } from './sentences.ts';
import { type ConfigurationRow, insertPublication, nextVersion, tellOfBanner } from './store.ts';

const refusePublish = refusals({
	customer_not_onboarded: [
		409,
		'This customer is not onboarded yet. Drafts are kept; publishing opens with onboarding.',
		'Asiakasta ei ole vielä otettu käyttöön. Luonnokset säilyvät, ja julkaiseminen aukeaa käyttöönotossa.',
	],
	customer_on_hold: [409, 'This customer is on hold, so nothing can be published.', 'Asiakas on pidossa, joten mitään ei voi julkaista.'],
});

const sha256 = (...parts: (string | Buffer)[]): Buffer => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** `0.2` of `0.2.7`. */
const minorOf = (version: string): string => version.split('.').slice(0, 2).join('.');

export interface Published {
	folder: string;
	version: number;
	findings: GateFinding[];
}

/** A draft that may be published as far as its own words and numbers go. */
export interface Prepared {
	readonly config: LightConfig;
	readonly mapper: LightMapper;
	readonly findings: GateFinding[];
	/** What is published, before it has a version and its purposes have ids. */
	readonly input: Omit<PublishInput, 'version' | 'purposes'>;
}

/** @throws Refused as the kind refuses, with what each point demands that does not hold, at the field or screen it names */
export const refuseFailures = (findings: readonly GateFinding[], refused: (fields: Record<string, Sentences>) => Refused): void => {
	const failed = findings.filter(({ ok }) => !ok);
	// An answer that is not there is neither equal nor reached: all else follows from it.
	const cause = failed.find(({ code }) => code === 'measured_layer');
	const fields: Record<string, Sentences> = {};
	for (const { code, where } of cause ? [cause] : failed) {
		const at = where ?? code;
		const { en, fi } = demandOf(code);
		const other = fields[at];
		fields[at] = other ? { en: `${other.en} ${en}`, fi: `${other.fi} ${fi}` } : { en, fi };
	}
	if (Object.keys(fields).length > 0) throw refused(fields);
};

const unfair = (fields: Record<string, Sentences>) => refuseConfiguration('unfair_choice', fields);

/** @throws Refused when this customer may not publish now, it is not shown that the domain is theirs, or nothing may be moved on this domain */
export const mayPublish = async (tx: Tx, customerId: number, domainId: string): Promise<void> => {
	const customer = await readCustomer(tx, customerId);
	if (customer?.status === CUSTOMER_STATUS.notOnboarded) throw refusePublish('customer_not_onboarded');
	if (customer?.status === CUSTOMER_STATUS.onHold) throw refusePublish('customer_on_hold');
	await demandProven(tx, customerId, domainId);
	if (await runningTest(tx, customerId, domainId)) throw refuseConfiguration('test_running');
};

/** @throws Refused when this version of the banner has no words of its own in one of these languages */
export const maySpeak = ({ bundle_version }: Pick<ConfigurationRow, 'bundle_version'>, languages: readonly BannerLanguage[]): void => {
	const strange = languages.find((language) => !speaks(bundle_version, language));
	if (strange === undefined) return;
	const nameIn = (own: 'en' | 'fi') => new Intl.DisplayNames(own, { type: 'language' }).of(strange) ?? strange;
	throw refuseConfiguration('old_bundle', {
		bundleVersion: {
			en: `Banner ${bundle_version} has no words in ${nameIn('en')}. Choose version 0.4.0 or a later one.`,
			fi: `Bannerin versiossa ${bundle_version} ei ole tätä kieltä: ${nameIn('fi')}. Valitse versio 0.4.0 tai uudempi.`,
		},
	});
};

/** The customer's log, which begins with whatever needs it first. */
export const logOf = async (tx: Tx, publicUrl: string, customerId: number): Promise<string> =>
	((await readLog(tx, customerId)) ?? (await lockLog(tx, publicUrl, customerId))).log_id;

/** @throws Refused when the customer, the draft or its builds stand in the way */
export const prepare = async (tx: Tx, row: ConfigurationRow, { publicUrl }: Pick<Settings, 'publicUrl'>): Promise<Prepared> => {
	await mayPublish(tx, row.customer_id, row.domain_id);

	const { config, mapper } = parseDraft(row);
	const findings = gate(config, mapper);
	refuseFailures(findings, unfair);
	maySpeak(row, config.languages);
	const [sdk, light] = await Promise.all([readLoader(row.sdk_version, config.blockKnown), readBuilt(row.bundle_version, 'light.js')]);
	if (sdk === null || light === null) throw refuseConfiguration('unknown_bundle');
	// They speak to each other: a loader knows the parts of its own minor version.
	if (minorOf(row.sdk_version) !== minorOf(row.bundle_version)) throw refuseConfiguration('versions_apart');
	return {
		config,
		mapper,
		findings,
		input: {
			domainId: row.domain_id,
			logId: await logOf(tx, publicUrl, row.customer_id),
			hostName: row.host,
			configurationTitle: row.title,
			template: row.template,
			// What is still to be looked at is the draft's.
			config: { ...config, unchecked: {} },
			words: await wordsOf(config.languages),
			sdkVersion: row.sdk_version,
			bundleVersion: row.bundle_version,
			sdk,
			bare: (await readBuilt(row.sdk_version, 'sdkbare.js')) ?? undefined,
			light,
			wired: await readsList(row.sdk_version),
			guard: (await readBuilt(row.sdk_version, 'guard.js')) ?? undefined,
			google: (await readBuilt(row.sdk_version, 'google.js')) ?? undefined,
			strip: (await readBuilt(row.sdk_version, 'strip.js')) ?? undefined,
			parts: await readParts(row.bundle_version),
			// A public suffix has no domain of its own: then each host keeps its choice.
			cookieDomain: config.joined.subdomains ? (getDomain(row.host, { allowPrivateDomains: true }) ?? undefined) : undefined,
		},
	};
};

/**
 * Renders what would be published and reads it. Seconds of work: never inside a transaction. Null where there is no browser.
 * @throws Refused 422 with the point that fails
 */
export const measure = async (browser: BrowserPool, { config, mapper, input }: Prepared): Promise<Measured | null> => {
	if (!browser.available) return null;
	const asked = config.categories.filter((one) => !one.necessary).map((one) => one.key);
	const named = asked.map((key) => [key, { id: '', version: 0, name: purposeOf(config, mapper, key) }]);
	// What the rule would ask nobody is measured where it asks.
	const asking: PublishInput = {
		...input,
		version: 0,
		purposes: Object.fromEntries(named),
		config: { ...input.config, geo: 'everywhere' },
	};
	const measured = await measureRendering(browser, {
		domainId: input.domainId,
		languages: config.languages,
		files: assembleFolder(asking),
		pointer: assemblePointer(asking, MEASURED_FOLDER),
		labels: config.texts,
		asked,
		scripts: [await measuringScript('measure.js')],
	});
	refuseFailures(measured.findings, unfair);
	return measured;
};

/** Publishes a prepared draft inside the caller's tenant transaction. `measured` null: nobody looked at it in a browser. */
export const publish = async (
	tx: Tx,
	asker: Asker,
	row: ConfigurationRow,
	{ config, mapper, findings: own, input: unnumbered }: Prepared,
	measured: Measured | null,
	network: string | null,
): Promise<Published> => {
	const { customer_id: customerId, domain_id: domainId } = row;
	const version = await nextVersion(tx, customerId, domainId);
	const purposes = await purposesOf(tx, customerId, domainId, unnumbered, (key) => purposeOf(config, mapper, key));
	const input: PublishInput = {
		...unnumbered,
		version,
		purposes,
		remembers: mapper.remembers,
		pushes: mapper.pushes,
		pushWords: PUSH_WORDS,
	};
	return issue(tx, asker, row, network, {
		version,
		files: assembleFolder(input),
		pointerOf: (folder) => assemblePointer(input, folder),
		purposes,
		segments: mapper.segments,
		remembers: mapper.remembers,
		findings: own,
		measured,
		sharedDomain: input.cookieDomain,
	});
};

/** What either kind of publication brings. */
interface Issue {
	version: number;
	files: PublishedFile[];
	pointerOf: (folder: string) => string;
	purposes: Record<string, GrantedPurpose>;
	segments: Record<string, readonly string[]>;
	remembers?: string | undefined;
	/** Of what needs no browser. */
	findings: GateFinding[];
	/** Null: nobody looked at it in a browser. */
	measured: Measured | null;
	sharedDomain?: string | undefined;
}

/** Writes the immutable folder, moves the domain's pointer to it, and tells. */
export const issue = async (tx: Tx, asker: Asker, row: ConfigurationRow, network: string | null, given: Issue): Promise<Published> => {
	const { customer_id: customerId, domain_id: domainId } = row;
	// Measuring took a while: a test may have begun.
	await mayPublish(tx, customerId, domainId);
	const { version, purposes, measured } = given;
	const findings = [...given.findings, ...(measured?.findings ?? [])];
	const files = [
		...given.files.map((file) => ({ path: file.path, type: file.type, bytes: Buffer.from(contentOf(file)) })),
		...(measured?.pictures ?? []),
	].map((file) => ({ ...file, sha256: sha256(file.bytes) }));
	// The folder is named by all that stands in it: path and content of every file, in order.
	const hash = sha256(...files.flatMap((file) => [`${file.path}\n`, file.sha256]));
	const folder = folderOf(hash);
	const publishedAt = await insertPublication(tx, customerId, {
		folder,
		configurationId: row.configuration_id,
		domainId,
		version,
		hash,
		title: row.title,
		template: row.template,
		bundleVersion: row.bundle_version,
		config: row.config,
		purposes,
		segments: given.segments,
		remembers: given.remembers || null,
		pointer: given.pointerOf(folder),
		sharedDomain: given.sharedDomain,
		findings,
		measured: measured !== null,
		publishedBy: asker.email,
		files,
	});
	await setLiveBanner(tx, customerId, domainId, {
		folder,
		title: row.title,
		version,
		publishedAt: publishedAt.toISOString(),
		since: publishedAt.toISOString(),
	});
	await recordActivity(tx, customerId, asker, {
		action: 'published',
		thing: 'configuration',
		thingId: row.configuration_id,
		after: { folder, version, title: row.title, domain: row.host },
		network,
	});
	await tellOfBanner(tx, customerId, domainId);
	return { folder, version, findings };
};
