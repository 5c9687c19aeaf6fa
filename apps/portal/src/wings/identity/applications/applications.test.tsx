/** Applications: the three types, and what is sent of each. */
import { type Application, addApplication, applications } from '@luvalla/contract/identity/applications';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
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
	await form.findByRole('combobox', { name: 'Type' });
	// Its list comes late: pressed while that is under way it may stay closed.
	await waitFor(async () => {
		if (screen.queryAllByRole('option').length === 0) await app.user.click(form.getByRole('combobox', { name: 'Type' }));
		expect(screen.getAllByRole('option').length).toBeGreaterThan(0);
	});
	const types = screen.getAllByRole('option').map((one) => one.textContent);
	expect(types).toEqual(['Admin-access client', 'Single page application', 'Login web component']);
	await app.user.click(screen.getByRole('option', { name: 'Single page application' }));
	await app.user.type(form.getByRole('textbox', { name: /^Client name/ }), 'Shop');
	await app.user.type(form.getByRole('textbox', { name: /^Addresses to return to/ }), 'https://shop.example/back');
	server.use(refuses(addApplication, 409, { code: 'application_known' }, (one) => asked.push(one)));
	await app.user.click(form.getByRole('button', { name: /Add application|Save application/ }));
	await waitFor(() => expect(asked).toHaveLength(1));
	expect(asked[0]?.body).toMatchObject({ customerId: 1, clientName: 'Shop', clientType: 1, redirectUrl: ['https://shop.example/back'] });
});
