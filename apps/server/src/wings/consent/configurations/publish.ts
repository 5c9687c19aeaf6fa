/** Publishing, as far as it is the same for both kinds: who may, an immutable folder, and the domain's pointer moved to it. */

import { createHash } from 'node:crypto';
import { contentOf } from '@luvalla/banner/assemble.ts';
import { wordsOf } from '@luvalla/banner/languages/load.ts';
import type { PublishedFile } from '@luvalla/banner/look.ts';
import type { GateFinding } from '@luvalla/contract/consent/configurations.ts';
import type { BannerLanguage } from '@luvalla/contract/consent/languages.ts';
import { CUSTOMER_STATUS } from '@luvalla/contract/constants.ts';
import { recordActivity } from '#kernel/access/activity.ts';
import type { Asker } from '#kernel/access/asker.ts';
import { type Refused, refusals, type Sentences } from '#kernel/http/errors.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { demandProven, readCustomer, setLiveBanner } from '../../tenancy/wing.ts';
import type { Measured } from '../gate/measure.ts';
import { lockLog, readLog } from '../proof/append.ts';
import { runningTest } from '../rates/store.ts';
import { readBuilt, readsList, speaks } from './builds.ts';
import { refuseConfiguration } from './draft.ts';
import { folderOf } from './folder.ts';
import type { GrantedPurpose } from './purposes.ts';
import { demandOf } from './sentences.ts';
import { type ConfigurationRow, insertPublication, tellOfBanner } from './store.ts';

const refusePublish = refusals({
	customer_not_onboarded: [
		409,
		'This customer is not onboarded yet. Drafts are kept; publishing opens with onboarding.',
		'Asiakasta ei ole vielä otettu käyttöön. Luonnokset säilyvät, ja julkaiseminen aukeaa käyttöönotossa.',
	],
	customer_on_hold: [409, 'This customer is on hold, so nothing can be published.', 'Asiakas on tauolla, joten mitään ei voi julkaista.'],
});

const sha256 = (...parts: (string | Buffer)[]): Buffer => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

export interface Published {
	folder: string;
	version: number;
	findings: GateFinding[];
}

/** A draft that may be published as far as its own words and numbers go. */
export interface Prepared<Config, Mapper, Input> {
	readonly config: Config;
	readonly mapper: Mapper;
	readonly findings: GateFinding[];
	/** What is published, before it has a version and its purposes have ids. */
	readonly input: Omit<Input, 'version' | 'purposes'>;
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
const logOf = async (tx: Tx, publicUrl: string, customerId: number): Promise<string> =>
	((await readLog(tx, customerId)) ?? (await lockLog(tx, publicUrl, customerId))).log_id;

/** What every publication carries of its draft, before it has a version: whose it is, what it says and looks like, its builds. */
export const inputOf = async <Config extends { languages: readonly BannerLanguage[] }>(
	tx: Tx,
	publicUrl: string,
	row: ConfigurationRow,
	config: Config,
) => ({
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
	wired: await readsList(row.sdk_version),
	google: (await readBuilt(row.sdk_version, 'google.js')) ?? undefined,
});

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
export const issue = async (tx: Tx, asker: Asker, row: ConfigurationRow, given: Issue): Promise<Published> => {
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
	});
	await tellOfBanner(tx, customerId, domainId);
	return { folder, version, findings };
};
