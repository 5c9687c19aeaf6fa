/** A letter as the page's own frame can show it: nothing in it runs, and it looks as it does by day or by night. */

const DARK = /\(\s*prefers-color-scheme\s*:\s*dark\s*\)/gi;
const LIGHT = /\(\s*prefers-color-scheme\s*:\s*light\s*\)/gi;
const ALWAYS = '(min-width:0)';
const NEVER = '(max-width:0)';

const nonce = (): string => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/**
 * The frame takes on the page's policy: a style needs its nonce. Which look a reader's device asks for is written into the rules,
 * as a frame follows the portal's own.
 */
export const framed = (html: string, dark: boolean): string =>
	html
		.replace(DARK, dark ? ALWAYS : NEVER)
		.replace(LIGHT, dark ? NEVER : ALWAYS)
		.replace(/<style(?=[\s>])/gi, `<style nonce="${nonce()}"`);
