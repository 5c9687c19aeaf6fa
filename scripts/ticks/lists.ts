/** The five lists of the specification, of which every line is ticked. */
import { calls } from './calls.ts';
import { constants } from './constants.ts';
import { routes } from './routes.ts';
import { rules } from './rules.ts';
import { texts } from './texts.ts';
import type { List } from './tick.ts';
import { unproven } from './unproven.ts';

const list = (name: keyof typeof unproven, letters: string, last: number, ticks: List['ticks']): List => ({
	name,
	letters,
	digits: 3,
	last,
	leftOut: [],
	ticks,
	unproven: unproven[name],
});

export const lists: readonly List[] = [
	list('calls', 'C', 185, calls),
	list('routes', 'RT', 64, routes),
	list('texts', 'M', 235, texts),
	list('rules', 'R', 250, rules),
	list('constants', 'K', 95, constants),
];
