/** The text that carries a choice from one host to another: `<second it was made>~statistics.1.tn2k9c~…`, as in the cookie. */
import type { KeptAnswers } from '../core/store.ts';

/** What a choice looks like at the end of an address. */
export const HANDED = /[#&]luvalla=([\w.~-]*)$/;

/** A link is followed at once; an address that was copied or kept is not a visit from there. */
const FRESH_SECONDS = 300;

/** `now` in seconds. */
export const handed = (kept: KeptAnswers, now: number): string =>
	[Math.floor(now).toString(36), ...Object.entries(kept).map(([key, [yes, at]]) => `${key}.${yes ? 1 : 0}.${at.toString(36)}`)].join('~');

/**
 * What this host keeps after a hand-over, or null when nothing changes. A yes fills only what has no answer here; a no
 * replaces an older yes; nothing replaces a no.
 */
export const taken = (text: string, here: KeptAnswers, asked: readonly string[], now: number): KeptAnswers | null => {
	const [made = '', ...parts] = text.split('~');
	if (!(Math.abs(now - Number.parseInt(made, 36)) <= FRESH_SECONDS)) return null;
	const kept: KeptAnswers = { ...here };
	let changed = false;
	for (const part of parts) {
		const [, key = '', answer, time = ''] = /^([a-z][\w-]*)\.([01])\.([\da-z]{1,8})$/.exec(part) ?? [];
		if (!asked.includes(key)) continue;
		const at = Number.parseInt(time, 36);
		const own = here[key];
		if (at > now + FRESH_SECONDS || (own && (answer === '1' || !own[0] || own[1] > at))) continue;
		kept[key] = [answer === '1', at];
		changed = true;
	}
	return changed ? kept : null;
};
