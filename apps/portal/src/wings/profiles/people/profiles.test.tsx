/** The list of people by what is known of them: for ADMIN and for everyone else, and the way to their consents. */
import { type KnownPerson, people } from '@luvalla/contract/consent/people';
import { purposes } from '@luvalla/contract/consent/purposes';
import { type Profile, profiles, profilesFile } from '@luvalla/contract/profiles/profiles';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Asked, answers, answersFile, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const anna: Profile = {
	luvallaId: idOf(7),
	identifiers: [
		{ kind: 'email', value: 'anna@example.com' },
		{ kind: 'email', value: 'berg@example.com' },
		{ kind: 'externalId', value: 'A-1' },
	],
	firstName: 'Anna',
	lastName: 'Berg',
	city: 'Turku',
	createdAt: '2026-11-01T08:00:00.000Z',
	seenAt: null,
};
const answered: KnownPerson = { luvallaId: idOf(7), identifiers: anna.identifiers, yes: 1, no: 0, lastAt: null };

const open = async (address: string, kind: Kind = 'customerAdmin') => {
	const asked: Asked[] = [];
	const taken: Asked[] = [];
	const app = await renderApp(address, {
		handlers: [
			answers(
				profiles,
				(one) => {
					asked.push(one);
					return [anna];
				},
				{ total: 30, next: 2 },
			),
			answers(people, [answered], { total: 1, next: null }),
			answers(purposes, []),
			answersFile(profilesFile, 'profiles.csv', 'a', (one) => taken.push(one)),
			...bootOf(kind),
		],
	});
	return { app, asked, taken };
};

it('is searched, sorted and turned by the server, and leads to the person', async () => {
	const { app, asked, taken } = await open('/domainprofiles');
	expect(await screen.findByRole('heading', { level: 1, name: 'Domain profiles' })).toBeVisible();
	const table = within(await screen.findByRole('table', { name: 'Domain profiles' }));
	expect(await table.findByRole('link', { name: 'Anna Berg' })).toHaveAttribute('href', `/domainprofiles/${idOf(7)}`);
	expect(table.getByText('and 1 more')).toBeVisible();
	await app.user.type(screen.getByRole('searchbox'), 'shoe:41');
	await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('q')).toBe('shoe:41'));
	await app.user.click(table.getByRole('button', { name: /^Name/ }));
	await waitFor(() => expect(asked.at(-1)?.url.searchParams.get('sort')).toBe('lastName'));
	expect(await screen.findByText(/people whose last name is known/)).toBeVisible();
	await app.user.click(screen.getByRole('button', { name: 'Export CSV' }));
	await waitFor(() => expect(taken).toHaveLength(1));
	expect(Object.fromEntries(taken[0]?.url.searchParams ?? [])).toEqual({ q: 'shoe:41', sort: 'lastName' });
});

it('is ADMIN’s at /profiles, of the customer picked on the page, and of nobody else', async () => {
	const { app } = await open('/profiles', 'admin');
	expect(await screen.findByRole('heading', { level: 1, name: 'Profiles' })).toBeVisible();
	expect(await screen.findByRole('combobox', { name: 'Customer' })).toBeVisible();
	expect(await screen.findByRole('link', { name: 'Anna Berg' })).toHaveAttribute('href', `/profiles/${idOf(7)}`);
	app.unmount();
	await open('/profiles', 'customerAdmin');
	expect(await screen.findByText('OOPS! Something went wrong here')).toBeVisible();
});

it('shows the same people’s consents one step away, where old links lead too', async () => {
	const { app } = await open('/domainprofiles');
	const views = within(await screen.findByRole('group', { name: 'What the list shows' }));
	await app.user.click(views.getByRole('button', { name: 'Consents' }));
	expect(await screen.findByRole('columnheader', { name: /Last answer/ })).toBeVisible();
	expect(views.getByRole('button', { name: 'Consents' })).toHaveAttribute('aria-pressed', 'true');
	expect(views.getByRole('button', { name: 'People' })).toHaveAttribute('aria-pressed', 'false');
	app.unmount();
	const old = await open('/reports/people?answer=yes');
	expect(await screen.findByRole('columnheader', { name: /Last answer/ })).toBeVisible();
	expect([old.app.path(), old.app.router.state.location.search]).toEqual(['/domainprofiles', { answer: 'yes', show: 'consents' }]);
});

it('says in Finnish what it is, and what failed', async () => {
	chooseLanguage('fi');
	await renderApp('/domainprofiles', { handlers: [refuses(profiles, 503, { code: 'unavailable' }), ...bootOf('domainAdmin')] });
	expect(await screen.findByRole('heading', { level: 1, name: 'Verkkotunnuksen profiilit' })).toBeVisible();
	expect(await screen.findByText('Henkilöitä ei saatu ladattua.')).toBeVisible();
});
