/** One person's page: what they are known by and how that came, taking it away, and the receipt of an erasure. */
import {
	dropMemory,
	erasePerson,
	type PersonDetail,
	type PersonRecord,
	people,
	person,
	personFile,
	removeIdentifier,
} from '@luvalla/contract/consent/people';
import { purposes } from '@luvalla/contract/consent/purposes';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Asked, answers, refuses } from '#portal/lib/handlers.ts';
import { chooseLanguage } from '#portal/lib/say.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';

const anna = (over: Partial<PersonDetail> = {}): PersonDetail => ({
	luvallaId: idOf(7),
	identifiers: [
		{
			kind: 'email',
			value: 'anna@example.com',
			addedAt: '2026-11-20T08:00:00.000Z',
			how: 'api',
			addedBy: 'application:x',
			confirmedAt: '2026-11-20T09:00:00.000Z',
		},
		{ kind: 'phone', value: '+358401234567', addedAt: '2026-11-20T08:00:00.000Z', how: 'import', addedBy: 'user:y', confirmedAt: null },
	],
	createdAt: '2026-11-20T08:00:00.000Z',
	present: [],
	records: [],
	more: false,
	can: { erase: true, remove: true },
	...over,
});
const open = (detail: PersonDetail, ...more: Parameters<typeof renderApp>[1]['handlers'][number][]) =>
	renderApp(`/reports/people/${detail.luvallaId}`, {
		handlers: [
			...more,
			answers(person, detail),
			answers(people, [], { total: 0, next: null }),
			answers(purposes, []),
			...bootOf('customerAdmin'),
		],
	});

