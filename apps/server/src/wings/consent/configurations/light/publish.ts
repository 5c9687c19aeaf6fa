/** Publishing a light configuration: the gate, the purposes of its categories, its files. */
import { assembleFolder, assemblePointer, type PublishInput } from '@luvalla/banner/assemble.ts';
import { gate, purposeOf } from '@luvalla/banner/gate.ts';
import { PUSH_WORDS } from '@luvalla/banner/push/words.ts';
import type { LightConfig, LightMapper } from '@luvalla/contract/consent/light.ts';
import { getDomain } from 'tldts';
import type { Asker } from '#kernel/access/asker.ts';
import type { BrowserPool } from '#kernel/browsers/browsers.ts';
import type { Sentences } from '#kernel/http/errors.ts';
import type { Settings } from '#kernel/settings.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import { MEASURED_FOLDER, type Measured, measureRendering } from '../../gate/measure.ts';
import { measuringScript, readBuilt, readLoader, readParts } from '../builds.ts';
import { parseDraft, refuseConfiguration } from '../draft.ts';
import { inputOf, issue, mayPublish, maySpeak, type Prepared, type Published, refuseFailures } from '../publish.ts';
import { purposesOf } from '../purposes.ts';
import { type ConfigurationRow, nextVersion } from '../store.ts';

/** `0.2` of `0.2.7`. */
const minorOf = (version: string): string => version.split('.').slice(0, 2).join('.');

export type PreparedLight = Prepared<LightConfig, LightMapper, PublishInput>;

const unfair = (fields: Record<string, Sentences>) => refuseConfiguration('unfair_choice', fields);

/** @throws Refused when the customer, the draft or its builds stand in the way */
export const prepareLight = async (tx: Tx, row: ConfigurationRow, { publicUrl }: Pick<Settings, 'publicUrl'>): Promise<PreparedLight> => {
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
			...(await inputOf(tx, publicUrl, row, config)),
			sdk,
			bare: (await readBuilt(row.sdk_version, 'sdkbare.js')) ?? undefined,
			light,
			guard: (await readBuilt(row.sdk_version, 'guard.js')) ?? undefined,
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
export const measureLight = async (browser: BrowserPool, { config, mapper, input }: PreparedLight): Promise<Measured | null> => {
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
export const publishLight = async (
	tx: Tx,
	asker: Asker,
	row: ConfigurationRow,
	{ config, mapper, findings: own, input: unnumbered }: PreparedLight,
	measured: Measured | null,
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
	return issue(tx, asker, row, {
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
