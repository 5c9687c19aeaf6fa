/** Asking beside the domains that one is deleted, and what stands above them meanwhile. */
import { consentRates } from '@luvalla/contract/consent/rates';
import { customerDomainList } from '@luvalla/contract/tenancy/customers';
import { askDeletion, customerDeletions, withdrawDeletion } from '@luvalla/contract/tenancy/deletion-requests';
import { customerDomains } from '@luvalla/contract/tenancy/domains';
import { screen, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { describe, expect, it } from 'vitest';
import { answers } from '#portal/lib/handlers.ts';
import { deletionRequest } from '#portal/test/deletion-request.ts';
import { domainRow } from '#portal/test/domain.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { keptRequests } from '#portal/test/requests.ts';

const { asked, catching: keep } = keptRequests();

describe('beside the domains', () => {
	const domain = domainRow(51, { domain: 'shop1.example', name: 'Shop' });
	const domains = (...more: HttpHandler[]) =>
		renderApp('/customerdomains', {
			handlers: [
				...more,
				answers(customerDomains, [domain], { total: 1, next: null }),
				answers(customerDomainList, [
					{ customerId: 1, customerName: 'Aalto Oy', domains: [{ id: idOf(51), domain: 'shop1.example', proven: true }] },
				]),
				answers(consentRates, []),
				...bootOf('customerAdmin'),
				answers(customerDeletions, [], { total: 0, next: null }),
			],
		});
	it('asks which domain, and for the one that a row is about', async () => {
		const app = await domains(answers(askDeletion, keep(deletionRequest(1))));
		await app.user.click(await screen.findByRole('button', { name: 'Request deletion' }));
		await app.user.click(await screen.findByRole('button', { name: 'Send the request' }));
		expect((await screen.findAllByText('Please select a domain to send the request for deletion.'))[0]).toBeVisible();
		await app.user.click(screen.getByRole('combobox', { name: 'Domain' }));
		await app.user.click(await screen.findByRole('option', { name: 'shop1.example', hidden: true }));
		await app.user.type(screen.getByRole('textbox', { name: /Why/ }), 'Closed');
		await app.user.click(screen.getByRole('button', { name: 'Send the request' }));
		expect(await screen.findByText('The deletion of the domain has been requested.')).toBeVisible();
		expect([asked[0]?.url.searchParams.get('id'), asked[0]?.body]).toEqual([idOf(51), { reason: 'Closed' }]);
	});
	it('says what is asked and what is leaving, and takes a request back after a question', async () => {
		const app = await domains(
			answers(
				customerDeletions,
				({ url }) =>
					[
						deletionRequest(1),
						deletionRequest(2, { status: 1, eraseAt: '2026-11-21T08:41:00.000Z' }),
						deletionRequest(3, { status: 2 }),
					].filter(({ status }) => status !== 2 || url.searchParams.get('filter') !== 'coming:true'),
				{ total: 3, next: null },
			),
			answers(withdrawDeletion, keep(deletionRequest(1, { status: 2 }))),
		);
		expect(await screen.findByText('satu@aalto.example asked that shop1.example is deleted')).toBeVisible();
		expect(screen.getByText('shop2.example is off the lists and will be erased')).toBeVisible();
		expect(screen.queryByText(/shop3/)).toBeNull();
		await app.user.click(screen.getByRole('button', { name: 'Take it back' }));
		await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take it back' }));
		expect(await screen.findByText('The request was taken back.')).toBeVisible();
	});
});
