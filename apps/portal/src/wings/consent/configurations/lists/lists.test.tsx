/** A list of cookies of another tool becomes a draft: the way to it, what is in it, and what is not and why. */

import { lightConfigurations } from '@luvalla/contract/consent/configurations';
import { type CookieListDraft, draftFromCookieList } from '@luvalla/contract/consent/cookie-lists';
import { screen, within } from '@testing-library/react';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { answers } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const DRAFT: CookieListDraft = {
	configurationId: idOf(300),
	folder: 'd300',
	title: 'shop.example Cookiebot',
	from: 'cookiebot',
	rows: 4,
	cookies: 2,
	language: 'en',
	placed: [
		{ type: 'necessary', count: 1 },
		{ type: 'marketing', count: 1 },
	],
	left: [
		{ name: 'CookieConsent', host: 'Cookiebot', category: 'Necessary', why: 'old_banner' },
		{ name: 'x17', host: 'shop.example', category: 'Unclassified', why: 'category' },
	],
};
afterEach(() => chooseLanguage('en'));

/** A file comes as a form, which handlers made of calls do not read. */
const takes = (answer: (url: URL) => Response) =>
	http.post(`*/api${draftFromCookieList.path.replace('{id}', ':id')}`, ({ request }) => answer(new URL(request.url)));

const open = async (handler: HttpHandler, words: { bring: string; title: string; file: string; make: string }) => {
	const { user } = await renderApp('/lightconfig', { handlers: [handler, answers(lightConfigurations, []), ...bootOf('customerAdmin')] });
	await user.click(await screen.findByRole('button', { name: words.bring }));
	const dialog = within(await screen.findByRole('dialog', { name: words.title }));
	expect(dialog.getByRole('button', { name: words.make })).toBeDisabled();
	// The field's own input has no name: its button is what people press.
	const input = document.querySelector<HTMLInputElement>('input[type=file][accept*=json]');
	if (!input) throw new Error('There is no field for the file.');
	await user.upload(input, new File(['Name;Category\n'], 'cookies.csv', { type: 'text/csv' }));
	await user.click(dialog.getByRole('button', { name: words.make }));
	return dialog;
};
const EN = { bring: 'From Cookiebot or OneTrust', title: 'Draft from a cookie list', file: 'The list', make: 'Make the draft' };
const FI = { bring: 'Cookiebotista tai OneTrustista', title: 'Luonnos evästeluettelosta', file: 'Luettelo', make: 'Tee luonnos' };

it.each([
	['en', EN, '2 of 4 cookies stand in the draft.', /It belongs to the banner that you leave/, 'Open the draft'],
	['fi', FI, 'Luonnoksessa on 2/4 evästettä.', /Kuuluu banneriin, josta luovut/, 'Avaa luonnos'],
] as const)('leads on to the draft and names what is not in it: %s', async (language, words, made, why, next) => {
	await chooseLanguage(language);
	const asked: URL[] = [];
	const dialog = await open(
		takes((url) => {
			asked.push(url);
			return HttpResponse.json({ data: DRAFT });
		}),
		words,
	);
	expect(await dialog.findByText(made)).toBeVisible();
	expect(dialog.getByRole('link', { name: next })).toHaveAttribute('href', expect.stringContaining(`/lightconfig/${idOf(300)}`));
	expect(dialog.getByText(why).closest('details')).toHaveTextContent('CookieConsent');
	expect(dialog.getByText('x17')).toBeVisible();
	expect(dialog.queryByText(/descriptions are left out|Kuvaukset jäivät/)).toBeNull();
	expect(asked[0]?.pathname).toContain(idOf(1));
	expect(asked[0]?.searchParams.get('language')).toBe(language);
});

it('says that descriptions in another language than the draft’s are left out', async () => {
	const dialog = await open(
		takes(() => HttpResponse.json({ data: { ...DRAFT, language: null } })),
		EN,
	);
	expect(await dialog.findByText(/descriptions are left out/)).toBeVisible();
});

it('says what the server says of a file that is no list', async () => {
	const dialog = await open(
		takes(() => HttpResponse.json({ code: 'not_a_cookie_list', error: 'Nothing in this file is a list of cookies.' }, { status: 422 })),
		EN,
	);
	expect(await dialog.findByText('Nothing in this file is a list of cookies.')).toBeVisible();
});
