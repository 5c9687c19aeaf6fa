/** Google's additional consent string: providers of its list that are no vendors of the framework. */

import { among } from './ids.ts';

/** Google's additional consent string, version 2: providers with a yes, then those disclosed without one. */
export const acString = (yes: number[], all: number[]): string =>
	all.length ? `2~${yes.join('.')}~dv.${all.filter((id) => !yes.includes(id)).join('.')}` : '';

/** The same string of fewer providers; none is told of that was not. */
export const acWithin = (text: string, all: number[]): string => {
	const [, ...told] = (text.match(/\d+/g) ?? []).map(Number);
	const left = all.filter((id) => told.includes(id));
	return acString(among(acIds(text), left), left);
};

/** Providers with a yes; none when the string is not one. */
export const acIds = (text: string): number[] => (/^2~([\d.]*)~/.exec(text)?.[1] ?? '').split('.').filter(Boolean).map(Number);
