/** Mantine's theme and variables from the tokens: one theme object a hue, one resolver for all twelve looks. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, type MantineTheme } from '@mantine/core';
import { charts, danger, type Ladder, meanings, neutrals, rolesOf, type Scheme, SUN, type ThemeKey, themes } from './tokens.ts';

const tuple = (steps: Ladder): MantineColorsTuple => [
	steps[0],
	steps[1],
	steps[2],
	steps[3],
	steps[4],
	steps[5],
	steps[6],
	steps[7],
	steps[8],
	steps[9],
];

/** The red ladder, for the danger button; its middle steps stand only where Mantine asks for them. */
const danger10: MantineColorsTuple = [
	'#fff4f3',
	meanings.light.red.ground,
	meanings.dark.red.text,
	'#ee746d',
	'#e05f59',
	'#cc4a46',
	danger.dark.fill,
	danger.light.fill,
	meanings.light.red.text,
	'#570b0f',
];

const sans = "'Instrument Sans Variable', system-ui, sans-serif";
const mono = "'JetBrains Mono Variable', ui-monospace, monospace";

/** Mantine's theme for one of the six hues. Sizes, radii and breakpoints are visual.md sections 3, 4 and 7. */
export function themeOf(key: ThemeKey) {
	return createTheme({
		colors: { accent: tuple(themes[key].steps), danger: danger10 },
		primaryColor: 'accent',
		primaryShade: { light: 7, dark: 6 },
		white: '#ffffff',
		black: neutrals.light.text,
		fontFamily: sans,
		fontFamilyMonospace: mono,
		fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '0.875rem', lg: '0.9375rem', xl: '1.375rem' },
		lineHeights: { xs: '1.385', sm: '1.5', md: '1.5', lg: '1.47', xl: '1.36' },
		spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
		radius: { xs: '4px', sm: '5px', md: '6px', lg: '10px', xl: '12px' },
		defaultRadius: 'md',
		cursorType: 'pointer',
		focusRing: 'auto',
		respectReducedMotion: true,
		breakpoints: { xs: '24em', sm: '37.5em', md: '56.25em', lg: '75em', xl: '95em' },
		headings: {
			fontFamily: sans,
			fontWeight: '650',
			sizes: {
				h1: { fontSize: '1.375rem', lineHeight: '1.875rem' },
				h2: { fontSize: '0.9375rem', lineHeight: '1.375rem' },
				h3: { fontSize: '0.875rem', lineHeight: '1.25rem' },
			},
		},
		components: {
			// its placeholder is a child that a menu may not have; the first item takes focus by the arrow key
			Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
		},
		other: { key },
	});
}

/** `other.key` of a theme made by `themeOf`; the default theme for one made elsewhere (tests of single parts). */
function hueOf(theme: MantineTheme) {
	const key: unknown = theme.other.key;
	return themes[isThemeKey(key) ? key : 'primary'];
}

const isThemeKey = (key: unknown): key is ThemeKey => typeof key === 'string' && key in themes;

/** All variables of one look: our own (`--l-…`) and those of Mantine whose defaults would fail AA. */
function variables(theme: MantineTheme, scheme: Scheme): Record<string, string> {
	const n = neutrals[scheme];
	const r = rolesOf(hueOf(theme), scheme);
	const out: Record<string, string> = {
		'--l-canvas': n.canvas,
		'--l-surface': n.surface,
		'--l-raised': n.raised,
		'--l-hover': n.hover,
		'--l-sunken': n.sunken,
		'--l-line': n.line,
		'--l-line-2': n.line2,
		'--l-text': n.text,
		'--l-text-2': n.text2,
		'--l-text-3': n.text3,
		'--l-sun': SUN,
		'--l-fill': r.fill,
		'--l-fill-hover': r.fillHover,
		'--l-accent': r.accent,
		'--l-tint': r.tint,
		'--l-tint-text': r.tintText,
		'--l-row': r.row,
		'--l-data': r.data,
		'--l-spark': r.spark,
		'--l-error-edge': danger[scheme].edge,
		'--l-danger': danger[scheme].fill,
		'--l-before': charts[scheme].before,
		'--l-overlay': 'rgb(8 18 17 / .36)',
		'--l-shadow-menu':
			scheme === 'light'
				? '0 1px 2px rgb(14 32 30 / .06), 0 8px 24px -6px rgb(14 32 30 / .14)'
				: '0 0 0 1px rgb(255 255 255 / .05), 0 12px 28px -8px rgb(0 0 0 / .6)',
		'--l-shadow-drawer':
			scheme === 'light'
				? '0 1px 2px rgb(14 32 30 / .06), 0 12px 32px -8px rgb(14 32 30 / .18)'
				: '0 0 0 1px rgb(255 255 255 / .05), 0 16px 40px -8px rgb(0 0 0 / .7)',

		'--mantine-color-body': n.surface,
		'--mantine-color-text': n.text,
		'--mantine-color-bright': n.text,
		'--mantine-color-dimmed': n.text2,
		'--mantine-color-placeholder': n.text3,
		'--mantine-color-anchor': r.accent,
		'--mantine-color-error': meanings[scheme].red.text,
		'--mantine-color-default': n.surface,
		'--mantine-color-default-hover': n.hover,
		'--mantine-color-default-color': n.text,
		'--mantine-color-default-border': n.line,
		'--mantine-color-disabled': n.sunken,
		'--mantine-color-disabled-color': n.text2,
		'--mantine-color-disabled-border': n.line,
		'--mantine-primary-color-filled': r.fill,
		'--mantine-primary-color-filled-hover': r.fillHover,
		'--mantine-primary-color-light': r.tint,
		'--mantine-primary-color-light-hover': r.tint,
		'--mantine-primary-color-light-color': r.tintText,
		'--mantine-color-accent-filled': r.fill,
		'--mantine-color-accent-filled-hover': r.fillHover,
		'--mantine-color-accent-light': r.tint,
		'--mantine-color-accent-light-hover': r.tint,
		'--mantine-color-accent-light-color': r.tintText,
		'--mantine-color-accent-outline': r.accent,
		'--mantine-color-accent-text': r.accent,
		'--mantine-color-danger-filled': danger[scheme].fill,
		'--mantine-color-danger-filled-hover': scheme === 'light' ? meanings.light.red.text : danger.light.fill,
		'--mantine-color-danger-light': meanings[scheme].red.ground,
		'--mantine-color-danger-light-hover': meanings[scheme].red.ground,
		'--mantine-color-danger-light-color': meanings[scheme].red.text,
		'--mantine-color-danger-text': meanings[scheme].red.text,
	};
	r.horizon.forEach((colour, i) => {
		out[`--l-horizon-${i}`] = colour;
	});
	charts[scheme].series.forEach((colour, i) => {
		out[`--l-chart-${i + 1}`] = colour;
	});
	for (const [name, pair] of Object.entries(meanings[scheme])) {
		out[`--l-${name}`] = pair.text;
		out[`--l-${name}-ground`] = pair.ground;
	}
	return out;
}

export const variablesResolver: CSSVariablesResolver = (theme) => ({
	variables: {},
	light: variables(theme, 'light'),
	dark: variables(theme, 'dark'),
});
