/** Picking rows and doing something with them, on the two lists that offer it. */
import { dropMemory, erasePeople, type KnownPerson, people, peopleFile } from '@luvalla/contract/consent/people';
import { checkSnippets } from '@luvalla/contract/consent/snippet';
import { type Run, run as runCall, runFindings } from '@luvalla/contract/runs';
import { customerDomains } from '@luvalla/contract/tenancy/domains';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Asked, answers, answersFile } from '#portal/lib/handlers.ts';
import { domainRow } from '#portal/test/domain.ts';
import { bootOf, idOf } from '#portal/test/people.ts';
import { renderApp } from '#portal/test/render.tsx';
import { chooseLanguage } from '../../lib/say.ts';
import * as download from '../download.ts';

const person = (n: number): KnownPerson => ({
	luvallaId: idOf(n),
	identifiers: [{ kind: 'email', value: `p${n}@example.com` }],
	yes: 1,
	no: 0,
	lastAt: '2026-11-20T10:00:00.000Z',
});
const run = (over: Partial<Run> = {}): Run => ({
	id: idOf(70),
	kind: 'people-erasure',
	state: 'done',
	domainId: null,
	about: {},
	total: 4,
	done: 4,
	counts: { people: 3, records: 5, remembered: 2, rejected: 1 },
	found: 1,
	problem: null,
	createdAt: '2026-11-21T10:00:00.000Z',
	startedAt: '2026-11-21T10:00:01.000Z',
	endedAt: '2026-11-21T10:00:03.000Z',
	createdBy: idOf(60),
	can: { cancel: false },
	...over,
});

let asked: Asked[] = [];
const asks = (one: Asked): Run => {
	asked.push(one);
	return run();
};
beforeEach(() => {
	asked = [];
	chooseLanguage('en');
});

const openPeople = (address = '', role: 'customerAdmin' | 'domainAdmin' = 'customerAdmin') =>
	renderApp(`/domainprofiles?show=consents${address.replace('?', '&')}`, {
		handlers: [
			...bootOf(role),
			answers(people, [1, 2, 3, 4].map(person), { total: 48, next: 2 }),
			answers(erasePeople, asks),
			answers(runCall, () => run()),
			answers(runFindings, [{ line: null, column: null, value: null, code: 'gone', row: [idOf(4)] }], { total: 1, next: null }),
			answers(dropMemory, { dropped: 2 }),
			answersFile(peopleFile, 'people.csv', 'luvallaId\n', (one) => asked.push(one)),
		],
	});
const box = (name: string) => screen.findByRole('checkbox', { name });
const bar = () => within(screen.getByRole('region', { name: 'Selected rows' }));

describe('picking', () => {
	it('takes rows one by one, a range with Shift, the page by its head, which is mixed in between, and says how many', async () => {
		const { user } = await openPeople();
		expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
		(await box('Select p1@example.com')).focus();
		await user.keyboard(' ');
		expect(bar().getByText('1 selected')).toBeVisible();
		expect(screen.getByText('1 selected', { selector: '[role=status]' })).toBeInTheDocument();
		const head = await box('Select all rows of this page');
		expect(head).toBePartiallyChecked();
		fireEvent.click(await box('Select p3@example.com'), { shiftKey: true });
		expect(bar().getByText('3 selected')).toBeVisible();
		await user.click(head);
		expect(head).toBeChecked();
		expect(bar().getByText('4 selected')).toBeVisible();
		await user.click(head);
		expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
	});
	it('takes all that match, but those taken out, and leads back to these', async () => {
		const { user } = await openPeople('?q=p');
		await user.click(await box('Select p1@example.com'));
		await user.click(bar().getByRole('button', { name: 'Select all 48' }));
		expect(bar().getByText('All 48 that match are selected')).toBeVisible();
		expect(await box('Select p4@example.com')).toBeChecked();
		await user.click(await box('Select p2@example.com'));
		expect(bar().getByText('47 selected')).toBeVisible();
		await user.click(bar().getByRole('button', { name: 'Only these 4' }));
		expect(bar().getByText('4 selected')).toBeVisible();
		await user.click(bar().getByRole('button', { name: 'Clear the selection' }));
		expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
		expect(await box('Select all rows of this page')).toHaveFocus();
	});
	it('is over when the list is narrowed otherwise', async () => {
		const { user } = await openPeople();
		await user.click(await box('Select p1@example.com'));
		await user.type(screen.getByRole('searchbox'), 'x');
		await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull());
	});
});

