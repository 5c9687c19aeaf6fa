/** What a configuration says of looks, made into what the published files carry. Pure. */
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import type { LightConfig } from '@luvalla/contract/consent/light';
import type { Corners, lookFields, ReopenPlace } from '@luvalla/contract/consent/look';
import { pictureOf } from '@luvalla/contract/consent/picture';
import type { Look, Pointer } from './shapes.ts';

type LookConfig = Pick<LightConfig, keyof typeof lookFields>;

/** As every banner looked before there was a choice. */
export const plainLook: LookConfig = { logo: null, corners: 'soft', font: 'site', fontName: '', reopen: { sign: 'cookie' } };

/** Radii of the layers and of their buttons, CSS pixels; a button is 44 high. */
const RADII: Record<Corners, [layer: number, button: number]> = { square: [0, 0], soft: [14, 8], round: [24, 22] };
const SYSTEM = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

const familyOf = ({ font, fontName }: Pick<LookConfig, 'font' | 'fontName'>): string | undefined => {
	if (font === 'system') return SYSTEM;
	if (font === 'serif') return "ui-serif,Georgia,'Times New Roman',serif";
	return font === 'named' && fontName ? `'${fontName}',${SYSTEM}` : undefined;
};

/** What the layers know of it in one language, the picture as it stands in the configuration; absent: nothing but what is usual. */
export const lookOf = (config: LookConfig, language: BannerLanguage): { look?: Look } => {
	const picture = config.logo && pictureOf(config.logo.image);
	const font = familyOf(config);
	const look: Look = {
		...(config.corners !== 'soft' && { corners: RADII[config.corners] }),
		...(font !== undefined && { font }),
		...(config.logo && picture && { logo: [config.logo.image, config.logo.alt[language] ?? '', picture.width, picture.height] }),
	};
	return Object.keys(look).length > 0 ? { look } : {};
};

/** The same with the logo as the folder's own file. */
export const served = <Data extends { look?: Look }>(data: Data): Data => {
	const [image, ...rest] = data.look?.logo ?? [];
	if (image === undefined) return data;
	const [alt = '', width = 0, height = 0] = rest;
	return { ...data, look: { ...data.look, logo: [`logo.${pictureOf(image)?.extension}`, alt, width, height] } };
};

/** The layers' script without the styles that this template, position and look have no use for: `light/styles.ts` marks them. */
export const pruned = (script: string, template: string, { logo, position }: Pick<LightConfig, 'logo' | 'position'>): string =>
	script.replace(/\/\*@([\w -]+)\*\/(.*?)\/\*@\*\//gs, (_, names: string, styles: string) =>
		[template, `p-${position}`, ...(logo ? ['logo'] : [])].some((name) => names.split(' ').includes(name)) ? styles : '',
	);

export interface PublishedFile {
	/** Within the folder. */
	path: string;
	/** Content type. */
	type: string;
	text: string;
	/** Of a file that is no text; `text` is empty then. */
	bytes?: Uint8Array;
}

/** The folder's file of the logo, where there is one. */
export const logoFiles = ({ logo }: Pick<LookConfig, 'logo'>): PublishedFile[] => {
	const picture = logo && pictureOf(logo.image);
	return picture ? [{ path: `logo.${picture.extension}`, type: picture.type, text: '', bytes: picture.bytes }] : [];
};

/** Where the way back stands: what was chosen, else on the side where the banner stands. */
export const reopenPlaceOf = ({ reopen, position }: Pick<LightConfig, 'reopen' | 'position'>): ReopenPlace =>
	reopen.place ?? (position === 'bottom-right' ? 'bottom-right' : 'bottom-left');

type ReopenConfig = Pick<LightConfig, 'colours' | 'position' | 'reopen' | 'corners' | 'font' | 'fontName'>;

const sideOf = (place: ReopenPlace): 'left' | 'right' => (place.endsWith('right') ? 'right' : 'left');

/** A cookie with a bite and three crumbs, 20 × 20: a border in the text's colour, which forced colours keep, cut to shape. */
const COOKIE =
	"::before{content:'';border:10px solid;clip-path:path('M10 0a10 10 0 1 0 10 10q-5 0-5-5-5 0-5-5M5 7h3v3h-3M7 13h3v3h-3M12 10h3v3h-3')}";

/**
 * The style sheet of the way back: a tab at the window's edge, as narrow as its sign, that unfolds to its name. Made here,
 * so that a page loads only the one that is meant; empty: there is none. Every visitor loads it with every page.
 */
const reopenSheet = (config: ReopenConfig): string => {
	const place = reopenPlaceOf(config);
	if (place === 'none') return '';
	const side = sideOf(place);
	const middle = place === side;
	const r = Math.min(RADII[config.corners][1], 12);
	const inner = side === 'left' ? `0 ${r}px ${r}px 0` : `${r}px 0 0 ${r}px`;
	const words = config.reopen.sign === 'words';
	// Words at the foot stand on its edge, a line high; at a side they run along it.
	const shape = !words
		? `${side}:0;bottom:${middle ? 50 : 5}%;padding:11px 2px;border-radius:${inner}`
		: middle
			? `${side}:0;bottom:50%;translate:0 50%;padding:8px 3px;writing-mode:vertical-rl;border-radius:${inner};font:inherit`
			: `${side}:16px;bottom:0;padding:3px 6px max(3px,env(safe-area-inset-bottom));border-radius:${r}px ${r}px 0 0;font:inherit`;
	const { text, background } = config.colours;
	// Only words that always show are worth the page's own font.
	const host = words ? `;font-family:${familyOf(config) ?? 'inherit'}!important;font-size:medium!important` : '';
	const named = words ? '' : `${COOKIE}:is(:hover,:focus-visible)`;
	return `:host{all:initial!important${host}}*{position:fixed;z-index:99999;display:flex;border:1px solid;color:${text};background:${background};${shape}}${named}::after{content:'\u00a0'attr(title)'\u00a0'}@media print{*{display:none}}`;
};

/** What the loader knows of it: ground, ink, side, and the sheet. Loaders before 0.4.0 draw a disc of their own by the first three. */
export const reopenLook = (config: ReopenConfig): Pointer['look'] => [
	config.colours.background,
	config.colours.text,
	sideOf(reopenPlaceOf(config)),
	reopenSheet(config),
];
