/**
 * Draws the small button that brings the choices back. The core does it, so that a returning visitor loads nothing else.
 * Its sign is a disc of two halves: some things on, some off.
 */
export const reopenButton = (title: string, [ground, ink, side]: [string, string, string], onclick: () => void): void => {
	const host = document.createElement('div');
	const sheet = new CSSStyleSheet();
	sheet.replaceSync(
		`:host{all:initial!important}button{position:fixed;z-index:2147483646;bottom:12px;${side}:12px;width:44px;height:44px;padding:13px;border:0;border-radius:50%;box-shadow:0 0 0 1px;forced-color-adjust:none;color:${ink};background:linear-gradient(90deg,${ink} 50%,${ink}55 0)content-box,${ground}}@media print{*{display:none}}`,
	);
	const shadow = host.attachShadow({ mode: 'closed' });
	shadow.adoptedStyleSheets = [sheet];
	shadow.append(Object.assign(document.createElement('button'), { title, onclick }));
	// Beside the body, which belongs to the page: what empties or replaces that leaves this.
	document.documentElement.append(host);
};
