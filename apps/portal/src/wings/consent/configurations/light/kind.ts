/** Light configurations: their calls, their shapes, and where each field of them stands. */
import {
	deleteLightConfiguration,
	lightConfigurations,
	lightTemplate,
	saveLightConfiguration,
} from '@luvalla/contract/consent/configurations';
import { LightConfig, LightMapper, TemplateName } from '@luvalla/contract/consent/light';
import { bodyOf, type DraftOf, problemsIn, type TabPropsOf } from '../editing/draft.ts';
import type { Kind } from '../editing/kind.ts';

export type LightDraft = DraftOf<LightConfig, LightMapper, TemplateName>;
export type LightTabProps = TabPropsOf<LightDraft>;
type TabName = 'texts' | 'categories' | 'look' | 'behaviour' | 'mapping' | 'json';

/** Only lines that say something, and only for categories that ask. */
const clean = ({ config, mapper }: Pick<LightDraft, 'config' | 'mapper'>): LightMapper => {
	const asked = config.categories.filter((category) => !category.necessary).map((category) => category.key);
	return {
		purposes: Object.fromEntries(Object.entries(mapper.purposes).filter(([key, name]) => asked.includes(key) && name.trim() !== '')),
		segments: Object.fromEntries(Object.entries(mapper.segments).filter(([key, ids]) => asked.includes(key) && ids.length > 0)),
		remembers: asked.includes(mapper.remembers) ? mapper.remembers : '',
		pushes: asked.includes(mapper.pushes) ? mapper.pushes : '',
	};
};

const shapes = { template: TemplateName, config: LightConfig, mapper: LightMapper };

export const light: Kind<LightConfig, LightMapper, TemplateName, TabName> = {
	type: 0,
	root: '/lightconfig',
	list: 'lightconfigurations',
	calls: { all: lightConfigurations, save: saveLightConfiguration, remove: deleteLightConfiguration, template: lightTemplate },
	shapes,
	tabOf: (path) => {
		if (path.startsWith('categories')) return 'categories';
		if (/^(colours|position|template|logo|corners|font|reopen)/.test(path)) return 'look';
		if (/^(reask|consentMode|geo|blockKnown|joined)/.test(path)) return 'behaviour';
		if (path.startsWith('mapper')) return 'mapping';
		return 'texts';
	},
	partOf: (path) => /^categories\.(\d+)\./.exec(path)?.[1],
	clean,
	problemsOf: (draft) => problemsIn(draft, shapes),
	saved: (draft, customerId, row) => ({ body: { ...bodyOf({ ...draft, mapper: clean(draft) }, customerId, row), type: 0 } }),
};
