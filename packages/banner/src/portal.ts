/** Luvalla's own consent preferences in its own portal: the same banner, a configuration built in, nothing recorded. */
import { type Banner, banner, sendsGpc } from './light/banner.ts';
import type { LightData } from './shapes.ts';

const cookies: [string, string, string][] = [
	['luvalla_session', 'Luvalla', '12 h'],
	['luvalla_op', 'Luvalla', '12 h'],
	['luvalla_interaction', 'Luvalla', '20 min'],
];

/** Of its one layer; the first, which asks, is never opened. */
type Texts = Pick<LightData['texts'], 'save' | 'choicesTitle' | 'alwaysOn'>;
const UNSHOWN = { title: '', body: '', refuse: '', accept: '', choose: '', policyLabel: '', policyUrl: '' };

const words: Record<'en' | 'fi', { texts: Texts; name: string; about: string; count: string; gpc: string }> = {
	en: {
		texts: {
			save: 'Close',
			choicesTitle: 'What Luvalla keeps in your browser',
			alwaysOn: 'Always on',
		},
		name: 'Necessary',
		about: 'Your sign-in, and the language, theme and view you chose. Luvalla does not work without them, and uses nothing else.',
		count: `${cookies.length} cookies`,
		gpc: 'Opt-out request honoured: your browser sends Global Privacy Control.',
	},
	fi: {
		texts: {
			save: 'Sulje',
			choicesTitle: 'Mitä Luvalla säilyttää selaimessasi',
			alwaysOn: 'Aina päällä',
		},
		name: 'Välttämättömät',
		about: 'Kirjautumisesi sekä valitsemasi kieli, teema ja näkymä. Luvalla ei toimi ilman niitä, eikä käytä muuta.',
		count: `${cookies.length} evästettä`,
		gpc: 'Kieltopyyntösi on huomioitu: selaimesi lähettää Global Privacy Control -signaalin.',
	},
};

// The portal's Spruce, light and dark (visual.md section 5).
const light = {
	button: '#016465',
	buttonText: '#ffffff',
	background: '#ffffff',
	text: '#16201e',
	soft: '#4c5957',
	edge: '#7f8b87',
	line: '#e3e8e7',
};
const dark = {
	button: '#077a7b',
	buttonText: '#ffffff',
	background: '#1b2324',
	text: '#e8eeed',
	soft: '#a9b5b3',
	edge: '#6f7c7c',
	line: '#283132',
};

let shown: Banner | undefined;

/** Opens the preferences as a dialog; Esc or Close goes back. Any language but Finnish is shown in English. */
export const openCookieSettings = (language: string): void => {
	const known = language.startsWith('fi') ? 'fi' : 'en';
	const { texts, name, about, count, gpc } = words[known];
	shown?.close();
	shown = banner({
		data: {
			language: known,
			dir: 'ltr',
			template: 'box',
			position: 'bottom-left',
			palette: document.documentElement.dataset.mantineColorScheme === 'dark' ? dark : light,
			texts: { ...UNSHOWN, ...texts },
			categories: [{ key: 'necessary', necessary: true, alone: false, name, about, cookies, count }],
			// It has no control of its own.
			words: { gpc, honoured: '', privacyChoices: '' },
		},
		gpc: sendsGpc(),
		values: () => ({}),
		due: () => [],
		// Nothing is asked, so there is nothing to record.
		decide: () => {},
	});
	shown.open(2);
};
