/**
 * Runs the real banner in the configurator's sandboxed frame, on what was typed. It has no core: nothing is stored,
 * nothing is sent, and an answer only brings the banner back.
 */
import type { Language, LightConfig } from '@luvalla/contract/consent/light';
import { lightData } from '../assemble.ts';
import { type Banner, banner } from '../light/banner.ts';
import { drawPage } from './page.ts';

/** What the configurator sends. */
export interface PreviewMessage {
	config: LightConfig;
	template: string;
	language: Language;
	layer: 1 | 2;
	gpc: boolean;
}

const isMessage = (value: unknown): value is PreviewMessage =>
	typeof value === 'object' && value !== null && 'config' in value && 'template' in value && 'language' in value && 'layer' in value;

let shown: Banner | undefined;

const show = ({ config, template, language, layer, gpc }: PreviewMessage): void => {
	shown?.close();
	document.documentElement.lang = language;
	const again = (): void => {
		// The answer was seen to work; show the layer again.
		setTimeout(() => shown?.open(layer), 600);
	};
	shown = banner({ data: lightData(template, config, language), gpc: gpc === true, values: () => ({}), due: () => [], decide: again });
	shown.open(layer);
	tell();
};

const tell = (): void => parent.postMessage({ type: 'height', height: document.documentElement.scrollHeight }, '*');

drawPage();
addEventListener('message', (event) => {
	// Only the page that holds this frame may say what to draw.
	if (event.source !== parent || !isMessage(event.data)) return;
	show(event.data);
});
parent.postMessage({ type: 'ready' }, '*');
