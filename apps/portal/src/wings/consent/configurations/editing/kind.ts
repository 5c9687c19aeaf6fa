/** What a kind of configuration says of itself; list, editor and their screens are drawn of it. */
import type { InputOf } from '@luvalla/contract/call';
import type {
	deleteLightConfiguration,
	lightConfigurations,
	lightTemplate,
	saveLightConfiguration,
} from '@luvalla/contract/consent/configurations';
import type { deleteTcfConfiguration, saveTcfConfiguration, tcfConfigurations, tcfTemplate } from '@luvalla/contract/consent/tcf';
import type { DraftOf, Problems, ReadRow, ShapesOf } from './draft.ts';

type Saving = typeof saveLightConfiguration | typeof saveTcfConfiguration;

export interface Kind<Config, Mapper, Template extends string, Tab extends string> {
	/** As the specification numbers them. */
	readonly type: 0 | 1;
	/** Path of the list; its editors stand below it. */
	readonly root: '/lightconfig' | '/tcfconfig';
	/** What the list's own settings are kept under. */
	readonly list: 'lightconfigurations' | 'tcfconfigurations';
	readonly calls: {
		readonly all: typeof lightConfigurations | typeof tcfConfigurations;
		readonly save: Saving;
		readonly remove: typeof deleteLightConfiguration | typeof deleteTcfConfiguration;
		readonly template: typeof lightTemplate | typeof tcfTemplate;
	};
	readonly shapes: ShapesOf<Config, Mapper, Template> & { config: { shape: object } };
	/** The tab on which a field stands. */
	readonly tabOf: (path: string) => Tab;
	/** What is opened below its tab, so that a field can be seen. */
	readonly partOf: (path: string) => string | undefined;
	/** Only lines of the mapper that say something. */
	readonly clean: (draft: { config: Config; mapper: Mapper }) => Mapper;
	/** Everything that keeps a draft from being saved. */
	readonly problemsOf: (draft: DraftOf<Config, Mapper, Template>) => Problems;
	/** What saving sends. */
	readonly saved: (draft: DraftOf<Config, Mapper, Template>, customerId: number, row: ReadRow) => InputOf<Saving>;
}
