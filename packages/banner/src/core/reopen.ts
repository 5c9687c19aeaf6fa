/** Draws the small button that brings the choices back. The core does it, so that a returning visitor loads nothing else. */
export const reopenButton = (name: string, [ground, ink, side]: [string, string, string], open: () => void): void => {
	const host = document.createElement('div');
	const sheet = new CSSStyleSheet();
	// The sign is a half-filled ring: some things on, some off.
	sheet.replaceSync(
		`:host{all:initial!important}` +
			`button{all:unset;position:fixed;z-index:2147483646;bottom:12px;${side}:12px;padding:13px;border-radius:50%;cursor:pointer;background:${ground};color:${ink};box-shadow:0 0 0 1px,0 2px 8px #0003}` +
			`:focus-visible{outline:3px solid;outline-offset:3px}button:before{content:"";display:block;width:14px;height:14px;border:2px solid;border-radius:50%;background:linear-gradient(90deg,${ink} 50%,#0000 0)}@media print{*{display:none}}`,
	);
	const shadow = host.attachShadow({ mode: 'closed' });
	shadow.adoptedStyleSheets = [sheet];
	const button = document.createElement('button');
	button.ariaLabel = button.title = name;
	button.onclick = open;
	shadow.append(button);
	document.body.prepend(host);
};
