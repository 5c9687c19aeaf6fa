/** Runs the real form in the portal's sandboxed frame, on what was typed there. Nothing is sent. */
import type { ShownForm } from '@luvalla/contract/consent/forms';
import './main.ts';

/** What the portal sends. */
export interface FormPreviewMessage {
	shown: ShownForm;
}

const isMessage = (value: unknown): value is FormPreviewMessage => typeof value === 'object' && value !== null && 'shown' in value;

const sheet = new CSSStyleSheet();
sheet.replaceSync('body{margin:0}');
document.adoptedStyleSheets = [sheet];
const place = document.body.appendChild(document.createElement('div'));

addEventListener('message', ({ data, source }) => {
	if (source !== parent || !isMessage(data)) return;
	document.documentElement.lang = data.shown.language;
	window.luvallaForm?.(place, data.shown, () => Promise.resolve(null));
	parent.postMessage({ type: 'form-height', height: document.documentElement.scrollHeight }, '*');
});
parent.postMessage({ type: 'form-ready' }, '*');
