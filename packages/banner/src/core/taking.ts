/** What the parts do with answers: beside the core, which every page loads, and not in it. */
import type { Values } from '../shapes.ts';
import type { ChoiceDetail, Core } from './api.ts';
import type { KeptAnswers } from './store.ts';

/** The record that Global Privacy Control makes, beside the categories. */
export const SALE = 'sale_sharing';

/** Answers of this visitor that stand. */
export const valuesNow = (): Values => window.luvalla?.choices() ?? {};

/** Now, or when the page has a body. */
export const inBody = (work: () => void): void => {
	if (document.body) work();
	else document.addEventListener('DOMContentLoaded', work);
};

/** Asked categories that have no valid answer. */
export const dueOf = ({ wire: [, , free, asked] }: Core): string[] => {
	const values = valuesNow();
	return asked.filter((key) => !(key in values || free.includes(key)));
};

/** Takes new answers into effect (consent signals, tags) and tells the page. */
export const take = (core: Core, kept: KeptAnswers, removal?: () => string[], records?: Record<string, string>): void => {
	core.take(kept);
	const detail: ChoiceDetail = { choices: valuesNow(), left: removal?.(), records };
	document.dispatchEvent(new CustomEvent('luvalla:choice', { detail }));
};

/** Whether something was answered after Global Privacy Control was put on record: what was chosen against the signal stands. */
export const isAfterSignal = ({ kept }: Core, key: string): boolean => (kept[key]?.[1] ?? 0) > (kept[SALE]?.[1] ?? Infinity);

/** Gives the core its layers, and does what waited for them. */
export const serve = (core: Core, ui: NonNullable<Core['ui']>): void => {
	core.ui = ui;
	for (const use of core.waiting.splice(0)) use(ui);
};

/** Days for which these answers are kept: as long as the longest stands. */
export const daysFor = ({ wire }: Core, kept: KeptAnswers): number => {
	const [no, yes] = wire[5];
	return Math.max(...Object.values(kept).map(([answer]) => (answer ? yes : no)));
};
