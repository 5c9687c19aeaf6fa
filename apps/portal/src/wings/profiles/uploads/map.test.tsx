/** Columns of a file beside their check: what is missing is said at its field, and nothing is left out without a word. */
import { purposes } from '@luvalla/contract/consent/purposes';
import { segments } from '@luvalla/contract/profiles/segments';
import { type Column, type Upload, upload as uploadCall } from '@luvalla/contract/profiles/uploads';
import { screen, waitFor, within } from '@testing-library/react';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import { answers } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const column = (name: string, samples: string[], target: Column['target'] = { to: 'nothing' }, left: Column['left'] = null): Column => ({
	name,
	samples,
	target,
	left,
});

const stored = (columns: Column[], sheets: string[]): Upload => ({
	id: idOf(41),
	name: 'people.csv',
	size: 100,
	domainId: idOf(1),
	createdAt: '2026-11-20T08:00:00.000Z',
	reading: { delimiter: 'comma', encoding: 'utf-8', headerRow: 1, slashed: 'day' },
	columns,
	tool: null,
	everybody: null,
	remembered: false,
	sheets,
});

const CONSENT = { to: 'consent', purposeId: idOf(7), source: '', on: { date: '' } } as const;
const COLUMNS = [
	column('email', ['anna@example.com'], { to: 'email' }),
	column('Newsletter', ['yes'], CONSENT),
	column('Notes', ['call in the afternoon']),
	column('Tags', ['vip']),
	column('value 101', ['1'], { to: 'nothing' }, 'limit'),
];

const open = async (columns: Column[] = COLUMNS, sheets: string[] = [], over: Partial<Upload> = {}, ...more: HttpHandler[]) => {
	const asked: unknown[] = [];
	const app = await renderApp(`/domainprofiles/upload?customer=1&file=${idOf(41)}`, {
		handlers: [
			...more,
			answers(uploadCall, { ...stored(columns, sheets), ...over }),
			answers(purposes, []),
			answers(segments, []),
			http.post(`*/manage/config/upload/check/${idOf(41)}`, async ({ request }) => {
				asked.push(await request.json());
				return HttpResponse.json(
					{
						code: 'not_usable',
						error: 'Some of what was sent cannot be used here. Check the fields named.',
						fields: { 'targets.1': 'There is no such purpose here', 'targets.1.source': 'Use at least 3 characters' },
					},
					{ status: 422 },
				);
			}),
			...bootOf('customerAdmin'),
		],
	});
	return { app, asked };
};

afterEach(() => chooseLanguage('en'));

describe('a file whose check is refused', () => {
	it.each([
		['en', 'Check the whole file', '2 things are missing before the file can be checked.', 'Source', 'Day', 'Newsletter, Source'],
		['fi', 'Tarkista koko tiedosto', '2 tietoa puuttuu, ennen kuin tiedoston voi tarkistaa.', 'Lähde', 'Päivä', 'Newsletter, Lähde'],
	] as const)('says at its field what a consent lacks, and leads there: %s', async (language, check, title, source, day, link) => {
		await chooseLanguage(language);
		const { app, asked } = await open();
		await app.user.click(await screen.findByRole('button', { name: check }));
		const summary = await screen.findByRole('alert');
		expect(within(summary).getByText(title)).toBeVisible();
		expect(summary).toHaveFocus();
		expect(asked).toEqual([]);
		const field = screen.getByRole('textbox', { name: source });
		expect(field).toBeInvalid();
		expect(screen.getByRole('textbox', { name: day })).toBeInvalid();
		// Nothing lies over the buttons.
		expect(document.querySelector('.mantine-Notification-root')).toBeNull();
		await app.user.click(within(summary).getByRole('button', { name: link }));
		expect(field).toHaveFocus();
		await app.user.type(field, 'P');
		expect(screen.queryByRole('alert')).toBeNull();
	});

	it('leaves whoever mends one column in its field while another is wrong', async () => {
		const { app } = await open([column('Newsletter', ['yes'], CONSENT), column('Texts', ['no'], CONSENT)]);
		await app.user.click(await screen.findByRole('button', { name: 'Check the whole file' }));
		const summary = await screen.findByRole('alert');
		expect(within(summary).getAllByRole('button')).toHaveLength(4);
		const [source] = screen.getAllByRole('textbox', { name: 'Source' });
		await app.user.type(source as HTMLElement, 'Pa');
		expect(source).toHaveFocus();
		expect(source).toHaveValue('Pa');
		expect(
			within(summary)
				.getAllByRole('button')
				.map(({ textContent }) => textContent),
		).toEqual(['Texts, Source', 'Texts, Day']);
	});

	it('marks what the server alone knows', async () => {
		const said: Column['target'] = { ...CONSENT, source: 'Form', on: { date: '2026-10-03' } };
		const { app, asked } = await open([column('email', ['anna@example.com'], { to: 'email' }), column('Newsletter', ['yes'], said)]);
		await app.user.click(await screen.findByRole('button', { name: 'Check the whole file' }));
		const summary = await screen.findByRole('alert');
		await waitFor(() => expect(summary).toHaveFocus());
		expect(asked).toHaveLength(1);
		expect(within(summary).getByText(/cannot be used here/)).toBeVisible();
		expect(screen.getByRole('textbox', { name: 'Source' })).toBeInvalid();
		expect(screen.getByRole('combobox', { name: 'Becomes: Newsletter' })).toBeInvalid();
		expect(document.querySelector('.mantine-Notification-root')).toBeNull();
	});
});

