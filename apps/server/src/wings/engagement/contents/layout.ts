/** The letter that rich text stands in, and what ends every letter. Robust first: tables for place, no picture of ours, dark where the reader likes it. */
import { footWords } from './words.ts';

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;background:#f4f2ee;color:#1d2a25}
img{border:0;max-width:100%;height:auto}
.page{background:#f4f2ee}
.sheet{background:#ffffff;color:#1d2a25}
.words h1{font-size:26px;line-height:1.25;margin:0 0 16px}
.words h2{font-size:20px;line-height:1.3;margin:24px 0 12px}
.words h3{font-size:17px;line-height:1.35;margin:20px 0 8px}
.words p,.words ul,.words ol,.words blockquote{margin:0 0 16px}
.words a{color:#0b6357}
.foot,.foot a{color:#55605b}
@media (max-width:480px){.pad{padding-left:20px !important;padding-right:20px !important}}
@media (prefers-color-scheme:dark){body,.page{background:#10161a !important}.sheet{background:#1a2226 !important;color:#eef2f0 !important}.words a{color:#7fd6c6 !important}.foot,.foot a{color:#b3beb9 !important}.line{border-color:#37424a !important}}`;

/** Looks of what an author writes; they stand in the tags as well, for programs that read no style sheet. */
const INLINE: readonly (readonly [RegExp, string])[] = [
	[/<h1>/g, '<h1 style="font-size:26px;line-height:1.25;margin:0 0 16px">'],
	[/<h2>/g, '<h2 style="font-size:20px;line-height:1.3;margin:24px 0 12px">'],
	[/<h3>/g, '<h3 style="font-size:17px;line-height:1.35;margin:20px 0 8px">'],
	[/<a (?=href)/g, '<a style="color:#0b6357" '],
];
/** @param html rich text that was made safe, its Liquid taken out */
export const dressed = (html: string): string => INLINE.reduce((text, [tag, styled]) => text.replace(tag, styled), html);

/** The recipient's own subject (template.ts). */
const TITLE = '{{ letter.subject }}';

/** What a rich text becomes by e-mail. Parts are HTML of their author, which is made safe with all the rest. */
export const letterOf = (parts: { language: string; body: string; heroimage: string | null; alt: string }): string => {
	const picture =
		parts.heroimage === null
			? ''
			: `<tr><td><img src="${parts.heroimage}" width="600" alt="${parts.alt}" style="display:block;width:100%;max-width:600px;height:auto"></td></tr>`;
	return `<html lang="${parts.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${TITLE}</title><style>${STYLE}</style></head>
<body style="margin:0;padding:0;word-spacing:normal;background:#f4f2ee">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f2ee"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;border-radius:8px;overflow:hidden;background:#ffffff;color:#1d2a25">${picture}
<tr><td class="pad words" style="padding:32px;font-family:${FONT};font-size:16px;line-height:1.55">${parts.body}</td></tr>
${SHEET_END}`;
};

/** How the sheet of a rich text ends; the foot stands before it. */
const SHEET_END = `</table>
</td></tr></table>
</body></html>`;

/** @param html as `letterOf` began it and it was made safe */
export const withSheetFoot = (html: string, foot: string): string => {
	const at = html.lastIndexOf(SHEET_END);
	if (at < 0) throw new Error('A letter has lost the end of its sheet.');
	return `${html.slice(0, at)}${foot}${html.slice(at)}`;
};

/** What a rich text becomes by channels that show it themselves. */
export const sheetOf = (language: string, body: string): string =>
	`<html lang="${language}"><head><meta charset="utf-8"><title>${TITLE}</title></head><body>${body}</body></html>`;

/** What a letter has of its own already. */
export interface Has {
	readonly unsubscribe: boolean;
	readonly why: boolean;
	readonly preferences: boolean;
	/** The company's name. */
	readonly name: boolean;
	readonly postal: boolean;
}

/** Who it is from, by the company's name, and where they are. A sender's address may hold the name: it stands there once. A preview may have no address yet; what is sent has one (campaigns/plan-of.ts). */
const fromOf = (has: Has): string => {
	if (has.postal) return has.name ? '' : '{{ customer.name }}';
	return `${has.name ? '' : '{% unless sender.postal contains customer.name %}{{ customer.name }}{% if sender.postal != blank %}, {% endif %}{% endunless %}'}{{ sender.postal }}`;
};

/**
 * Ends a letter's HTML: why it came, how to stop it, who wrote it and where they are. '': it says all of that itself.
 * @param place within the sheet of a rich text, behind a line; or below HTML that is its author's alone
 */
export const footOf = (language: string, has: Has, place: 'sheet' | 'below'): string => {
	const words = footWords(language);
	const parts = [
		...(has.why ? [] : [`<a href="{{ links.why }}" style="color:inherit">${words.why}</a>`]),
		...(has.preferences ? [] : [`<a href="{{ links.preferences }}" style="color:inherit">${words.preferences}</a>`]),
		...(has.unsubscribe ? [] : [`<a href="{{ links.unsubscribe }}" style="color:inherit">${words.unsubscribe}</a>`]),
		fromOf(has),
	].filter((part) => part !== '');
	if (parts.length === 0) return '';
	const said = parts.join(' &middot; ');
	const font = `font-family:${FONT};font-size:13px;line-height:1.6`;
	return place === 'sheet'
		? `<tr><td class="pad foot" style="padding:0 32px 28px;${font}"><div class="line" style="border-top:1px solid #dedbd4;padding-top:14px">${said}</div></td></tr>`
		: `<table role="presentation" class="foot" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:8px 24px 32px;${font}">${said}</td></tr></table>`;
};

/** The same for plain text. */
export const textFootOf = (language: string, has: Has): string => {
	const words = footWords(language);
	const parts = [
		...(has.name && has.postal ? [] : [fromOf(has)]),
		...(has.why ? [] : [`${words.why} {{ links.why }}`]),
		...(has.preferences ? [] : [`${words.preferences}: {{ links.preferences }}`]),
		...(has.unsubscribe ? [] : [`${words.unsubscribe}: {{ links.unsubscribe }}`]),
	];
	return parts.length === 0 ? '' : `\n\n-- \n${parts.join('\n')}\n`;
};
