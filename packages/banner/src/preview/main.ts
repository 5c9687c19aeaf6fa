/**
 * Runs the real banner in the configurator's sandboxed frame, on what was typed. It has no core: nothing is stored,
 * nothing is sent, and an answer only brings the banner back.
 */
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import type { LightConfig } from '@luvalla/contract/consent/light';
import { lightData } from '../assemble.ts';
import type { LanguageWords } from '../languages/words.ts';
import { banner } from '../light/banner.ts';
import { tcfBanner } from '../tcf/banner.ts';
import { secondLayer } from '../tcf/second.ts';
import type { TcfData, TcfLayer } from '../tcf/shapes.ts';
import { drawPage } from './page.ts';

/** What the configurator sends. */
export interface PreviewMessage {
	config: LightConfig;
	template: string;
	language: BannerLanguage;
	/** The banner's own in that language. */
	words: LanguageWords;
	layer: 1 | 2;
	gpc: boolean;
}

/** What the TCF configurator sends. */
export interface TcfPreviewMessage {
	tcf: { data: TcfData; layer: TcfLayer };
	language: BannerLanguage;
	layer: 1 | 2;
	gpc: boolean;
}

const isTcf = (value: unknown): value is TcfPreviewMessage =>
	typeof value === 'object' && value !== null && 'tcf' in value && 'language' in value && 'layer' in value;
const isMessage = (value: unknown): value is PreviewMessage =>
	typeof value === 'object' && value !== null && 'config' in value && 'template' in value && 'words' in value && 'layer' in value;

let shown: { open(layer: 1 | 2): void; close(): void } | undefined;

const show = ({ config, template, language, words, layer, gpc }: PreviewMessage): void => {
	shown?.close();
	document.documentElement.lang = language;
	const again = (): void => {
		// The answer was seen to work; show the layer again.
		setTimeout(() => shown?.open(layer), 600);
	};
	shown = banner({
		data: lightData(template, config, language, words),
		gpc: gpc === true,
		values: () => ({}),
		due: () => [],
		decide: again,
	});
	shown.open(layer);
	tell();
};

const showTcf = ({ tcf, language, layer, gpc }: TcfPreviewMessage): void => {
	shown?.close();
	document.documentElement.lang = language;
	shown = tcfBanner({
		data: tcf.data,
		gpc: gpc === true,
		tc: () => null,
		ac: () => [],
		layer: async () => (options) => secondLayer(tcf.layer, options),
		decide: () => {
			// The answer was seen to work; show the layer again.
			setTimeout(() => shown?.open(layer), 600);
		},
	});
	shown.open(layer);
	tell();
};

const tell = (): void => parent.postMessage({ type: 'height', height: document.documentElement.scrollHeight }, '*');

drawPage();
addEventListener('message', (event) => {
	// Only the page that holds this frame may say what to draw.
	if (event.source !== parent) return;
	if (isTcf(event.data)) showTcf(event.data);
	else if (isMessage(event.data)) show(event.data);
});
parent.postMessage({ type: 'ready' }, '*');
