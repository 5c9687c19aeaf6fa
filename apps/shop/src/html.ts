/** Markup as text, with everything put into it escaped. */

/** Text that is markup already. */
export interface Markup {
	readonly markup: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const put = (value: unknown): string => {
	if (value === null || value === undefined || value === false) return '';
	if (Array.isArray(value)) return value.map(put).join('');
	if (typeof value === 'object' && 'markup' in value) return String(value.markup);
	return String(value).replace(/[&<>"']/g, (c) => escapes[c] ?? c);
};

export const html = (parts: TemplateStringsArray, ...values: unknown[]): Markup => ({
	markup: parts.reduce((text, part, i) => text + put(values[i - 1]) + part),
});
