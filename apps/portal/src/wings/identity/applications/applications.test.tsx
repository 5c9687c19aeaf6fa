/** Applications: the three types, and what is sent of each. */
import { type Application, addApplication, applications } from '@luvalla/contract/identity/applications';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Asked, answers } from '#portal/lib/handlers.ts';
import { bootOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { server } from '#portal/test/setup.ts';

const none: Application[] = [];

it('are of three types, each with what it works with, and one is added', async () => {
	const asked: Asked[] = [];
	const app = await renderApp('/applications?id=new', {
		handlers: [...bootOf('customerAdmin'), answers(applications, none, { total: 0, next: null })],
	});
	const form = within(await screen.findByRole('dialog', { name: 'Add application' }));
	await app.user.click(await form.findByRole('combobox', { name: 'Type' }));
	const types = (await screen.findAllByRole('option')).map((one) => one.textContent);
	expect(types).toEqual(['Admin-access client', 'Single page application', 'Login web component']);
	await app.user.click(screen.getByRole('option', { name: 'Single page application' }));
	await app.user.type(form.getByRole('textbox', { name: /^Client name/ }), 'Shop');
	await app.user.type(form.getByRole('textbox', { name: /^Addresses to return to/ }), 'https://shop.example/back');
	server.use(
		answers(addApplication, (one) => {
			asked.push(one);
			throw new Error('it is enough to have been asked');
		}),
	);
	await app.user.click(form.getByRole('button', { name: /Add application|Save application/ }));
	await waitFor(() => expect(asked).toHaveLength(1));
	expect(asked[0]?.body).toMatchObject({ customerId: 1, clientName: 'Shop', clientType: 1, redirectUrl: ['https://shop.example/back'] });
});
