/** What one may do with one's own data beside answering: taking it, having it erased, closing the account. */
import { eraseMine, type MyCustomer, myConsents, myData } from '@luvalla/contract/consent/my-consents';
import { closeAccount } from '@luvalla/contract/identity/account';
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { browser } from '#portal/lib/client.ts';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { company } from '#portal/test/own-consents.ts';
import { bootOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const ERASE = '/profile/privacy/erase';
type Handlers = Parameters<typeof renderApp>[1]['handlers'];
const open = (path: string, list: MyCustomer[], ...more: Handlers) =>
	renderApp(path, { handlers: [...more, answers(myConsents, list), ...bootOf('normal')] });
const erasing = (asked: Asked[]) =>
	answers(eraseMine, (one) => {
		asked.push(one);
		return { erased: 3, remembered: 1 };
	});

it('erases at the companies that are chosen, one after the other, and says how much', async () => {
	const asked: Asked[] = [];
	const app = await open(ERASE, [company(1, 'Aalto Oy'), company(2, 'Mökki Oy'), company(3, 'Halla Oy')], erasing(asked));
	await app.user.click(await screen.findByRole('button', { name: /^Erase me/ }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Erase your data?' }));
	await app.user.click(dialog.getByRole('checkbox', { name: 'Mökki Oy' }));
	await app.user.click(dialog.getByRole('button', { name: 'Erase my data' }));
	expect(await screen.findByText('6 answers were erased.')).toBeVisible();
	expect(asked.map((one) => one.params.customerId)).toEqual(['1', '3']);
});

it('closes the account too, and the page is nobody’s afterwards; with nothing chosen there is nothing to press', async () => {
	const [asked, closed]: [Asked[], Asked[]] = [[], []];
	const go = vi.spyOn(browser, 'go').mockImplementation(() => {});
	const app = await open(
		ERASE,
		[company(1, 'Aalto Oy')],
		erasing(asked),
		answers(closeAccount, (one) => {
			closed.push(one);
			return { closed: true as const };
		}),
	);
	await app.user.click(await screen.findByRole('button', { name: /^Erase me/ }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Erase your data?' }));
	await app.user.click(dialog.getByRole('checkbox', { name: 'Aalto Oy' }));
	expect(dialog.getByRole('button', { name: 'Erase my data' })).toBeDisabled();
	await app.user.click(dialog.getByRole('checkbox', { name: 'Close my account too' }));
	await app.user.click(dialog.getByRole('button', { name: 'Erase my data and close my account' }));
	await vi.waitFor(() => expect(go).toHaveBeenCalledWith('/'));
	expect([asked.length, closed.length]).toEqual([0, 1]);
});

it('says why it could not be done, and what was done stays done', async () => {
	const app = await open(
		ERASE,
		[company(1, 'Aalto Oy')],
		refuses(eraseMine, 429, { code: 'busy_writing', error: 'Too much waits. Try again in 3 s.' }),
	);
	await app.user.click(await screen.findByRole('button', { name: /^Erase me/ }));
	await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Erase my data' }));
	expect(await screen.findByText('Too much waits. Try again in 3 s.')).toBeVisible();
	expect(screen.getByRole('dialog', { name: 'Erase your data?' })).toBeVisible();
});

it('says what keeps the file from coming', async () => {
	const app = await open('/profile/privacy/data', [], refuses(myData, 503, { code: 'unavailable', error: 'The database rests.' }));
	await app.user.click(await screen.findByRole('button', { name: /^Download my data/ }));
	expect(await screen.findByText('The database rests.')).toBeVisible();
});

it('is open to whoever works for a company too, in the frame of the portal and without the end of their account', async () => {
	const app = await renderApp('/profile/privacy', {
		handlers: [answers(myConsents, [company(1, 'Aalto Oy')]), ...bootOf('customerAdmin')],
	});
	expect(await screen.findByRole('switch', { name: 'Club letter' })).toBeChecked();
	await app.user.click(within(screen.getByRole('navigation', { name: 'My privacy' })).getByRole('link', { name: 'Erase me' }));
	await app.user.click(await screen.findByRole('button', { name: /^Erase me/ }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Erase your data?' }));
	expect(dialog.queryByRole('checkbox', { name: 'Close my account too' })).not.toBeInTheDocument();
});
