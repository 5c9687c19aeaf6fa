/**
 * Removes listed cookies of categories that were refused: a tag that was still running when a yes was taken back, or a
 * server, writes them again. Loaded where the core finds one.
 */
import { removeCookies } from '../light/cookies.ts';
import type { TidyData } from '../shapes.ts';

/** Given by the published `tidy.js`: category key → names. */
declare const LUVALLA_TIDY: TidyData;

const start = (cookies: TidyData): void => {
	const api = window.luvalla;
	if (!api) return;
	const tidy = (): void => {
		const choices = api.choices();
		removeCookies(Object.keys(cookies).flatMap((key) => (choices[key] === false ? (cookies[key] ?? []) : [])));
	};
	tidy();
	api.on('choice', tidy);
	// What the page's own scripts write while it loads.
	addEventListener('load', tidy);
};

start(LUVALLA_TIDY);
