/** What contents say together: merged, judged, frozen. */
import { channelAt } from '@luvalla/contract/channels.ts';
import { TYPES_OF } from '@luvalla/contract/engagement/content-types.ts';
import type { Controls, Hint } from '@luvalla/contract/engagement/contents.ts';
import { STATUS } from '@luvalla/contract/engagement/status-numbers.ts';
import type { Field } from '../contents/fields.ts';
import { freeze } from '../contents/freeze.ts';
import { type Judged, missingHints } from '../contents/hints.ts';
import type { FreezeLetter, Written } from '../contents/letter.ts';
import type { ContentRow } from '../contents/store.ts';
import type { Frozen } from '../message.ts';
import type { ConstellationRow } from './store.ts';

/** Controls that a content brings, in any language. */
export const broughtBy = (one: Pick<ContentRow, 'controls'>): string[] => [
	...new Set(
		Object.values(one.controls).flatMap((controls) =>
			Object.entries(controls).flatMap(([name, text]) =>
				text !== undefined && text.trim() !== '' && name !== 'heroimageAlt' ? [name] : [],
			),
		),
	),
];

/** Contents in the order of the channel's controls, for whoever reads them. */
export const inOrder = (contents: readonly ContentRow[], channel: number): ContentRow[] => {
	const types: readonly string[] = TYPES_OF[channelAt(channel)];
	const place = (one: ContentRow): number => Math.min(...broughtBy(one).map((name) => types.indexOf(name)), types.length);
	return [...contents].sort((a, b) => place(a) - place(b));
};

/** As one message: each language that any of them is written in, and what one lacks in it in its own default. */
export const mergedOf = (channel: number, contents: readonly ContentRow[]): Judged => {
	const [first] = contents;
	const language =
		contents.find((one) => broughtBy(one).some((name) => name === 'body' || name === 'rawhtml'))?.language ?? first?.language ?? 'en';
	const written: Record<string, Written> = {};
	for (const each of new Set([language, ...contents.flatMap((one) => Object.keys(one.controls))])) {
		const controls: Controls = {};
		for (const one of contents) Object.assign(controls, one.controls[each] ?? one.controls[one.language]);
		const markup = contents.find((one) => broughtBy(one).includes('rawhtml'))?.markup ?? 'html';
		written[each] = { controls, markup };
	}
	return { channel: channelAt(channel), only: null, language, written };
};

const unapproved = (contents: readonly ContentRow[]): Hint[] =>
	contents.flatMap(({ status, title }) =>
		status === STATUS.approved
			? []
			: [{ level: 'error', code: 'not_approved', language: null, control: null, detail: title, instead: null, line: null, column: null }],
	);

/** What is seen at once to keep a constellation from being published. */
export const shortHints = (channel: number, contents: readonly ContentRow[]): Hint[] => [
	...unapproved(contents),
	...missingHints(mergedOf(channel, contents)).filter(({ level }) => level === 'error'),
];

/** How it stands on the site, as the first of them that says so has it. */
const placementOf = (contents: readonly ContentRow[]): Frozen['placement'] =>
	contents.find(({ placement }) => placement !== null)?.placement ?? undefined;

/** A constellation frozen as it stands now, with all that is to be said about it. */
export const frozenOf = async (
	{ channel, web_hook: webHook }: Pick<ConstellationRow, 'channel' | 'web_hook'>,
	contents: readonly ContentRow[],
	fields: readonly Field[],
	make: FreezeLetter,
): Promise<{ frozen: Frozen | null; hints: Hint[] }> => {
	const { frozen, hints } = await freeze(mergedOf(channel, contents), fields, webHook, make, placementOf(contents));
	return { frozen, hints: [...unapproved(contents), ...hints] };
};
