/** A whole message frozen: every language that is whole, with what is to be said about all of them. */
import type { Channel } from '@luvalla/contract/channels.ts';
import type { Hint } from '@luvalla/contract/engagement/contents.ts';
import type { Frozen } from '../message.ts';
import type { Field } from './fields.ts';
import { hintsOf, type Judged, missingOf } from './hints.ts';
import { type FreezeLetter, freezeLetter, type Letter } from './letter.ts';

export interface FrozenWith {
	/** Null: its own language cannot be read. */
	readonly frozen: Frozen | null;
	readonly hints: readonly Hint[];
	/** Text made of the HTML, by language. */
	readonly madeText: ReadonlyMap<string, string | null>;
}

/** The channel that a content of one control is looked at as: the first that uses it. */
const AS: Readonly<Record<string, Channel>> = { subject: 'email', body: 'web', simpletext: 'sms', heroimage: 'mobile', rawhtml: 'web' };

/** Freezes and judges; never within a transaction, since a large one takes seconds. A language that lacks something is left out: its readers get the message's own, not a mixture. */
export const freeze = async (
	judged: Judged,
	fields: readonly Field[],
	webHook: Frozen['webHook'] = null,
	make: FreezeLetter = freezeLetter,
	placement?: Frozen['placement'],
): Promise<FrozenWith> => {
	const channel = judged.channel ?? AS[judged.only ?? ''] ?? 'web';
	const letters = new Map<string, Letter>();
	for (const [language, written] of Object.entries(judged.written)) letters.set(language, await make(channel, language, written));
	const languages: Frozen['languages'] = {};
	for (const [language, { frozen }] of letters) {
		const whole =
			language === judged.language || missingOf(judged.channel, judged.written[language]?.controls ?? {}, judged.only).length === 0;
		if (frozen !== null && whole) languages[language] = frozen;
	}
	return {
		frozen: Object.hasOwn(languages, judged.language)
			? { channel, language: judged.language, languages, webHook, ...(placement && { placement }) }
			: null,
		hints: hintsOf(judged, letters, fields),
		madeText: new Map([...letters].map(([language, { madeText }]) => [language, madeText])),
	};
};