it('takes a day as Finns write it', async () => {
	const said: Column['target'] = { ...CONSENT, source: 'Form', on: { date: '' } };
	const { app, asked } = await open([column('email', ['anna@example.com'], { to: 'email' }), column('Newsletter', ['yes'], said)]);
	const day = await screen.findByRole('textbox', { name: 'Day' });
	await app.user.type(day, '5.10.2026');
	expect(day).toHaveValue('2026-10-05');
	await app.user.click(screen.getByRole('button', { name: 'Check the whole file' }));
	await waitFor(() => expect(asked).toHaveLength(1));
	expect(asked[0]).toMatchObject({ targets: [{ to: 'email' }, { on: { date: '2026-10-05' } }] });
});

it('says of a yes-or-no attribute, and of no other, that it permits no messages', async () => {
	const kinds = (kind: 'text' | 'yesno'): Column['target'] => ({ to: 'attribute', key: 'lupa', kind });
	await open([
		column('email', ['anna@example.com'], { to: 'email' }),
		column('A', ['x'], kinds('text')),
		column('Lupa', ['kyllä'], kinds('yesno')),
	]);
	expect(await screen.findAllByText(/An attribute permits no messages/)).toHaveLength(1);
});

it.each([
	[[], 1],
	[['email' as const], 0],
])('says before the import that a yes lets nobody be written to: channels %j', async (channels, times) => {
	const purpose = {
		...{ id: CONSENT.purposeId, domainId: idOf(1), domain: 'shop.example', name: 'Newsletter', legalBasis: 'consent' as const, version: 1 },
		...{ retentionMonths: null, shortening: null, createdAt: '2026-10-01T00:00:00.000Z', live: true, yes: 0, no: 0, versions: [] },
		...{ channels, basis: 'consent' as const, basisSegment: null, tracks: false, editable: true },
	};
	await open([column('Newsletter', ['yes'], CONSENT)], [], {}, answers(purposes, [purpose]));
	await screen.findByRole('textbox', { name: 'Source' });
	await waitFor(() => expect(screen.queryAllByText(/permits no channel yet/)).toHaveLength(times));
	if (times > 0)
		expect(screen.getByRole('link', { name: 'Tick its channels' })).toHaveAttribute(
			'href',
			`/lightconfig/purposes?id=${CONSENT.purposeId}`,
		);
});

it('names the columns that are left out, and those for which there is no more room', async () => {
	await open();
	expect(await screen.findByText(/2 columns are left out/)).toHaveTextContent('Notes, Tags');
	expect(screen.getByText(/no more attributes \(100 of one person\)/)).toHaveTextContent('value 101');
});

