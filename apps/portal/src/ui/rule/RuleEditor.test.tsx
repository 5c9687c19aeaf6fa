import type { RuleGroup } from '@luvalla/contract/rules';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { chooseLanguage } from '#portal/lib/say.ts';
import { axeFinds } from '#portal/test/axe.ts';
import { ThemeProvider } from '#portal/theme/ThemeProvider.tsx';
import { RuleEditor, useRuleErrors } from './RuleEditor.tsx';
import type { RuleField } from './RuleWords.tsx';

afterEach(() => chooseLanguage('en'));

const fields: readonly RuleField[] = [
	{ key: 'city', label: 'City', kind: 'text' },
	{ key: 'orders', label: 'Orders', kind: 'number' },
	{ key: 'seen', label: 'Last seen', kind: 'date' },
	{
		key: 'plan',
		label: 'Plan',
		kind: 'choice',
		choices: [
			{ value: 'gold', label: 'Gold' },
			{ value: 'tin', label: 'Tin' },
		],
	},
	{ key: 'member', label: 'Member', kind: 'yesno' },
	{ key: 'event.order', label: 'Order', kind: 'number', reads: 'had', operators: ['atLeast', 'atMost', 'is'], happened: [] },
];
const Look = ({ children }: { children: ReactNode }) => <ThemeProvider env="test">{children}</ThemeProvider>;

function Page({ start, told }: { start: RuleGroup; told: RuleGroup[] }) {
	const [rule, setRule] = useState(start);
	const errors = useRuleErrors(rule, fields);
	const tell = (next: RuleGroup) => {
		told.push(next);
		setRule(next);
	};
	return (
		<RuleEditor
			label="People of whom"
			fields={fields}
			value={rule}
			onChange={tell}
			errors={errors}
			lineNote={(part, path) => ('field' in part && part.value !== undefined ? `${path.length} deep` : null)}
		/>
	);
}
const open = (start: RuleGroup) => {
	const told: RuleGroup[] = [];
	const view = render(<Page start={start} told={told} />, { wrapper: Look });
	return { ...view, user: userEvent.setup(), last: () => told.at(-1), told };
};

it('is built by keyboard alone: a condition, a group of two, and the focus is where the next word is', async () => {
	const { user, last } = open({ all: [] });
	expect(screen.getByText('Add a condition, or remove the group')).toBeVisible();
	await user.tab();
	expect(screen.getByRole('combobox', { name: 'How the conditions of the group hold together' })).toHaveFocus();
	await user.tab();
	expect(screen.getByRole('button', { name: 'Add condition' })).toHaveFocus();
	await user.keyboard('{Enter}');
	expect(screen.getByRole('combobox', { name: 'Line 1: what it is about' })).toHaveFocus();
	await user.keyboard('ord{ArrowDown}{Enter}');
	expect(last()).toEqual({ all: [{ field: 'orders', is: 'is' }] });
	await user.tab();
	expect(screen.getByRole('combobox', { name: 'Line 1: how it compares' })).toHaveFocus();
	await user.selectOptions(screen.getByRole('combobox', { name: 'Line 1: how it compares' }), 'is at least');
	await user.tab();
	await user.keyboard('12');
	expect(last()).toEqual({ all: [{ field: 'orders', is: 'atLeast', value: 12 }] });
	await user.tab();
	await user.tab();
	await user.tab();
	expect(screen.getByRole('button', { name: 'Add group' })).toHaveFocus();
	await user.keyboard('{Enter}');
	expect(screen.getByRole('combobox', { name: 'Line 2.1: what it is about' })).toHaveFocus();
	await user.keyboard('cit{ArrowDown}{Enter}{Tab}{Tab}Turku');
	expect(last()).toEqual({ all: [{ field: 'orders', is: 'atLeast', value: 12 }, { any: [{ field: 'city', is: 'is', value: 'Turku' }] }] });
	expect(screen.getByText('and')).toBeVisible();
	expect(screen.getByText('2 deep')).toBeVisible();
});

const whole: RuleGroup = {
	any: [
		{ field: 'city', is: 'oneOf', value: ['Turku', 'Oulu'] },
		{
			not: [
				{ field: 'plan', is: 'is', value: 'gold' },
				{ field: 'member', is: 'is', value: true },
			],
		},
		{ field: 'seen', is: 'before', value: '2026-11-20' },
		{ field: 'seen', is: 'inLast', value: 30 },
	],
};

it('reads as a sentence, in Finnish too, and is accessible with every kind of value', async () => {
	const { container, unmount } = open(whole);
	const line = (n: string) => screen.getByRole('combobox', { name: `Line ${n}: how it compares` }).closest('[data-line]')?.parentElement;
	expect(screen.getByRole('group', { name: 'People of whom: Any of these' })).toBeVisible();
	expect(within(screen.getByRole('group', { name: 'None of these' })).getByText('nor')).toBeVisible();
	expect(line('3')).toHaveTextContent(/^or/);
	expect(screen.getByRole('textbox', { name: 'Line 3: value' })).toHaveValue('Nov-20-2026');
	expect(screen.getByText('days')).toBeVisible();
	expect(await axeFinds(container)).toEqual([]);
	unmount();
	chooseLanguage('fi');
	const { user, last } = open(whole);
	expect(screen.getByRole('group', { name: 'Ei mikään näistä' })).toHaveTextContent('eikä');
	expect(screen.getByText('päivän aikana')).toBeVisible();
	const day = screen.getByRole('textbox', { name: 'Rivi 3: arvo' });
	expect(day).toHaveValue('20.11.2026');
	await user.clear(day);
	await user.type(day, '1.2.2026');
	expect(last()).toMatchObject({ any: [{}, {}, { value: '2026-02-01' }, {}] });
	await user.clear(day);
	await user.type(day, '31.2.2026');
	expect(screen.getByText('Kirjoita päivä')).toBeVisible();
	expect(day).toHaveAccessibleDescription('Kirjoita päivä');
	expect(day).toBeInvalid();
});

