import { DAY, type Kept } from '../core/store.ts';

/** Keeps answers on the device for so many days. Where storage is blocked they stand for this page only. */
export const keep = (folder: string, kept: Kept, days: number): void => {
	const parts = Object.entries(kept).map(([key, [answer, at]]) => `${key}.${answer ? 1 : 0}.${at.toString(36)}`);
	const secure = location.protocol === 'https:' ? '; Secure' : '';
	try {
		// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and not everywhere
		document.cookie = `luvalla=${['1', folder, ...parts].join('~')}; Path=/; Max-Age=${days * DAY}; SameSite=Lax${secure}`;
	} catch {
		// Blocked, as in a sandboxed frame.
	}
};
