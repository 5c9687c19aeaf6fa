import { lightConfigurations } from '@luvalla/contract/consent/configurations';
import { checkSnippet, NOTHING_FOUND, type SnippetState, snippetState } from '@luvalla/contract/consent/snippet';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { configurationRow } from '#portal/test/configuration.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
// Loaded here, so that no test waits for the code of a lazy screen.
import '../light/LightListScreen.tsx';
import { screens } from '../screens.ts';

const row = configurationRow(1, { title: 'Front page' });
const nothing: Pick<SnippetState, keyof typeof NOTHING_FOUND | 'stops'> = { ...NOTHING_FOUND, known: [], stops: 'all' };
const never: SnippetState = { ...nothing, checkedAt: null, state: 'unknown', seenAt: null, problem: null };
const CHECKED = '2026-11-20T10:00:00.000Z';

const open = async (handlers: Parameters<typeof renderApp>[1]['handlers']) => {
	const view = await renderApp('/lightconfig', {
		handlers: [...handlers, answers(lightConfigurations, [row]), ...bootOf('customerAdmin')],
		screens,
	});
	await view.user.click(await screen.findByRole('button', { name: 'Actions for Front page' }));
	await view.user.click(await screen.findByRole('menuitem', { name: 'Copy the snippet' }));
	return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Put this first in the head of shop.example' })) };
};

describe('the snippet', () => {
	it.each<[SnippetState, string, string]>([
		[{ ...nothing, checkedAt: CHECKED, state: 'live', seenAt: CHECKED, problem: null }, 'Live', 'loads this domain’s banner'],
		[
			{ ...nothing, checkedAt: CHECKED, state: 'missing', seenAt: '2026-11-01T10:00:00.000Z', problem: null },
			'Missing',
			'Last seen live Nov-01-2026',
		],
		[
			{ ...nothing, checkedAt: CHECKED, state: 'unreachable', seenAt: null, problem: { code: 'status', about: '503' } },
			'Did not open',
			'It answered with status 503 instead of a page.',
		],
		[
			{ ...nothing, checkedAt: CHECKED, state: 'unreachable', seenAt: null, problem: { code: 'leads_away', about: 'other.example' } },
			'Did not open',
			'It leads to another site, other.example.',
		],
	])('is looked for on a press, and what is found is said (%#)', async (found, badge, words) => {
		let state = never;
		const { user, dialog } = await open([
			answers(snippetState, () => state),
			answers(checkSnippet, () => {
				state = found;
				return found;
			}),
		]);
		expect(await dialog.findByText('Not looked yet')).toBeInTheDocument();
		await user.click(dialog.getByRole('button', { name: 'Look now' }));
		expect(await dialog.findByText(badge)).toBeInTheDocument();
		expect(dialog.getByText(badge).closest('[role=status]')).toHaveTextContent(words);
	});

	it('says why a page did not open in the reader’s language', async () => {
		chooseLanguage('fi');
		const problem = { code: 'certificate', about: 'CERT_HAS_EXPIRED' } as const;
		const found: SnippetState = { ...nothing, checkedAt: CHECKED, state: 'unreachable', seenAt: null, problem };
		const { user } = await renderApp('/lightconfig', {
			handlers: [answers(snippetState, found), answers(lightConfigurations, [row]), ...bootOf('customerAdmin')],
			screens,
		});
		await user.click(await screen.findByRole('button', { name: 'Toiminnot: Front page' }));
		await user.click(await screen.findByRole('menuitem', { name: 'Kopioi koodinpätkä' }));
		expect(await screen.findByText('Sen varmenne ei kelpaa (CERT_HAS_EXPIRED).')).toBeInTheDocument();
	});

	it('says when it cannot be told', async () => {
		const { dialog } = await open([refuses(snippetState, 500, { code: 'unexpected' })]);
		expect(await dialog.findByRole('alert')).toHaveTextContent('error occured');
		expect(dialog.getByText(`<script src="${window.location.origin}/cmp/d/${idOf(1)}.js"></script>`)).toBeInTheDocument();
	});

	const tag = { categories: ['marketing'], marked: false, pages: ['/', '/sale'] };
	const tags: SnippetState = {
		...nothing,
		checkedAt: CHECKED,
		state: 'live',
		seenAt: CHECKED,
		problem: null,
		pages: ['/', '/sale'],
		whole: true,
		problems: ['late', 'deferred'],
		stops: 'seen',
		origins: { script: ['https://cdn.example'], frame: [], image: [] },
		known: [
			{ ...tag, host: 'bat.bing.com', kind: 'script', address: 'https://bat.bing.com/bat.js' },
			{ ...tag, host: 'connect.facebook.net', kind: 'inserted', address: null },
			{ ...tag, host: 'clarity.ms', kind: 'script', address: 'https://www.clarity.ms/tag/1', marked: true },
		],
	};

	it('names the unmarked known tags with their pages, what they would wait for and the form to copy, and how it stands itself', async () => {
		const { user, dialog } = await open([answers(snippetState, tags)]);
		const table = within(await dialog.findByRole('table'));
		expect(table.getAllByRole('row').map((one) => one.textContent)).toEqual([
			'TagWaits forPagesMarked form',
			expect.stringMatching(/^bat\.bing\.comscriptmarketing\/ \/saleCopy/),
			expect.stringMatching(/^connect\.facebook\.netin a scriptmarketing\/ \/saleMark the script/),
		]);
		await user.click(table.getByRole('button', { name: /bat\.bing\.com/ }));
		expect(await navigator.clipboard.readText()).toBe(
			'<script type="text/plain" data-luvalla="marketing" data-src="https://bat.bing.com/bat.js"></script>',
		);
		expect(dialog.getAllByRole('note').map((one) => one.textContent)).toEqual([
			expect.stringContaining('stands behind other scripts'),
			expect.stringContaining('async or defer'),
		]);
		expect(dialog.getByText(/2 pages were read/)).toHaveTextContent('The banner stops the known tags that were found on them.');
	});

	it('says what no script can stop, with a header and a worker for this site', async () => {
		const { user, dialog } = await open([answers(snippetState, tags)]);
		await user.click(await dialog.findByText('What no script can stop'));
		expect(dialog.getByText(/Chromium, Firefox and Safari/)).toHaveTextContent('before a choice and after a refusal');
		expect(
			dialog.getByText(`Content-Security-Policy: script-src 'self' ${window.location.origin} https://cdn.example`),
		).toBeInTheDocument();
		expect(dialog.getByText(/when it contains ~marketing\.1\./)).toBeInTheDocument();
		expect(dialog.getByRole('link', { name: 'Download luvalla-worker.js' })).toHaveAttribute('href', `/cmp/d/${idOf(1)}/worker.js`);
		expect(dialog.getByText(/must lie at the root of the site/)).toBeInTheDocument();
	});

	it('has no inline form before something is published', async () => {
		let asked = 0;
		const { user, dialog } = await open([
			answers(snippetState, never),
			http.get(`*/cmp/d/${idOf(1)}.js`, () => {
				asked += 1;
				return new HttpResponse(null, { status: 404 });
			}),
		]);
		expect(asked).toBe(0);
		await user.click(dialog.getByText('The same as an inline script'));
		expect(await dialog.findByText('Publish first: the script carries what is live.')).toBeInTheDocument();
		await waitFor(() => expect(asked).toBe(1));
	});
});
