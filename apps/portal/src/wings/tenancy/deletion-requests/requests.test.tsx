/** Requests to delete a domain: asked beside the domains, decided by ADMIN with what will be lost in view. */

import {
	allDeletions,
	giveSegments,
	LOST,
	processDeletion,
	type RequestDetail,
	readDeletion,
	STAYS,
} from '@luvalla/contract/tenancy/deletion-requests';
import { screen, waitFor, within } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { describe, expect, it } from 'vitest';
import { answers, refuses } from '#portal/lib/handlers.ts';
import { deletionRequest } from '#portal/test/deletion-request.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { keptRequests } from '#portal/test/requests.ts';

const detail = (more: Partial<RequestDetail> = {}): RequestDetail => ({
	...deletionRequest(1),
	lost: { ...(Object.fromEntries(LOST.map((key) => [key, 0])) as Record<(typeof LOST)[number], number>), people: 18_204, campaigns: 12 },
	stays: Object.fromEntries(STAYS.map((key) => [key, 7])) as Record<(typeof STAYS)[number], number>,
	usedSegments: [],
	atOthers: 0,
	erasedRows: 0,
	report: null,
	...more,
});
const list = answers(allDeletions, [deletionRequest(1), deletionRequest(2, { status: 1, eraseAt: '2026-11-21T08:41:00.000Z' })], {
	total: 2,
	next: null,
});
const open = (path: string, ...more: HttpHandler[]) => renderApp(path, { handlers: [...more, ...bootOf('admin'), list] });

const { asked, catching: keep } = keptRequests();

describe('the list', () => {
	it('says what to choose where nothing is chosen, and opens what is', async () => {
		const app = await open('/requests', answers(readDeletion, detail()));
		const table = await screen.findByRole('table', { name: 'Requests' });
		expect(await within(table).findByText('Processed')).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: 'Process request' }));
		expect(await screen.findByText('Please select a domain request that you would like to process.')).toBeVisible();
		// What is decided cannot be chosen.
		expect(within(table).getAllByRole('radio')).toHaveLength(1);
		await app.user.click(within(table).getByRole('radio', { name: 'Choose the request for shop1.example' }));
		await app.user.click(screen.getByRole('button', { name: 'Process request' }));
		expect(await screen.findByRole('heading', { name: 'Aalto Oy asks to delete shop1.example' })).toBeVisible();
	});
	it('explains itself while it is empty, and can be asked again where it failed', async () => {
		await open('/requests', answers(allDeletions, [], { total: 0, next: null }));
		expect(await screen.findByText('No requests yet')).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Process request' })).toBeNull();
	});
});

describe('one request', () => {
	it('shows what will be lost, is processed once its name is typed, and reloads', async () => {
		const app = await open(
			`/requests?request=${idOf(1)}`,
			answers(readDeletion, () =>
				detail(
					asked.length > 0
						? {
								status: 1,
								eraseAt: '2099-01-01T00:00:00.000Z',
								decidedAt: '2026-11-20T08:41:00.000Z',
								decidedBy: 'admin@luvalla.localhost',
							}
						: {},
				),
			),
			answers(processDeletion, keep(deletionRequest(1, { status: 1 }))),
		);
		expect(await screen.findByText('18,204')).toBeVisible();
		expect(screen.queryByText('Uploaded files')).toBeNull();
		const button = screen.getByRole('button', { name: 'Process request' });
		expect(button).toBeDisabled();
		await app.user.type(screen.getByRole('textbox', { name: 'Type shop1.example' }), 'shop1.example');
		await app.user.click(button);
		expect(await screen.findByText('Your request has been processed successfully.')).toBeVisible();
		expect(asked[0]?.body).toEqual({ action: 'process', domain: 'shop1.example' });
		expect(await screen.findByRole('button', { name: 'Bring it back' })).toBeVisible();
	});
	it('is not offered to who asked it, and says so', async () => {
		await open(`/requests?request=${idOf(1)}`, answers(readDeletion, detail({ mine: true })));
		expect(await screen.findByText('You asked for this yourself, so somebody else has to process it.')).toBeVisible();
		expect(screen.queryByRole('button', { name: 'Process request' })).toBeNull();
	});
	it('is declined after a question, with a reason', async () => {
		const app = await open(
			`/requests?request=${idOf(1)}`,
			answers(readDeletion, detail()),
			answers(processDeletion, keep(deletionRequest(1, { status: 2 }))),
		);
		await app.user.click(await screen.findByRole('button', { name: 'Decline' }));
		const dialog = await screen.findByRole('dialog');
		await app.user.type(within(dialog).getByRole('textbox', { name: /Why/ }), 'Not before May');
		await app.user.click(within(dialog).getByRole('button', { name: 'Decline' }));
		await waitFor(() => expect(asked[0]?.body).toEqual({ action: 'decline', answer: 'Not before May' }));
	});
	it('gives segments to the domain that uses them by one press', async () => {
		const used = {
			id: idOf(9),
			name: 'Archive readers',
			people: 2410,
			on: [{ id: idOf(60), domain: 'lehti.example' }],
			by: ['Long reads'],
		};
		const app = await open(
			`/requests?request=${idOf(1)}`,
			answers(readDeletion, detail({ usedSegments: [used] })),
			answers(giveSegments, keep({ given: 1 })),
		);
		expect(await screen.findByText('A segment is in use on lehti.example.')).toBeVisible();
		expect(screen.getByText('“Archive readers” (2,410 people) is used by “Long reads”. It would be empty there.')).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: 'Give them to lehti.example' }));
		await waitFor(() => expect(asked[0]?.body).toEqual({ segments: [idOf(9)], domainId: idOf(60) }));
	});
	it('shows the report, table by table, when all is erased', async () => {
		await open(
			`/requests?request=${idOf(1)}`,
			answers(
				readDeletion,
				detail({
					status: 1,
					lost: null,
					stays: null,
					erasedAt: '2026-11-21T08:45:00.000Z',
					eraseAt: '2026-11-21T08:41:00.000Z',
					report: { erased: { delivery: 96_410 }, stays: { records: 61_208 }, body: '{}', signature: 'c2ln', keyId: '0011223344556677' },
				}),
			),
		);
		expect(await screen.findByRole('table', { name: 'What was erased' })).toHaveTextContent('delivery96,410');
		expect(screen.getByText('Erased')).toBeVisible();
	});
	it('says that there is none, where there is none', async () => {
		await open(`/requests?request=${idOf(8)}`, refuses(readDeletion, 404, { code: 'not_found' }));
		expect(await screen.findByText('There is no such request.')).toBeVisible();
	});
});
