/** Lines that no test proves, because the program does not do what they say or nobody has shown it yet, with why. Each fails `npm test`. */
import type { List } from './tick.ts';

const NOT_ASKED = 'the server has this help, and no page of the portal asks for it';
const NO_TOUR = 'there is no tour';

export const unproven = {
	calls: { C181: NOT_ASKED, C184: NOT_ASKED },
	routes: {},
	texts: {},
	rules: {
		R119: 'two of the five kinds of help, those of the TCF editor and of the cards of the dashboard, are asked for by no page',
		R120: 'two of the five limits, those of the TCF editor and of the cards of the dashboard, are asked for by no page',
		R246: NO_TOUR,
	},
	constants: { K028: NO_TOUR, K058: NOT_ASKED, K061: NOT_ASKED },
} satisfies Record<string, List['unproven']>;
