import type { Pointer } from '../shapes.ts';

/**
 * Draws the way back to the choices, unless the site has one of its own. The core does it, so that a returning visitor
 * loads nothing else; how it looks was decided at publishing (`look.ts`).
 */
export const reopenButton = (title: string, [, , , sheet]: Pointer['look'], onclick: () => void): HTMLElement | undefined => {
	if (!sheet) return;
	const host = document.createElement('div');
	const styles = new CSSStyleSheet();
	styles.replaceSync(sheet);
	const shadow = host.attachShadow({ mode: 'closed' });
	shadow.adoptedStyleSheets = [styles];
	shadow.append(Object.assign(document.createElement('button'), { title, onclick }));
	// Beside the body, which belongs to the page: what empties or replaces that leaves this.
	document.documentElement.append(host);
	return host;
};
