/** What a content may be: of a channel or of one control, with the controls that go with it. */

import { CHANNELS } from '@luvalla/contract/channels.ts';
import { CHANNEL_NAMES, CONTENT_TYPES, type ContentType, channelOf, codeOf, TYPES_OF } from '@luvalla/contract/engagement/content-types.ts';
import type * as contract from '@luvalla/contract/engagement/contents.ts';
import type { Placement } from '@luvalla/contract/placement.ts';
import { refusals } from '#kernel/http/errors.ts';
import type { Judged } from './hints.ts';
import type { ContentRow } from './store.ts';

export const refuseContent = refusals({
	content_known: [409, 'This domain has a content of this title already.', 'Verkkotunnuksella on jo tämänniminen sisältö.', 'title'],
	content_used: [
		409,
		'A constellation uses this content. Take it out there first.',
		'Jokin viestipaketti käyttää tätä sisältöä. Poista se ensin sieltä.',
	],
	content_changed: [
		409,
		'Somebody changed this content meanwhile. Look at it again.',
		'Joku muutti sisältöä sillä välin. Katso se uudelleen.',
	],
	content_incomplete: [
		422,
		'Something is still missing or cannot be read. Look at the hints.',
		'Jotakin puuttuu tai jotakin ei voi lukea. Katso huomautukset.',
	],
	too_many_contents: [
		409,
		'There are as many contents as can be kept. Delete some first.',
		'Sisältöjä on jo enimmäismäärä. Poista ensin joitakin.',
	],
	unknown_content_type: [422, 'Choose a channel or a control from the list.', 'Valitse kanava tai osa luettelosta.'],
	not_of_channel: [422, 'This channel does not use one of these texts.', 'Kanava ei käytä jotakin näistä teksteistä.'],
});

export interface Kind {
	readonly channel: number | null;
	readonly control: ContentType | null;
}

/** What a `contentType` means. @throws Refused 422 unknown_content_type */
export const kindOf = (contentType: string): Kind => {
	const typed = contentType.trim().toLowerCase();
	const control = CONTENT_TYPES.find((one) => one === typed);
	if (control) return { channel: null, control };
	const channel = CHANNELS.find((one) => CHANNEL_NAMES[one].en.toLowerCase() === typed);
	if (!channel) throw refuseContent('unknown_content_type');
	return { channel: codeOf(channel), control: null };
};

/** The name of what a content is. */
export const contentTypeOf = ({ channel, control }: Kind): string => {
	const of = channel === null ? null : channelOf(channel);
	return of === null ? (control ?? '') : CHANNEL_NAMES[of].en;
};

/** @throws Refused 422 not_of_channel where something is written that its kind does not use */
export const demandOfKind = ({ channel, control }: Kind, controls: Readonly<Record<string, contract.Controls>>): void => {
	const of = channel === null ? null : channelOf(channel);
	const may: readonly string[] = of === null ? (control === null ? [] : [control]) : TYPES_OF[of];
	const all = [...may, ...(may.includes('heroimage') ? ['heroimageAlt'] : [])];
	for (const one of Object.values(controls))
		for (const [name, value] of Object.entries(one))
			if (value !== undefined && value !== '' && !all.includes(name)) throw refuseContent('not_of_channel');
};

/** What of a content's placement is left in another kind. */
export const placedIn = ({ channel }: Kind, placement: Placement | null): Placement | null =>
	channel === codeOf('web') ? placement : null;

/** @throws Refused 422 not_of_channel where it is to stand on a site and is of another channel */
export const demandPlaced = (kind: Kind, placement: Placement | null): void => {
	if (placedIn(kind, placement) !== placement) throw refuseContent('not_of_channel');
};

/** A content as hints judge it. */
export const judgedOf = (one: Pick<ContentRow, 'channel' | 'control' | 'language' | 'controls' | 'markup'>): Judged => ({
	channel: one.channel === null ? null : channelOf(one.channel),
	only: one.control,
	language: one.language,
	written: {
		[one.language]: { controls: {}, markup: one.markup },
		...Object.fromEntries(Object.entries(one.controls).map(([language, controls]) => [language, { controls, markup: one.markup }])),
	},
});
