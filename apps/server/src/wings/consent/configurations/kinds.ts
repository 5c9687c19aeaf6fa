/** The two kinds of banners, by the number that a configuration carries, and what each says of itself. */
import { deleteLightConfiguration, lightConfigurations, saveLightConfiguration } from '@luvalla/contract/consent/configurations.ts';
import { deleteTcfConfiguration, saveTcfConfiguration, tcfConfigurations } from '@luvalla/contract/consent/tcf.ts';
import type { Asker } from '#kernel/access/asker.ts';
import type { BrowserPool } from '#kernel/browsers/browsers.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Settings } from '#kernel/settings.ts';
import type { Tx } from '#kernel/storage/storage.ts';
import type { Measured } from '../gate/measure.ts';
import { bringOfficialTexts } from '../vendor-lists/fetch.ts';
import { parseDraft } from './draft.ts';
import { measureLight, prepareLight, publishLight } from './light/publish.ts';
import type { Published } from './publish.ts';
import type { ConfigurationRow } from './store.ts';
import { parseTcfDraft } from './tcf/draft.ts';
import { measureTcf, prepareTcf, publishTcf } from './tcf/publish.ts';

type DraftText = { config: string; mapper: string };

/** Publishes what was prepared and measured, inside the caller's tenant transaction. */
type Publish = (tx: Tx, asker: Asker, row: ConfigurationRow) => Promise<Published>;

/** Three steps of publishing: the second takes seconds and stands between two transactions. */
interface Steps<Prepared> {
	/** What has to be there first, and may have to be fetched. */
	bring?: (kernel: Kernel, draft: ConfigurationRow) => Promise<unknown>;
	prepare: (tx: Tx, draft: ConfigurationRow, settings: Settings) => Promise<Prepared>;
	/** Null: nobody looked at it in a browser. */
	measure: (browser: BrowserPool, prepared: Prepared) => Promise<Measured | null>;
	publish: (tx: Tx, asker: Asker, row: ConfigurationRow, prepared: Prepared, measured: Measured | null) => Promise<Published>;
}

/** @throws Refused 422 by the points that fail */
const readying =
	<Prepared>({ bring, prepare, measure, publish }: Steps<Prepared>) =>
	async (kernel: Kernel, draft: ConfigurationRow): Promise<Publish> => {
		const { storage, browsers, settings } = kernel;
		await bring?.(kernel, draft);
		const prepared = await storage.inTenant(draft.customer_id, (tx) => prepare(tx, draft, settings));
		const measured = await measure(browsers.of('publishing'), prepared);
		return (tx, asker, row) => publish(tx, asker, row, prepared, measured);
	};

export interface Kind {
	readonly calls: {
		readonly list: typeof lightConfigurations | typeof tcfConfigurations;
		readonly save: typeof saveLightConfiguration | typeof saveTcfConfiguration;
		readonly remove: typeof deleteLightConfiguration | typeof deleteTcfConfiguration;
	};
	/** The build outputs that a draft's versions must have. */
	readonly files: { readonly sdk: string; readonly bundle: string };
	/** @throws Refused 422 with a sentence for each field that cannot be part of a banner */
	readonly parse: (draft: DraftText) => unknown;
	/** Judges and measures a draft; what it answers publishes it. @throws Refused 422 by the points that fail */
	readonly ready: (kernel: Kernel, draft: ConfigurationRow) => Promise<Publish>;
}

const light: Kind = {
	calls: { list: lightConfigurations, save: saveLightConfiguration, remove: deleteLightConfiguration },
	files: { sdk: 'sdk.js', bundle: 'light.js' },
	parse: parseDraft,
	ready: readying({ prepare: prepareLight, measure: measureLight, publish: publishLight }),
};

const tcf: Kind = {
	calls: { list: tcfConfigurations, save: saveTcfConfiguration, remove: deleteTcfConfiguration },
	files: { sdk: 'tcfsdk.js', bundle: 'tcf.js' },
	parse: parseTcfDraft,
	ready: readying({
		bring: (kernel, draft) => bringOfficialTexts(kernel, parseTcfDraft(draft).config.languages),
		prepare: prepareTcf,
		measure: measureTcf,
		publish: publishTcf,
	}),
};

export const kinds: Readonly<Record<0 | 1, Kind>> = { 0: light, 1: tcf };
