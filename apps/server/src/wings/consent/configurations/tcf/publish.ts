/** Publishing a TCF configuration: the policy points, the purposes, the files, the domain's pointer. */

import { textsIn } from '@luvalla/banner/languages/reading.ts';
import {
	assembleTcfFolder,
	assembleTcfPointer,
	type OfficialTexts,
	type TcfPublishInput,
	tcfData,
	tcfLayer,
} from '@luvalla/banner/tcf/assemble.ts';
import { grantedWords } from '@luvalla/banner/tcf/granted.ts';
import { isMaterial, keysOf, usageOf } from '@luvalla/banner/tcf/list.ts';
import { tcfPolicy } from '@luvalla/banner/tcf/policy.ts';
import type { GateFinding } from '@luvalla/contract/consent/configurations.ts';
import { SALE_SHARING } from '@luvalla/contract/consent/light.ts';
import type { TcfConfig, TcfMapper } from '@luvalla/contract/consent/tcf.ts';
import type { VendorList } from '@luvalla/contract/consent/vendor-lists.ts';
import * as z from 'zod';
import type { Asker } from '#kernel/access/asker.ts';
import type { BrowserPool } from '#kernel/browsers/browsers.ts';
import type { Sentences } from '#kernel/http/errors.ts';
import type { Settings } from '#kernel/settings.ts';
import { bytes, row, sql } from '#kernel/storage/rows.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { MEASURED_FOLDER, type Measured, measureRendering } from '../../gate/measure.ts';
import { readOfficialTexts, readVendorList } from '../../vendor-lists/store.ts';
import { measuringScript, readBuilt, readTcfLoader } from '../builds.ts';
import { refuseConfiguration } from '../draft.ts';
import { inputOf, issue, mayPublish, maySpeak, type Prepared, type Published, refuseFailures } from '../publish.ts';
import { type GrantedPurpose, purposeWith, salePurpose } from '../purposes.ts';
import { type ConfigurationRow, nextVersion } from '../store.ts';
import { PublishedVendors } from './asked.ts';
import { parseTcfDraft, refuseTcf } from './draft.ts';

export type PreparedTcf = Prepared<TcfConfig, TcfMapper, TcfPublishInput>;

const againstPolicy = (fields: Record<string, Sentences>) => refuseTcf('tcf_policy', fields);

/** @throws Refused when the customer, the draft, the vendor list or the installation stands in the way */
export const prepareTcf = async (
	tx: Tx,
	row: ConfigurationRow,
	{ tcfCmpId, tcfCmpVersion, publicUrl }: Pick<Settings, 'tcfCmpId' | 'tcfCmpVersion' | 'publicUrl'>,
): Promise<PreparedTcf> => {
	await mayPublish(tx, row.customer_id, row.domain_id);
	// The draft is judged first: whoever has no CMP id yet still learns what else there is to do.
	const { config, mapper } = parseTcfDraft(row);
	const list = await readVendorList(tx, 'newest');
	if (!list) throw refuseTcf('no_vendor_list');
	const texts = await officialTexts(tx, config);
	const findings = tcfPolicy(config, mapper, list, texts);
	refuseFailures(findings, againstPolicy);
	maySpeak(row, config.languages);
	if (tcfCmpId === null) throw refuseTcf('no_cmp_id');

	const [stub, sdk, tcf, layer, gpp, frames, declaration] = await Promise.all([
		readBuilt(row.sdk_version, 'tcfstub.js'),
		readTcfLoader(row.sdk_version, config.geo === 'us-optout'),
		readBuilt(row.bundle_version, 'tcf.js'),
		readBuilt(row.bundle_version, 'tcflayer.js'),
		readBuilt(row.bundle_version, 'gpp.js'),
		readBuilt(row.bundle_version, 'frames.js'),
		readBuilt(row.bundle_version, 'declaration.js'),
	]);
	if (sdk === null || tcf === null || layer === null || gpp === null || frames === null || declaration === null)
		throw refuseConfiguration('unknown_bundle');
	return {
		config,
		mapper,
		findings,
		input: {
			...(await inputOf(tx, publicUrl, row, config)),
			list,
			texts,
			cmpId: tcfCmpId,
			cmpVersion: tcfCmpVersion ?? 1,
			reaskBelow: await reaskBelow(tx, row, config, list),
			stub: stub ?? undefined,
			wake: (await readBuilt(row.sdk_version, 'wake.js')) ?? undefined,
			builds: { sdk, tcf, layer, gpp, frames, declaration },
		},
	};
};

/**
 * Renders what would be published and reads it: the points of every banner, and the framework's own. Seconds of work, never
 * inside a transaction. Null where there is no browser.
 * @throws Refused 422 with the point that fails
 */