it('says which sheet of a workbook is read and which are not, and asks nothing that a workbook says itself', async () => {
	await open(COLUMNS, ['People', 'Old', 'Notes']);
	expect(await screen.findByText(/This is the sheet/)).toHaveTextContent(
		'This is the sheet People. 2 other sheets are not read: Old, Notes.',
	);
	expect(screen.getByRole('combobox', { name: 'Column names in row' })).toBeVisible();
	expect(screen.queryByRole('combobox', { name: 'Text encoding' })).toBeNull();
});

it.each([
	['en', ['Columns separated by', 'Text encoding', 'Column names in row']],
	['fi', ['Sarakkeiden erotin', 'Tekstin merkistö', 'Sarakkeiden nimet rivillä']],
] as const)('asks in plain words how the file is read: %s', async (language, labels) => {
	await chooseLanguage(language);
	await open();
	for (const name of labels) expect(await screen.findByRole('combobox', { name })).toBeVisible();
});

describe('a file of another tool', () => {
	const NO = { to: 'status', words: {}, rest: 'unsubscribe', purposeIds: [idOf(7)], on: null } as const;
	const EMAIL = [column('Email Address', ['bo@example.com'], { to: 'email' })];

	it.each([
		['en', /This looks like an export of Mailchimp\..*CLEAN_TIME/, 'What they all said'],
		['fi', /Tämä näyttää Mailchimp-viennin tiedostolta\..*CLEAN_TIME/, 'Mitä he kaikki ovat sanoneet'],
	] as const)('is called by its name, and nothing is said of everybody in it: %s', async (language, note, label) => {
		await chooseLanguage(language);
		await open(EMAIL, [], { tool: 'mailchimp' });
		expect((await screen.findByText(/Mailchimp\b/, { selector: 'b' })).parentElement).toHaveTextContent(note);
		expect(screen.getByRole('combobox', { name: label })).toHaveValue(
			language === 'en' ? 'Nothing: the columns say it' : 'Ei mitään: sarakkeet kertovat sen',
		);
	});

	it('whose name says that all in it left is asked about, and checked as it was left', async () => {
		const { app, asked } = await open(EMAIL, [], { name: 'unsubscribed.csv', everybody: { ...NO, purposeIds: [idOf(7)] } });
		expect(await screen.findByText(/called “unsubscribed.csv”.*Is it a no of everybody in it\?/)).toBeVisible();
		await app.user.click(screen.getByRole('button', { name: 'Check the whole file' }));
		await waitFor(() => expect(asked).toHaveLength(1));
		expect(asked[0]).toMatchObject({ targets: [{ to: 'email' }], everybody: NO });
	});

	it('says nothing of everybody once somebody says so', async () => {
		const { app, asked } = await open(EMAIL, [], { name: 'unsubscribed.csv', everybody: { ...NO, purposeIds: [idOf(7)] } });
		await app.user.click(await screen.findByRole('combobox', { name: 'What they all said' }));
		await app.user.click(await screen.findByRole('option', { name: 'Nothing: the columns say it' }));
		expect(screen.queryByText(/Is it a no of everybody/)).toBeNull();
		await app.user.click(screen.getByRole('button', { name: 'Check the whole file' }));
		await waitFor(() => expect(asked).toHaveLength(1));
		expect(asked[0]).toMatchObject({ everybody: null });
	});

	it('is not checked with a yes of everybody that lacks its source and day', async () => {
		const said = { to: 'consent', purposeId: idOf(7), source: '', on: { date: '' } } as const;
		const { app, asked } = await open(EMAIL, [], { everybody: said });
		await app.user.click(await screen.findByRole('button', { name: 'Check the whole file' }));
		const summary = await screen.findByRole('alert');
		expect(within(summary).getByRole('button', { name: 'Everybody in this file, Source' })).toBeVisible();
		await app.user.click(within(summary).getByRole('button', { name: 'Everybody in this file, Source' }));
		expect(screen.getByRole('textbox', { name: 'Source' })).toHaveFocus();
		expect(asked).toEqual([]);
	});
});
