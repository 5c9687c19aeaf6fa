/** What is edited: a TCF configuration as the editor holds it, and what is wrong with it. */
import type { AnswerOf } from '@luvalla/contract/call';
import type { readConfiguration } from '@luvalla/contract/consent/configurations';
import { SaveTcfConfiguration, TcfConfig, TcfMapper, TcfTemplateName } from '@luvalla/contract/consent/tcf';
import type * as z from 'zod';
import { errorsOf } from '#portal/ui/FormDrawer.tsx';
import { isColour } from '../draft.ts';
import type { TcfTabName } from './tcf.search.ts';

export interface TcfDraft {
	title: string;
	/** Host name; empty until one is chosen. */
	domain: string;
	template: TcfTemplateName | 'NA';
	sdkVersion: string;
	bundleVersion: string;
	config: TcfConfig;
	mapper: TcfMapper;
}

/** What every tab gets: the draft, how to change it, and the sentence of a field in error. */
export interface TcfTabProps {
	draft: TcfDraft;
	/** Changes a copy of the draft in place. */
	edit: (change: (draft: TcfDraft) => void) => void;
	problem: (path: string) => string | undefined;
}

/**
 * The stored configuration as a draft.
 * @throws ZodError or SyntaxError when what is stored is no TCF banner
 */
export const tcfDraftOf = (stored: AnswerOf<typeof readConfiguration>): TcfDraft => ({
	title: stored.title,
	domain: stored.domain,
	template: TcfTemplateName.safeParse(stored.template).data ?? 'NA',
	sdkVersion: stored.sdkVersion,
	bundleVersion: stored.bundleVersion,
	config: TcfConfig.parse(JSON.parse(stored.config)),
	mapper: TcfMapper.parse(JSON.parse(stored.mapper)),
});

/** Only lines that say something. */
export const cleanTcfMapper = ({ purposes }: TcfMapper): TcfMapper => ({
	purposes: Object.fromEntries(Object.entries(purposes).filter(([, name]) => name.trim() !== '')),
});

/** The body of the save call. */
export const tcfPayloadOf = (draft: TcfDraft, customerId: number, id: string | undefined): z.input<typeof SaveTcfConfiguration> => ({
	...(id ? { id } : {}),
	customerId,
	domain: draft.domain,
	title: draft.title,
	type: 1,
	template: draft.template,
	sdkVersion: draft.sdkVersion,
	bundleVersion: draft.bundleVersion,
	config: JSON.stringify(draft.config),
	mapper: JSON.stringify(cleanTcfMapper(draft.mapper)),
});

/** Everything that keeps a draft from being saved. */
export const tcfProblemsOf = (draft: TcfDraft): Readonly<Record<string, string>> => ({
	...errorsOf(SaveTcfConfiguration.pick({ title: true, domain: true }), draft),
	...errorsOf(TcfConfig, draft.config),
	...Object.fromEntries(Object.entries(errorsOf(TcfMapper, draft.mapper)).map(([path, sentence]) => [`mapper.${path}`, sentence])),
});

/** Whether a finding names a field of the form; others name where it was measured. */
export const isTcfField = (path: string): boolean => path.startsWith('mapper.') || (path.split('.')[0] ?? '') in TcfConfig.shape;

/** The tab on which a field stands. */
export const tcfTabOf = (path: string): TcfTabName => {
	if (/^(vendors|acProviders)/.test(path)) return 'partners';
	if (/^(stacks|specialFeatures|legitimateInterest|publisherPurposes|publisherRestrictions)/.test(path)) return 'purposes';
	if (/^(colours|position|template)/.test(path)) return 'look';
	if (/^(reask|consentMode|storageDays|publisherCountry|geo)/.test(path)) return 'behaviour';
	return path.startsWith('mapper') ? 'mapping' : 'texts';
};

/** What can be drawn while a colour is half typed: the last whole one in its place. */
export const drawableTcf = (config: TcfConfig, last: TcfConfig['colours']): TcfConfig => {
	const whole = (name: keyof TcfConfig['colours']) => (isColour(config.colours[name]) ? config.colours[name] : last[name]);
	return {
		...config,
		colours: { button: whole('button'), buttonText: whole('buttonText'), background: whole('background'), text: whole('text') },
	};
};