export const measureTcf = async (browser: BrowserPool, { config, input }: PreparedTcf): Promise<Measured | null> => {
	if (!browser.available) return null;
	const { list, texts, template, words } = input;
	// What the rule would ask nobody is measured where it asks.
	const asking: TcfPublishInput = { ...input, version: 0, purposes: {}, config: { ...input.config, geo: 'everywhere' } };
	const measured = await measureRendering(browser, {
		domainId: input.domainId,
		languages: config.languages,
		files: assembleTcfFolder(asking),
		pointer: assembleTcfPointer(asking, MEASURED_FOLDER),
		labels: config.texts,
		asked: keysOf(usageOf(config, list)),
		scripts: [await measuringScript('measure.js'), await measuringScript('tcfmeasure.js')],
		points: (page, language, layer) => {
			const own = textsIn(words, language);
			const data = tcfData(template, config, language, list, texts, own);
			const screen = layer === 1 ? { data } : { data, layer: tcfLayer(config, language, list, texts, own) };
			return page.evaluate(
				(given) => (globalThis as unknown as { luvallaMeasureTcf(screen: unknown): GateFinding[] }).luvallaMeasureTcf(given),
				screen,
			);
		},
	});
	refuseFailures(measured.findings, againstPolicy);
	return measured;
};

/** Publishes a prepared draft inside the caller's tenant transaction. `measured` null: nobody looked at it in a browser. */
export const publishTcf = async (
	tx: Tx,
	asker: Asker,
	row: ConfigurationRow,
	{ config, mapper, findings, input: unnumbered }: PreparedTcf,
	measured: Measured | null,
): Promise<Published> => {
	const { list, texts, words } = unnumbered;
	const input: TcfPublishInput = {
		...unnumbered,
		version: await nextVersion(tx, row.customer_id, row.domain_id),
		purposes: await grantedPurposes(tx, row, config, mapper, list, texts, words),
	};
	return issue(tx, asker, row, {
		version: input.version,
		files: assembleTcfFolder(input),
		pointerOf: (folder) => assembleTcfPointer(input, folder),
		purposes: input.purposes,
		segments: mapper.segments,
		findings,
		measured,
	});
};

const officialTexts = async (tx: Tx, { languages }: TcfConfig): Promise<OfficialTexts> => {
	const texts: OfficialTexts = {};
	for (const language of languages) {
		const stored = language === 'en' ? null : await readOfficialTexts(tx, language);
		if (stored) texts[language] = stored;
	}
	return texts;
};

/** A purpose for every key. */
const grantedPurposes = async (
	tx: Tx,
	row: ConfigurationRow,
	config: TcfConfig,
	mapper: TcfMapper,
	list: VendorList,
	texts: OfficialTexts,
	words: TcfPublishInput['words'],
): Promise<Record<string, GrantedPurpose>> => {
	const granted: Record<string, GrantedPurpose> = {};
	for (const [name, { keys, wording }] of grantedWords(config, mapper, list, texts)) {
		const purpose = await purposeWith(tx, row.customer_id, row.domain_id, name, wording);
		for (const key of keys) granted[key] = purpose;
	}
	granted[SALE_SHARING] = await salePurpose(tx, row.customer_id, row.domain_id, words);
	return granted;
};

const Before = PublishedVendors.extend({ reaskBelow: z.int() });

const ConfigFile = row({ text: bytes });

/**
 * From which list on a visitor's string still stands. A newer list alone asks nobody again: only when a vendor that was asked for
 * on the string's list, and is now, changed its purposes, legal bases or features. One that was left out in between did so, too.
 */
const reaskBelow = async (tx: Tx, row: ConfigurationRow, config: TcfConfig, list: VendorList): Promise<number> => {
	const published = (
		await tx.rows(
			ConfigFile,
			sql`select b.bytes as text from publication p
			join publication_file f on f.customer_id = ${row.customer_id} and f.folder = p.folder and f.path = 'config.json'
			join blob b on b.customer_id = ${row.customer_id} and b.sha256 = f.sha256
			where p.customer_id = ${row.customer_id} and p.domain_id = ${row.domain_id} and exists (
				select 1 from publication_file t where t.customer_id = ${row.customer_id} and t.folder = p.folder and t.path like 'tcflayer.%')
			order by p.version desc`,
		)
	).flatMap(({ text }) => Before.safeParse(JSON.parse(text.toString('utf8'))).data ?? []);
	// Before the first TCF banner of the domain any string of ours is older than nothing.
	let below = published[0]?.reaskBelow ?? 0;
	const now = new Set(usageOf(config, list).vendors.map(({ id }) => id));
	for (const [version, same] of Map.groupBy(published, (one) => one.vendorListVersion)) {
		if (version < below || version === list.vendorListVersion) continue;
		const old = await readVendorList(tx, version);
		const inUse = same.flatMap(({ vendors }) => vendors.filter((id) => now.has(id)));
		if (old === null || isMaterial(old, list, inUse)) below = Math.max(below, version + 1);
	}
	return below;
};
