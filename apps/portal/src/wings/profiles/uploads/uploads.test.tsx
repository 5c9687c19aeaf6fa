/** A file is taken back only by whoever proves who they are: the page asks, and the call is repeated. */
import { askConfirmation, confirmIdentity } from '@luvalla/contract/identity/sessions';
import { segmentOfUpload, UNDO_KIND, UPLOAD_KIND } from '@luvalla/contract/profiles/uploads';
import { type Run, run as runCall, runs } from '@luvalla/contract/runs';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import { answers } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf, type Kind } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const run = (change: Partial<Run> = {}): Run => ({
	id: idOf(40),
	kind: UPLOAD_KIND,
	state: 'done',
	domainId: idOf(1),
	about: { fileName: 'crm.csv', uploadId: idOf(41), dryRun: false },
	total: 100,
	done: 100,
	counts: { rows: 3, created: 3 },
	found: 0,
	problem: null,
	createdAt: '2026-11-20T08:00:00.000Z',
	startedAt: '2026-11-20T08:00:01.000Z',
	endedAt: '2026-11-20T08:00:02.000Z',
	createdBy: null,
	can: { cancel: false },
	...change,
});

/** Refused until proven, in the language that the server was asked in. */
const open = async (path: string, kind: Kind) => {
	const state = { proven: false, asked: 0 };
	const app = await renderApp(`${path}?customer=1&run=${idOf(40)}`, {
		handlers: [
			answers(runCall, ({ params }) =>
				params.id === idOf(42)
					? run({ id: idOf(42), kind: UNDO_KIND, about: { fileName: 'crm.csv' }, counts: { people: 3, forgotten: 2 } })
					: run(),
			),
			http.post(`*/manage/config/upload/written/${idOf(40)}/undo`, () => {
				state.asked++;
				return state.proven
					? HttpResponse.json({ data: run({ id: idOf(42), kind: UNDO_KIND, about: { fileName: 'crm.csv' } }) })
					: HttpResponse.json({ code: 'confirm_identity', error: 'Confirm first' }, { status: 403 });
			}),
			answers(askConfirmation, { email: 'outi@aalto.example' }),
			answers(confirmIdentity, () => {
				state.proven = true;
				return { until: '2026-11-20T10:10:00.000Z' };
			}),
			...bootOf(kind),
		],
	});
	return { app, state };
};

afterEach(() => chooseLanguage('en'));

describe('taking a file back', () => {
	it.each([
		[
			'en',
			'/domainprofiles/upload',
			'customerAdmin',
			'Take back',
			'Take back crm.csv?',
			'Is it you?',
			'Six-digit code',
			'Taking back crm.csv',
			'Taking back crm.csv. Done',
		],
		[
			'fi',
			'/upload',
			'admin',
			'Peru tuonti',
			'Perutaanko crm.csv?',
			'Oletko se sinä?',
			'Kuusinumeroinen koodi',
			'Perutaan: crm.csv',
			'Perutaan: crm.csv. Valmis',
		],
	] as const)(
		'asks who it is and goes on when that is proven: %s',
		async (language, path, kind, verb, title, whoIsIt, code, undone, said) => {
			await chooseLanguage(language);
			const { app, state } = await open(path, kind);
			await app.user.click(await screen.findByRole('button', { name: verb }));
			const sure = within(await screen.findByRole('dialog', { name: title }));
			expect(state.asked).toBe(0);
			await app.user.click(sure.getByRole('button', { name: verb }));
			const dialog = within(await screen.findByRole('dialog', { name: whoIsIt }));
			expect(await dialog.findByText(/outi@aalto\.example/)).toBeVisible();
			await app.user.type(dialog.getByRole('textbox', { name: code }), '123456{Enter}');
			expect(await screen.findByRole('region', { name: undone })).toBeVisible();
			// that alone is said: counts, which change all the time, are read by whoever goes there
			await waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(said));
			expect(state.asked).toBe(2);
			await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		},
	);
	it('takes nothing back when they would not prove it', async () => {
		const { app, state } = await open('/domainprofiles/upload', 'domainAdmin');
		await app.user.click(await screen.findByRole('button', { name: 'Take back' }));
		await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take back' }));
		const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }));
		await app.user.click(dialog.getByRole('button', { name: 'Cancel' }));
		expect(await screen.findByText('Confirm first')).toBeVisible();
		expect(state.asked).toBe(1);
		expect(screen.queryByRole('region', { name: 'Taking back crm.csv' })).toBeNull();
	});
});

describe('a file that was imported', () => {
	it.each([
		['en', 'Make a segment of these people', 'See the people', 'Take back', '3', /of 3 rows were imported\. None was rejected\./],
		['fi', 'Tee näistä henkilöistä segmentti', 'Katso henkilöt', 'Peru tuonti', '3', /\/ 3 riviä tuotiin\. Yhtään ei hylätty\./],
	] as const)(
		'says how many it brought, and one press makes them a segment and leads to it: %s',
		async (language, make, see, back, number, said) => {
			await chooseLanguage(language);
			const asked: unknown[] = [];
			const app = await renderApp(`/domainprofiles/upload?customer=1&run=${idOf(40)}`, {
				handlers: [
					answers(runCall, run()),
					answers(segmentOfUpload, ({ body, params }) => {
						asked.push([params.id, body]);
						return { segmentId: idOf(77), name: 'crm', run: null };
					}),
					...bootOf('customerAdmin'),
				],
			});
			const done = within(await screen.findByRole('region', { name: 'crm.csv' }));
			expect(done.getByText(number, { selector: 'div' })).toBeVisible();
			expect(done.getByText(said)).toBeVisible();
			expect(done.getByRole('link', { name: see })).toHaveAttribute('href', expect.stringContaining('/domainprofiles'));
			expect(done.getByRole('button', { name: back })).toBeVisible();
			await app.user.click(done.getByRole('button', { name: make }));
			await waitFor(() => expect(app.path()).toBe(`/segments/${idOf(77)}`));
			expect(asked).toEqual([[idOf(40), { name: 'crm' }]]);
		},
	);
});

it.each([
	['customerAdmin', '/domainprofiles/upload', 'CRM', '/domainprofiles'],
	['admin', '/upload', 'Profiles', '/profiles'],
] as const)('leads back from choosing a file to the people: %s', async (kind, path, name, to) => {
	await renderApp(`${path}?customer=1`, { handlers: [answers(runs, []), ...bootOf(kind)] });
	const way = within(await screen.findByRole('navigation', { name: 'Upload profiles from a CRM' }));
	expect(way.getByRole('link', { name })).toHaveAttribute('href', expect.stringContaining(to));
});
