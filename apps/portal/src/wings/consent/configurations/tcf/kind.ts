/** TCF configurations: their calls, their shapes, and where each field of them stands. */
import {
	deleteTcfConfiguration,
	saveTcfConfiguration,
	TcfConfig,
	TcfMapper,
	TcfTemplateName,
	tcfConfigurations,
	tcfTemplate,
} from '@luvalla/contract/consent/tcf';
import { bodyOf, type DraftOf, problemsIn, type TabPropsOf } from '../editing/draft.ts';
import type { Kind } from '../editing/kind.ts';
import type { TcfTabName } from './tcf.search.ts';

export type TcfDraft = DraftOf<TcfConfig, TcfMapper, TcfTemplateName>;
export type TcfTabProps = TabPropsOf<TcfDraft>;

/** Only lines that say something. */
const clean = ({ mapper: { purposes, segments } }: Pick<TcfDraft, 'mapper'>): TcfMapper => ({
	purposes: Object.fromEntries(Object.entries(purposes).filter(([, name]) => name.trim() !== '')),
	segments: Object.fromEntries(Object.entries(segments).filter(([, ids]) => ids.length > 0)),
});

const shapes = { template: TcfTemplateName, config: TcfConfig, mapper: TcfMapper };

export const tcf: Kind<TcfConfig, TcfMapper, TcfTemplateName, TcfTabName> = {
	type: 1,
	root: '/tcfconfig',
	list: 'tcfconfigurations',
	calls: { all: tcfConfigurations, save: saveTcfConfiguration, remove: deleteTcfConfiguration, template: tcfTemplate },
	shapes,
	tabOf: (path) => {
		if (/^(vendors|acProviders)/.test(path)) return 'partners';
		if (/^(stacks|specialFeatures|legitimateInterest|publisherPurposes)/.test(path)) return 'purposes';
		if (path.startsWith('publisherRestrictions')) return 'restrictions';
		if (/^(colours|position|template|logo|corners|font|reopen)/.test(path)) return 'look';
		if (/^(reask|consentMode|storageDays|publisherCountry|geo)/.test(path)) return 'behaviour';
		return path.startsWith('mapper') ? 'mapping' : 'texts';
	},
	partOf: (path) => /^publisherRestrictions\.(\d+)/.exec(path)?.[1],
	clean,
	problemsOf: (draft) => problemsIn(draft, shapes),
	saved: (draft, customerId, row) => ({ body: { ...bodyOf({ ...draft, mapper: clean(draft) }, customerId, row), type: 1 } }),
};
