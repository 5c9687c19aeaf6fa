/** The list of people: narrowed by domain, purpose and answer, and what is done to all that it then finds. */
import { type KnownPerson, people, peopleFile } from '@luvalla/contract/consent/people';
import { type Purpose, purposes } from '@luvalla/contract/consent/purposes';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Asked, answers, answersFile, refuses } from '#portal/lib/handlers.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const anna: KnownPerson = {
	luvallaId: idOf(7),
	identifiers: [{ kind: 'email', value: 'anna@example.com' }],
	yes: 1,
	no: 2,
	lastAt: '2026-11-20T08:00:00.000Z',
};
const purpose = (n: number, name: string, legalBasis: Purpose['legalBasis'] = 'consent'): Purpose => ({
	id: idOf(n),
	domainId: idOf(20),
	domain: 'shop.example.com',
	name,
	legalBasis,
	version: 1,
	retentionMonths: null,
	shortening: null,
	channels: [],
	basis: 'consent',
	basisSegment: null,
	tracks: false,
	createdAt: '2026-11-01T08:00:00.000Z',
	live: true,
	yes: 0,
	no: 0,
	versions: [],
	editable: true,
});

const open = async (search = '') => {
	const asked: Asked[] = [];
	const taken: Asked[] = [];
	const app = await renderApp(`/domainprofiles?show=consents${search}`, {
		handlers: [
			answers(
				people,
				(one) => {
					asked.push(one);
					return [anna];
				},
				{ total: 30, next: 2 },
			),
			answers(purposes, [purpose(11, 'News'), purpose(12, 'Club'), purpose(13, 'Basket', 'strictly necessary')]),
			answersFile(peopleFile, 'people.csv', 'a', (one) => taken.push(one)),
			...bootOf('customerAdmin'),
		],
	});
	return { app, taken, filters: () => asked.at(-1)?.url.searchParams.getAll('filter') ?? [] };
};

it('is narrowed to an answer to a purpose, and back', async () => {
	const { app, filters } = await open();
	await screen.findByRole('link', { name: 'anna@example.com' });
	expect(filters()).toEqual([]);
	await app.user.click(await screen.findByRole('button', { name: 'Add filter' }));
	await app.user.click(await screen.findByRole('menuitem', { name: 'Purpose' }));
	// What is strictly necessary is asked of nobody.
	expect((await screen.findAllByRole('menuitemradio')).map((one) => one.textContent)).toEqual([
		'News · shop.example.com',
		'Club · shop.example.com',
	]);
	await app.user.click(screen.getByRole('menuitemradio', { name: /Club/ }));
	await waitFor(() => expect(filters()).toEqual([`purpose:${idOf(12)}`]));
	await app.user.click(await screen.findByRole('button', { name: 'Add filter' }));
	await app.user.click(await screen.findByRole('menuitem', { name: 'Answer' }));
	await app.user.click(await screen.findByRole('menuitemradio', { name: 'No' }));
	await waitFor(() => expect(filters()).toEqual([`purpose:${idOf(12)}`, 'answer:no']));
	await app.user.click(screen.getByRole('button', { name: 'Clear' }));
	// What was asked before is there at once.
	await waitFor(() => expect(app.router.state.location.search).toEqual({ show: 'consents' }));
	expect(await screen.findByRole('button', { name: 'Add filter' })).toBeVisible();
});

it('takes what it finds along when something is done to all of it', async () => {
	const { app, taken } = await open(`&answer=yes&purpose=${idOf(11)}`);
	const table = within(await screen.findByRole('table', { name: 'Domain profiles' }));
	await app.user.click(await table.findByRole('checkbox', { name: /all/i }));
	await app.user.click(await screen.findByRole('button', { name: 'Select all 30' }));
	await app.user.click(await screen.findByRole('button', { name: 'Export CSV' }));
	await waitFor(() => expect(taken).toHaveLength(1));
	expect(taken[0]?.body).toEqual({ selection: { all: { purpose: idOf(11), answer: 'yes' }, but: [] } });
});

it('says that purposes could not be loaded where an answer is written down', async () => {
	await renderApp('/domainprofiles?show=consents&id=new', {
		handlers: [answers(people, []), refuses(purposes, 503, { code: 'unavailable' }), ...bootOf('customerAdmin')],
	});
	const form = await screen.findByRole('dialog', { name: 'Record answer' });
	expect(await within(form).findByRole('button', { name: 'Try again' })).toBeVisible();
	expect(within(form).queryByRole('combobox', { name: 'Purpose' })).toBeNull();
});
