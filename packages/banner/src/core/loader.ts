/** The element that carries the loader; where something else runs it (as a module, from a text), the one that names it. */
export const loader = (): HTMLScriptElement | null => {
	const me = document.currentScript;
	return me instanceof HTMLScriptElement ? me : document.querySelector<HTMLScriptElement>('script[src*="/cmp/d/"]');
};
