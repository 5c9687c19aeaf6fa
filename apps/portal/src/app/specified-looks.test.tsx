/** Numbers and choices of the specification where they take effect: themes, sizes, what the bottom of the menu opens. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { chooseLanguage } from '../lib/say.ts';
import { bootOf } from '../test/people.ts';
import { renderApp } from '../test/render.tsx';
import { specScreens } from '../test/spec-screens.ts';
import { ChartCard } from '../ui/chart/ChartCard.tsx';

/** As it is written: what the tests load of style sheets has no sizes. */
const styles = readFileSync(join(import.meta.dirname, 'shell/Shell.module.css'), 'utf8');

afterEach(() => {
	localStorage.clear();
	chooseLanguage('en');
});
const open = (screens = specScreens) => renderApp('/customerdashboard', { handlers: bootOf('domainAdmin'), screens });

it('themes are six, of which primary is chosen until somebody chooses another, which is kept', async () => {
	const app = await open();
	await app.user.click(await screen.findByRole('button', { name: 'Theme' }));
	const menu = await screen.findByRole('menu');
	const names = () => within(menu).getAllByRole('menuitemradio').slice(0, -3);
	expect(names()).toHaveLength(6);
	expect(names().map((one) => one.getAttribute('aria-checked'))).toEqual(['true', 'false', 'false', 'false', 'false', 'false']);
	expect(localStorage.getItem('luvalla.theme')).toBeNull();
	const [, second] = names();
	if (!second) throw new Error('there is one theme alone');
	await app.user.click(second);
	expect(localStorage.getItem('luvalla.theme')).toBe('blue');
});

it('the options of the domain and customer selectors stand in a list of 100 to 280 px', () => {
	const [, rule] = /\.options \{([^}]*)\}/.exec(styles) ?? [];
	expect(rule).toContain('min-height: 100px;');
	expect(rule).toContain('max-height: 280px;');
	expect(rule).toContain('overflow-y: auto;');
});

it('a chart is 300 px high, while it is loaded and after', async () => {
	const load = async () => () => <ChartCard title="Choices" ready keys={[]} chart={<p>drawn</p>} table={<p>rows</p>} />;
	await open(specScreens.map((one) => (one.path === '/customerdashboard' ? { ...one, load } : one)));
	expect((await screen.findByText('drawn')).parentElement).toHaveStyle({ height: '300px' });
});

it('Cookie Settings opens the preferences, in the language of the portal', async () => {
	const roots: ShadowRoot[] = [];
	// The banner's own shadow is closed to the page.
	const attach = Element.prototype.attachShadow;
	vi.spyOn(Element.prototype, 'attachShadow').mockImplementation(function (this: Element, init) {
		const root = attach.call(this, init);
		roots.push(root);
		return root;
	});
	CSSStyleSheet.prototype.replaceSync ??= () => {};
	HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
		this.open = true;
	};
	HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
		this.open = false;
		this.dispatchEvent(new Event('close'));
	};
	const app = await open();
	act(() => chooseLanguage('fi'));
	const nav = await screen.findByRole('navigation', { name: 'Valikko' });
	await app.user.click(within(nav).getByRole('button', { name: 'Evästeasetukset' }));
	await waitFor(() => expect(roots.map((root) => root.textContent).join()).toContain('Mitä Luvalla säilyttää selaimessasi'));
	// A layer that is open comes back to whatever is drawn next, and takes the focus.
	const close = roots.flatMap((root) => [...root.querySelectorAll('button')]).find((button) => button.textContent === 'Sulje');
	close?.click();
	await waitFor(() => expect(document.querySelector('luvalla-layer')).toBeNull());
});