it('forgets a value that the new question cannot have, and keeps one that it can', async () => {
	const { user, last } = open({ all: [{ field: 'city', is: 'is', value: 'Turku' }] });
	const how = screen.getByRole('combobox', { name: 'Line 1: how it compares' });
	await user.selectOptions(how, 'contains');
	expect(last()).toEqual({ all: [{ field: 'city', is: 'contains', value: 'Turku' }] });
	await user.selectOptions(how, 'is one of');
	expect(last()).toEqual({ all: [{ field: 'city', is: 'oneOf' }] });
	expect(screen.getByText('Give a value')).toBeVisible();
	for (const name of ['Line 1: what it is about', 'Line 1: how it compares', 'Line 1: value'])
		expect(screen.getByRole('combobox', { name })).toHaveAccessibleDescription('Give a value');
	await user.type(screen.getByRole('combobox', { name: 'Line 1: value' }), 'Oulu{Enter}');
	expect(last()).toEqual({ all: [{ field: 'city', is: 'oneOf', value: ['Oulu'] }] });
	await user.selectOptions(how, 'is not known');
	expect(last()).toEqual({ all: [{ field: 'city', is: 'unknown' }] });
	expect(screen.queryByRole('combobox', { name: 'Line 1: value' })).toBeNull();
});

it('puts a condition into a group and takes the group apart again; after a removal the focus is on the line that is there', async () => {
	const { user, last, told } = open(whole);
	const act = async (line: string, name: string) => {
		await user.click(screen.getByRole('button', { name: `Line ${line}: actions` }));
		await user.click(await screen.findByRole('menuitem', { name }));
	};
	await act('1', 'Put into a group');
	expect(last()).toMatchObject({ any: [{ all: [{ field: 'city' }] }, {}, {}, {}] });
	expect(screen.getByRole('combobox', { name: 'Line 1.1: what it is about' })).toHaveFocus();
	await act('1', 'Take out of the group');
	expect(last()).toEqual(whole);
	await act('4', 'Remove condition');
	expect(screen.getByRole('combobox', { name: 'Line 3: what it is about' })).toHaveFocus();
	await act('2', 'Remove group');
	await act('1', 'Remove condition');
	await act('1', 'Remove condition');
	expect(last()).toEqual({ any: [] });
	expect(screen.getByRole('button', { name: 'Add condition' })).toHaveFocus();
	expect(told).toHaveLength(6);
});

it('goes as deep and as wide as the contract lets it', () => {
	const deep = { all: [{ any: [{ all: [{ any: [{ all: [{ field: 'city', is: 'known' as const }] }] }] }] }] };
	const { unmount } = open(deep);
	expect(screen.getAllByRole('button', { name: 'Add condition' })).toHaveLength(5);
	expect(screen.getAllByRole('button', { name: 'Add group' })).toHaveLength(4);
	unmount();
	open({ all: Array.from({ length: 100 }, () => ({ field: 'city', is: 'known' as const })) });
	expect(screen.getByRole('button', { name: 'Add condition' })).toBeDisabled();
	expect(screen.getByText('A rule has at most 100 conditions.')).toBeVisible();
});

it('says on how many domains something is counted, and counts it on every one when that is chosen', async () => {
	const leaf = { field: 'event.order', is: 'atLeast', value: 2 } as const;
	const { user, last } = open({ all: [{ ...leaf, domains: ['0193b2f0-0000-7000-8000-000000000001'] }, leaf] });
	const where = screen.getByRole('combobox', { name: 'Line 1: on which domains' });
	expect(within(where).getByRole('option', { selected: true })).toHaveTextContent('on 1 domain');
	expect(screen.queryByRole('combobox', { name: 'Line 2: on which domains' })).toBeNull();
	await user.selectOptions(where, 'on every domain');
	expect(last()).toEqual({ all: [leaf, leaf] });
});

it('keeps on which domains people are asked about when the question changes', async () => {
	const domains = ['0193b2f0-0000-7000-8000-000000000001'];
	const { user, last } = open({ all: [{ field: 'city', is: 'known', domains }] });
	await user.selectOptions(screen.getByRole('combobox', { name: 'Line 1: how it compares' }), 'unknown');
	expect(last()).toEqual({ all: [{ field: 'city', is: 'unknown', domains }] });
	await user.selectOptions(screen.getByRole('combobox', { name: 'Line 1: on which domains' }), 'on every domain');
	expect(last()).toEqual({ all: [{ field: 'city', is: 'unknown' }] });
});