describe('erasing people', () => {
	it('asks for the number, starts the run with what was picked, and shows what came of it', async () => {
		const { user, router } = await openPeople('?q=p');
		await user.click(await box('Select p1@example.com'));
		await user.click(bar().getByRole('button', { name: 'Select all 48' }));
		await user.click(await box('Select p2@example.com'));
		await user.click(bar().getByRole('button', { name: 'Erase' }));
		const question = within(await screen.findByRole('dialog', { name: 'Erase 47 people?' }));
		expect(question.getByRole('button', { name: 'Erase people' })).toBeDisabled();
		await user.type(question.getByRole('textbox'), '47');
		await user.click(question.getByRole('button', { name: 'Erase people' }));
		const drawer = within(await screen.findByRole('dialog', { name: 'Erasure of people' }));
		expect(asked.map((one) => one.body)).toEqual([{ selection: { all: { q: 'p' }, but: [idOf(2)] } }]);
		await waitFor(() => expect(router.state.location.search).toMatchObject({ run: idOf(70), q: 'p' }));
		expect(await drawer.findByText('There is no such person any more.')).toBeVisible();
		expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull();
		await user.click(drawer.getByRole('button', { name: 'Drop the memory too' }));
		const memory = within(await screen.findByRole('dialog', { name: 'Drop the memory of 2 refusals?' }));
		await user.click(memory.getByRole('button', { name: 'Drop the memory too' }));
		await waitFor(() => expect(drawer.queryByRole('button', { name: 'Drop the memory too' })).toBeNull());
	});
	it('is not offered to a domain admin, who takes a file of theirs', async () => {
		const saved = vi.spyOn(download, 'downloadFile').mockReturnValue();
		const { user } = await openPeople('', 'domainAdmin');
		await user.click(await box('Select p2@example.com'));
		expect(bar().queryByRole('button', { name: 'Erase' })).toBeNull();
		await user.click(bar().getByRole('button', { name: 'Export CSV' }));
		await waitFor(() => expect(saved).toHaveBeenCalledWith('people.csv', expect.anything(), expect.anything()));
		expect(asked.map((one) => one.body)).toEqual([{ selection: { these: [idOf(2)] } }]);
	});
	it('speaks Finnish', async () => {
		chooseLanguage('fi');
		const { user } = await openPeople('?q=p');
		await user.click(await screen.findByRole('checkbox', { name: 'Valitse p1@example.com' }));
		expect(screen.getByText('1 valittu', { selector: 'strong' })).toBeVisible();
		await user.click(screen.getByRole('button', { name: 'Valitse kaikki 48' }));
		await user.click(screen.getByRole('button', { name: 'Poista' }));
		expect(await screen.findByRole('dialog', { name: 'Poistetaanko 48 henkilöä?' })).toBeVisible();
	});
});

it('looks for the snippet on the domains picked', async () => {
	const domain = domainRow(2, { domain: 'shop.example', name: '', proof: { by: 'dns', at: '2026-10-01T11:00:00.000Z' } });
	const looked = run({ kind: 'snippet-look', total: 1, done: 1, counts: { unreachable: 1 }, found: 1 });
	const { user } = await renderApp('/customerdomains', {
		handlers: [
			...bootOf('customerAdmin'),
			answers(customerDomains, [domain], { total: 1, next: null }),
			answers(checkSnippets, (one) => {
				asked.push(one);
				return looked;
			}),
			answers(runCall, () => looked),
			answers(runFindings, [{ line: null, column: null, value: 'b.example', code: 'leads_away', row: ['shop.example'] }], {
				total: 1,
				next: null,
			}),
		],
	});
	await user.click(await box('Select shop.example'));
	await user.click(bar().getByRole('button', { name: 'Look for the snippet' }));
	const drawer = within(await screen.findByRole('dialog', { name: 'Look for the snippet' }));
	expect(await drawer.findByText('It leads to another site, b.example. Add that one as a domain of its own.')).toBeVisible();
	expect(asked.map((one) => one.body)).toEqual([{ selection: { these: [idOf(2)] } }]);
});
