/** Every colour of visual.md section 5, once. `contrast.test.ts` walks every pair; `mantine.ts` makes variables of them. */

export const schemes = ['light', 'dark'] as const;
export type Scheme = (typeof schemes)[number];

/** Snow with a trace of spruce: the same in all themes. */
export const neutrals = {
	light: {
		canvas: '#f4f6f5',
		surface: '#ffffff',
		raised: '#ffffff',
		hover: '#f3f6f5',
		sunken: '#f0f3f2',
		line: '#e3e8e7',
		line2: '#7f8b87',
		text: '#16201e',
		text2: '#4c5957',
		text3: '#626e6b',
	},
	dark: {
		canvas: '#0c1112',
		surface: '#141a1b',
		raised: '#1b2324',
		hover: '#1b2324',
		sunken: '#0f1516',
		line: '#283132',
		line2: '#6f7c7c',
		text: '#e8eeed',
		text2: '#a9b5b3',
		text3: '#8c9997',
	},
} as const;

/** Live dot, logo and horizon; never text, never the only sign. */
export const SUN = '#f2a33a';

export type Ladder = readonly [string, string, string, string, string, string, string, string, string, string];

export interface Hue {
	name: { en: string; fi: string };
	/** Steps 0 to 9 of the lightness ladder. */
	steps: Ladder;
	tintDark: string;
	rowDark: string;
}

/** Keys are stored (portal.md: six choices, the default is `primary`), names are shown. */
export const themeKeys = ['primary', 'blue', 'green', 'purple', 'orange', 'dark'] as const;
export type ThemeKey = (typeof themeKeys)[number];

export const themes: Record<ThemeKey, Hue> = {
	primary: {
		name: { en: 'Spruce', fi: 'Kuusi' },
		steps: ['#f0f9f9', '#dff1f1', '#bee1e1', '#90caca', '#5baeaf', '#2f9091', '#077a7b', '#016465', '#004e4f', '#003636'],
		tintDark: '#0d2d2e',
		rowDark: '#162323',
	},
	blue: {
		name: { en: 'Lake', fi: 'Järvi' },
		steps: ['#f1f7ff', '#e1eeff', '#c1dcfc', '#96c2f3', '#67a2e4', '#4383c8', '#2b6cb0', '#165897', '#0c457a', '#062e55'],
		tintDark: '#14293f',
		rowDark: '#18212c',
	},
	green: {
		name: { en: 'Moss', fi: 'Sammal' },
		steps: ['#f2f9f2', '#e4f1e4', '#c9e1c8', '#a3caa3', '#7aae7b', '#58905a', '#427945', '#2f6433', '#224f25', '#153618'],
		tintDark: '#1a2d1b',
		rowDark: '#1b231b',
	},
	purple: {
		name: { en: 'Heather', fi: 'Kanerva' },
		steps: ['#faf4fe', '#f4e8fc', '#e6cff5', '#d2ade9', '#b887d6', '#9b66ba', '#8450a2', '#6f3d8a', '#582d6f', '#3c1e4d'],
		tintDark: '#302039',
		rowDark: '#241d29',
	},
	orange: {
		name: { en: 'Cloudberry', fi: 'Hilla' },
		steps: ['#fff5ed', '#fde9da', '#f7d1b5', '#ebaf82', '#d7894a', '#ba6818', '#9e5400', '#824400', '#673500', '#482300'],
		tintDark: '#3a210c',
		rowDark: '#291e15',
	},
	dark: {
		name: { en: 'Granite', fi: 'Graniitti' },
		steps: ['#f6f7f7', '#ebedee', '#d6dadb', '#b8bfc1', '#97a0a3', '#798285', '#636c6f', '#50585b', '#3e4547', '#2a2f31'],
		tintDark: '#252829',
		rowDark: '#1f2121',
	},
};

/** The colours a theme's steps play (visual.md, "role of a theme step"). */
export function rolesOf(hue: Hue, scheme: Scheme) {
	const s = hue.steps;
	return scheme === 'light'
		? {
				fill: s[7],
				fillHover: s[8],
				accent: s[7],
				tintText: s[8],
				tint: s[1],
				row: s[0],
				data: s[7],
				spark: s[5],
				/** Steps 0, 1, 2 and 5 of the horizon drawings. */
				horizon: [s[0], s[1], s[2], s[5]] as const,
			}
		: {
				fill: s[6],
				fillHover: s[7],
				accent: s[3],
				tintText: s[2],
				tint: hue.tintDark,
				row: hue.rowDark,
				data: s[4],
				spark: s[4],
				horizon: [hue.rowDark, hue.tintDark, s[8], s[6]] as const,
			};
}

/** Meaning colours: never follow the theme. Badge = text on ground. */
export const meanings = {
	light: {
		gray: { text: '#3e4645', ground: '#ebeded' },
		green: { text: '#224f25', ground: '#e4f1e4' },
		blue: { text: '#0c457a', ground: '#e1eeff' },
		violet: { text: '#493477', ground: '#eee9ff' },
		teal: { text: '#004f4c', ground: '#dff1f0' },
		amber: { text: '#5b3d00', ground: '#f6ebda' },
		red: { text: '#7e1318', ground: '#ffe6e4' },
	},
	dark: {
		gray: { text: '#d5dada', ground: '#252828' },
		green: { text: '#c9e1c8', ground: '#1a2d1b' },
		blue: { text: '#c1dcfc', ground: '#14293f' },
		violet: { text: '#dbd3fa', ground: '#29223e' },
		teal: { text: '#bee2de', ground: '#0d2e2c' },
		amber: { text: '#ebd6b6', ground: '#352408' },
		red: { text: '#ffcac5', ground: '#3d1d1b' },
	},
} as const;
export type Meaning = keyof (typeof meanings)['light'];
export const meaningNames: readonly Meaning[] = ['gray', 'green', 'blue', 'violet', 'teal', 'amber', 'red'];

/** Fill of a danger button (white text) and the 2 px edge of a field in error. */
export const danger = {
	light: { fill: '#9c2024', edge: '#9c2024' },
	dark: { fill: '#b63636', edge: '#ee746d' },
} as const;

/** Series in the order fixed by meaning: yes, partly, refused, in progress, none, other; `before` is the earlier period. */
export const charts = {
	light: { series: ['#016566', '#b97515', '#6a0a43', '#4a94db', '#7f8988', '#4a2c84'], before: '#7d8986' },
	dark: { series: ['#3ca59f', '#d09033', '#ba4760', '#8cc3fc', '#d6e1e0', '#806ab9'], before: '#8c9997' },
} as const;
