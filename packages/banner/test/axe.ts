/**
 * What axe objects to on a page, by all its rules, run in the page itself and its frames. `AxeBuilder` of `@axe-core/playwright` asks
 * the same, but opens a second page for each answer: 1.6 s in place of 0.15. For tests only.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

declare global {
	interface Window {
		axe: typeof axe;
	}
}

/** The same rules as in `axe.source`, in half the bytes to send and to read. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const violations = async (page: Page): Promise<{ id: string; nodes: string[] }[]> => {
	for (const frame of page.frames()) await frame.evaluate(AXE);
	return page.evaluate(async () => {
		const found = await window.axe.run({ resultTypes: ['violations'] });
		return found.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
	});
};
