/**
 * Runs the real banner in the configurator's sandboxed frame, on what was typed. It has no core: nothing is stored,
 * nothing is sent. An answer leaves what it leaves on a page, the way back; where there is none, the banner comes again.
 */
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import type { LightConfig } from '@luvalla/contract/consent/light';
import { lightData } from '../assemble.ts';
import { reopenButton } from '../core/reopen.ts';
import { textsIn } from '../languages/reading.ts';
import type { LanguageWords } from '../languages/words.ts';
import { banner } from '../light/banner.ts';
import { reopenLook } from '../look.ts';
import { drawMessage } from '../message/draw.ts';
import { paletteOf } from '../publication.ts';
import { PUSH_WORDS } from '../push/words.ts';
import type { Pointer } from '../shapes.ts';
import { tcfBanner } from '../tcf/banner.ts';
import { secondLayer } from '../tcf/second.ts';
import type { TcfData, TcfLayer } from '../tcf/shapes.ts';
import { templates } from '../templates.ts';
import { makeRoom, nameSite } from './page.ts';

/** 0: neither layer, as after an answer. */
type Layer = 0 | 1 | 2;

/** What the configurator sends. */
export interface PreviewMessage {
	config: LightConfig;
	template: string;
	language: BannerLanguage;
	/** The banner's own in that language. */
	words: LanguageWords;
	layer: Layer;
	gpc: boolean;
	/** Stands on the page behind the banner as the site's name. */
	host?: string;
}

/** What the TCF configurator sends. */
export interface TcfPreviewMessage {
	tcf: { data: TcfData; layer: TcfLayer; look: Pointer['look'] };
	language: BannerLanguage;
	layer: Layer;
	gpc: boolean;
	host?: string;
}

/** What the editor of messages sends. */
export interface SitePreviewMessage {
	/** Without it the page stands alone. */
	message: Parameters<typeof drawMessage>[0] | null;
	language: BannerLanguage;
	host?: string;
}

const isSite = (value: unknown): value is SitePreviewMessage =>
	typeof value === 'object' && value !== null && 'message' in value && 'language' in value;
const isTcf = (value: unknown): value is TcfPreviewMessage =>
	typeof value === 'object' && value !== null && 'tcf' in value && 'language' in value && 'layer' in value;
const isMessage = (value: unknown): value is PreviewMessage =>
	typeof value === 'object' && value !== null && 'config' in value && 'template' in value && 'words' in value && 'layer' in value;

/** How long nothing is shown where a site has its own way back. */
const GONE_MS = 600;

let shown: { open(layer: 1 | 2): void; close(): void } | undefined;
let wayBack: HTMLElement | undefined;

/** What a configuration draws, of either kind. */
interface Drawing {
	look: Pointer['look'];
	/** Name of the way back. */
	reopen: string;
	/** A strip along the top: the page makes room. */
	strip: boolean;
	bannerOf(decide: () => void): NonNullable<typeof shown>;
}

const draw = ({ look, reopen, strip, bannerOf }: Drawing, { language, layer }: Pick<PreviewMessage, 'language' | 'layer'>): void => {
	shown?.close();
	document.documentElement.lang = language;
	const show = (which: Layer): void => {
		wayBack?.remove();
		wayBack = undefined;
		makeRoom(strip && which > 0);
		if (which > 0) shown?.open(which === 2 ? 2 : 1);
		else wayBack = reopenButton(reopen, look, () => go(2));
	};
	/** By the visitor's own act: whoever holds the frame learns which layer it shows. */
	const go = (which: Layer): void => {
		show(which);
		parent.postMessage({ type: 'layer', layer: which }, '*');
	};
	shown = bannerOf(() => {
		if (look[3]) go(0);
		else setTimeout(() => show(layer === 2 ? 2 : 1), GONE_MS);
	});
	show(layer);
	parent.postMessage({ type: 'height', height: document.documentElement.scrollHeight }, '*');
};

/** Links lead nowhere: the frame would show another page in the banner's place. */
const still = <Data extends { texts: { policyUrl: string; ownDataUrl?: string } }>(data: Data): Data => {
	const { policyUrl, ownDataUrl } = data.texts;
	return { ...data, texts: { ...data.texts, policyUrl: policyUrl && '#', ownDataUrl: ownDataUrl && '#' } };
};

const show = (message: PreviewMessage): void => {
	const { config, template, language, words, gpc } = message;
	const data = still(lightData(template, config, language, words));
	draw(
		{
			look: reopenLook(config),
			reopen: textsIn(config.texts, language).reopen,
			strip: template === 'inline-strip' && config.position === 'top',
			bannerOf: (decide) => banner({ data, gpc: gpc === true, values: () => ({}), due: () => [], decide }),
		},
		message,
	);
};

const showTcf = (message: TcfPreviewMessage): void => {
	const { data, layer, look } = message.tcf;
	draw(
		{
			look,
			reopen: data.texts.reopen,
			strip: false,
			bannerOf: (decide) =>
				tcfBanner({
					data: still(data),
					gpc: message.gpc === true,
					tc: () => null,
					ac: () => [],
					layer: async () => (options) => secondLayer(layer, options),
					decide,
				}),
		},
		message,
	);
};

let takeOff: (() => void) | undefined;
/** In the colours that a banner begins with. Closed, it comes back after a while: nothing of it is kept. */
const showMessage = (sent: SitePreviewMessage): void => {
	const { message, language } = sent;
	const { config } = templates['bottom-bar'];
	takeOff?.();
	document.documentElement.lang = language;
	takeOff = message
		? drawMessage(
				message,
				paletteOf(config.colours),
				PUSH_WORDS[language],
				'right',
				() => undefined,
				() => setTimeout(() => showMessage(sent), GONE_MS),
			)
		: undefined;
};

// A message's links lead out of the frame.
addEventListener('click', (event) => takeOff && event.preventDefault(), true);
addEventListener('message', (event) => {
	// Only the page that holds this frame may say what to draw.
	if (event.source !== parent) return;
	if (isSite(event.data) || isTcf(event.data) || isMessage(event.data)) nameSite(event.data.host ?? '');
	if (isSite(event.data)) showMessage(event.data);
	else if (isTcf(event.data)) showTcf(event.data);
	else if (isMessage(event.data)) show(event.data);
});
parent.postMessage({ type: 'ready' }, '*');