it('says how each address came and whether it confirmed itself, and takes one away after asking', async () => {
	const asked: Asked[] = [];
	const take = answers(removeIdentifier, (one) => {
		asked.push(one);
		return { removed: true };
	});
	const app = await open(anna(), take);
	const list = within(await screen.findByRole('list', { name: 'Known by' }));
	const itemOf = (value: string) => within(list.getByText(value).closest('li') as HTMLElement);
	const phone = itemOf('+358401234567');
	expect(phone.getByText('Imported file, Nov-20-2026')).toBeVisible();
	expect(phone.getByText('Not confirmed')).toBeVisible();
	expect(itemOf('anna@example.com').getByText('Confirmed')).toBeVisible();
	await app.user.click(phone.getByRole('button', { name: 'Remove +358401234567' }));
	const question = within(await screen.findByRole('dialog', { name: 'Remove +358401234567?' }));
	expect(asked).toEqual([]);
	await app.user.click(question.getByRole('button', { name: 'Remove address' }));
	expect(await screen.findByText('Address removed successfully.')).toBeVisible();
	expect(asked.map((one) => one.body)).toEqual([{ kind: 'phone', value: '+358401234567' }]);
});
it('offers neither to who may not, a domain’s own admin', async () => {
	await open(anna({ can: { erase: false, remove: false } }));
	const list = within(await screen.findByRole('list', { name: 'Known by' }));
	expect(list.queryByRole('button')).not.toBeInTheDocument();
	expect(screen.queryByRole('button', { name: 'Erase person' })).not.toBeInTheDocument();
});
const erase = async (app: Awaited<ReturnType<typeof open>>, verb: string, field: RegExp) => {
	await app.user.click(await screen.findByRole('button', { name: verb }));
	const question = within(await screen.findByRole('dialog', { name: /anna@example.com/ }));
	await app.user.type(question.getByRole('textbox', { name: field }), 'anna@example.com');
	await app.user.click(question.getByRole('button', { name: verb }));
};
it('says after an erasure what is remembered of a no, and drops that too when told to', async () => {
	const asked: Asked[] = [];
	const app = await open(
		anna(),
		answers(erasePerson, { erased: 3, erasureId: idOf(9), remembered: 2 }),
		answers(dropMemory, (one) => {
			asked.push(one);
			return { dropped: 2 };
		}),
	);
	await erase(app, 'Erase person', /anna@example.com/);
	const receipt = within(await screen.findByRole('dialog', { name: 'Person erased' }));
	expect(receipt.getByText('3 records are gone.')).toBeVisible();
	expect(receipt.getByText(/^2 refusals are remembered as keyed hashes/)).toBeVisible();
	await app.user.click(receipt.getByRole('button', { name: 'Drop the memory too' }));
	expect(await screen.findByText('Memory deleted successfully.')).toBeVisible();
	expect(asked.map((one) => one.params.erasureId)).toEqual([idOf(9)]);
	expect(app.path()).toBe('/reports/people');
});
it('leads back at once where nothing is remembered, and keeps the receipt open when dropping fails, in Finnish too', async () => {
	const none = await open(anna(), answers(erasePerson, { erased: 1, erasureId: idOf(9), remembered: 0 }));
	await erase(none, 'Erase person', /anna@example.com/);
	expect(await screen.findByText('Person erased successfully.')).toBeVisible();
	expect(none.path()).toBe('/reports/people');
	none.unmount();
	chooseLanguage('fi');
	const app = await open(
		anna(),
		answers(erasePerson, { erased: 1, erasureId: idOf(9), remembered: 1 }),
		refuses(dropMemory, 503, { code: 'unavailable' }),
	);
	await erase(app, 'Poista henkilö', /anna@example.com/);
	const receipt = within(await screen.findByRole('dialog', { name: 'Henkilö poistettu' }));
	expect(receipt.getByText(/^1 kielto muistetaan/)).toBeVisible();
	await app.user.click(receipt.getByRole('button', { name: 'Poista muistikin' }));
	expect(receipt.getByRole('button', { name: 'Valmis' })).toBeVisible();
});
const said = (n: number, over: Partial<PersonRecord> = {}): PersonRecord => ({
	id: idOf(100 + n),
	purposeId: idOf(3),
	purpose: 'Newsletter',
	domain: 'shop.example',
	version: 2,
	value: false,
	at: '2026-11-20T08:00:00.000Z',
	receivedAt: '2026-11-20T08:00:01.000Z',
	how: 'assisted',
	source: null,
	...over,
});
it('tells what was said as a history by day, each with its record, when it was received, and older ones when asked', async () => {
	const first = said(0, { value: true, at: '2026-11-18T08:00:00.000Z', source: 'Paper form' });
	const app = await open(
		anna({
			records: [
				first,
				...Array.from({ length: 24 }, (_, n) => said(n + 1)),
				...Array.from({ length: 6 }, (_, n) => said(n + 25, { at: '2026-11-01T08:00:00.000Z' })),
			],
			more: true,
		}),
	);
	const history = within(await screen.findByRole('list', { name: 'History' }));
	const yes = within(history.getByRole('listitem', { name: 'Nov-18-2026' }));
	expect(yes.getByText('Said yes to Newsletter')).toBeVisible();
	expect(yes.getByText(/shop\.example · Written down for the person · Paper form · version 2 · received Nov-20-2026/)).toBeVisible();
	expect(yes.getByRole('link', { name: /^Open the record: Newsletter/ })).toHaveAttribute('href', `/reports/records/${idOf(100)}`);
	expect(history.getAllByText('Said no to Newsletter')).toHaveLength(24);
	expect(screen.queryByText('The newest 31 records are listed.')).toBeNull();
	await app.user.click(screen.getByRole('button', { name: 'Show older' }));
	expect(history.getAllByText('Said no to Newsletter')).toHaveLength(30);
	expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
	expect(screen.getByText('The newest 31 records are listed.')).toBeVisible();
});
it('makes up no time where a file gave a day alone, whatever the reader’s zone', async () => {
	const row = { purposeId: idOf(3), purpose: 'Newsletter', domainId: idOf(2), domain: 'shop.example', permitted: false, version: 1 };
	await open(
		anna({
			present: [{ ...row, value: false, at: '2024-12-31T23:59:59.999Z', how: 'import', recordId: idOf(101) }],
			records: [said(1, { at: '2024-12-31T23:59:59.999Z', how: 'import' }), said(2, { at: '2024-11-30T00:00:00.000Z', how: 'api' })],
		}),
	);
	const present = within(await screen.findByRole('table', { name: 'What holds now' }));
	expect(present.getByText('Dec-31-2024')).toBeVisible();
	const day = within(screen.getByRole('listitem', { name: 'Dec-31-2024' }));
	expect(day.queryByText(/^\d\d:\d\d:\d\d$/)).not.toBeInTheDocument();
	// A system says when; midnight is a time like any other.
	expect(within(screen.getByRole('list', { name: 'History' })).getByText(/^\d\d:\d\d:00$/)).toBeVisible();
});
it('gives the file of all that is kept, and says why it does not come', async () => {
	const app = await open(anna(), refuses(personFile, 503, { code: 'unavailable', error: 'The database rests.' }));
	await app.user.click(await screen.findByRole('button', { name: 'Export' }));
	expect(await screen.findByText('The database rests.')).toBeVisible();
});
