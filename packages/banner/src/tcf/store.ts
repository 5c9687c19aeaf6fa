/**
 * What the framework's banner keeps on the device, and only after a choice: the TC string in the cookie `euconsent-v2`
 * and Google's additional consent string in `addtl_consent`. A string too long for a cookie goes to local storage.
 */
import { cookies, DAY, type KeptAnswers, read, safely, standing } from '../core/store.ts';
import { sameSite, tellTabs } from '../light/keep.ts';
import { decode } from './decode.ts';
import type { Tc, TcfPointer } from './shapes.ts';

const TC_NAME = 'euconsent-v2';
const AC_NAME = 'addtl_consent';
/** Browsers refuse cookies of more than 4096 bytes with their name and attributes. */
const COOKIE_MOST = 3900;

const cookie = (name: string, text: string): string => new RegExp(`(?:^|; )${name}=([^;]*)`).exec(text)?.[1] ?? '';

/** Where storage is blocked nothing is kept, so nothing is allowed. */
const readOne = (name: string): string => safely(() => cookie(name, document.cookie) || localStorage.getItem(name)) || '';

/** What is kept under the two names, or told in the words of cookies; empty where there is nothing. */
export const readStrings = (told?: string | null): [tcString: string, ac: string] =>
	told ? [cookie(TC_NAME, told), cookie(AC_NAME, told)] : [readOne(TC_NAME), readOne(AC_NAME)];

const keepOne = (name: string, value: string, days: number): void => {
	const small = value.length <= COOKIE_MOST;
	try {
		// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
		document.cookie = `${name}=${small ? value : ''}; Path=/; Max-Age=${small && value ? days * DAY : 0}; SameSite=${sameSite()}`;
		if (small) localStorage.removeItem(name);
		else localStorage.setItem(name, value);
	} catch {
		// Blocked or full: the choice stands for this page, and the next one asks again.
	}
};

/** @param folder the publication that they are within: tabs that show another one need to know */
export const keepStrings = (folder: string, tcString: string, ac: string, days: number): void => {
	keepOne(TC_NAME, tcString, days);
	keepOne(AC_NAME, ac, days);
	tellTabs(`luvalla=1~${folder}; ${TC_NAME}=${tcString}; ${AC_NAME}=${ac}`);
};

/** Whether what is kept, or told in the words of cookies, was chosen on this publication or brought within it. */
export const isWithin = (folder: string, told?: string | null): boolean => (told || cookies()).includes(`luvalla=1~${folder}`);

/**
 * The string as it may be used; null asks again. Another CMP's, one made on a list that has changed materially since,
 * one for another country's law, or a corrupted one is no choice.
 */
export const usable = (text: string, pointer: TcfPointer): Tc | null => {
	const tc = decode(text);
	const fits = tc && tc.cmpId === pointer.cmpId && tc.country === pointer.country && tc.listVersion >= pointer.reaskBelow;
	return fits && tc.policyVersion <= pointer.policyVersion ? tc : null;
};

/** Whether a string allows a key: `p7`, `sf1`, or several that must all be allowed, `p1+p7`. */
export const allows = (tc: Tc, key: string): boolean =>
	key
		.split('+')
		.every((one) =>
			one.startsWith('sf') ? tc.specialFeatures.includes(Number(one.slice(2))) : tc.purposes.includes(Number(one.slice(1))),
		);

/** Beside a string, which knows days alone, the core's cookie keeps the second of the choice under this key. */
export const CHOSEN = 'tcf';

/** A string's answers to these keys, as the core keeps answers. `beside`: what the core's cookie says. */
export const keptOf = (tc: Tc | null, asked: string[], { [CHOSEN]: [, at] = [true, 0] }: KeptAnswers): KeptAnswers => {
	if (!tc) return {};
	const day = tc.created / 10;
	const second = at - (at % DAY) === day ? at : day;
	return Object.fromEntries(asked.map((key) => [key, [allows(tc, key), second] as [boolean, number]]));
};

/** Whether a yes of it stands no more: then it is asked for again, and no tag may act upon it until it is given. */
export const isOutdated = (
	tc: Tc,
	asked: string[],
	...rules: [days: readonly [no: number, yes: number], material?: Record<string, number>]
): boolean => {
	const own = keptOf(tc, asked, read({}));
	const now = standing(own, asked, ...rules);
	return asked.some((key) => own[key]?.[0] && !now[key]);
};
