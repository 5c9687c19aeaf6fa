/** The closed select, and the whole one in its place: nothing that a person did in between is lost. */
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { SelectField } from './fields.tsx';
import { LateSelect } from './LateSelect.tsx';

const COUNTRIES = [
	{ value: 'FI', label: 'Finland' },
	{ value: 'SE', label: 'Sweden' },
];

function Chosen({ first = null, searchable = true }: { first?: string | null; searchable?: boolean }) {
	const [value, setValue] = useState(first);
	return (
		<MantineProvider env="test">
			<LateSelect label="Country" data={COUNTRIES} value={value} onChange={setValue} searchable={searchable} />
			<button type="button">Next</button>
			<p>{value ?? 'none'}</p>
		</MantineProvider>
	);
}
const field = () => screen.getByRole('combobox', { name: 'Country' });

describe('a select that comes late', () => {
	it('says what is chosen and that it is closed before anything of it is loaded', () => {
		render(<Chosen first="SE" />);
		expect(field()).toHaveValue('Sweden');
		expect(field()).toHaveAttribute('aria-expanded', 'false');
		expect(field()).toHaveAttribute('aria-haspopup', 'listbox');
	});
	it('takes over what was typed and the focus, and shows what that finds', async () => {
		const user = userEvent.setup({ delay: null });
		render(<Chosen />);
		const closed = field();
		await user.type(closed, 'swe');
		expect((await screen.findAllByRole('option')).map((one) => one.textContent)).toEqual(['Sweden']);
		expect(field()).not.toBe(closed);
		expect(field()).toHaveValue('swe');
		expect(field()).toHaveFocus();
		await user.keyboard('{ArrowDown}{Enter}');
		expect(screen.getByText('SE')).toBeVisible();
	});
	it.each([true, false])('opens by a press that is no click any more once its parts are there (searchable: %s)', async (searchable) => {
		await import('./OpenSelect.tsx');
		render(<Chosen searchable={searchable} />);
		const closed = field();
		// What the browser tells of a press before it is over; its end then finds another field.
		fireEvent.pointerDown(closed);
		act(() => closed.focus());
		await waitFor(() => expect(field()).not.toBe(closed));
		expect(await screen.findAllByRole('option')).toHaveLength(2);
		expect(field()).toHaveFocus();
	});
	it('takes no focus from who went on while it was drawn', async () => {
		render(<Chosen />);
		const closed = field();
		act(() => closed.focus());
		await act(async () => {
			await import('./OpenSelect.tsx');
			// It is there, and stands on the page only once this is over.
			await new Promise((done) => setTimeout(done));
			expect(field()).toBe(closed);
			screen.getByRole('button', { name: 'Next' }).focus();
		});
		expect(field()).not.toBe(closed);
		expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
	});
	it('opens by the keyboard and gives nothing back to who has gone on', async () => {
		const user = userEvent.setup({ delay: null });
		render(<Chosen searchable={false} />);
		await user.tab();
		await user.keyboard('{ArrowDown}');
		expect(await screen.findAllByRole('option')).toHaveLength(2);
		await user.keyboard('{Escape}');
		await user.tab();
		expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
	});
	it('stays open when what can be chosen comes after it was opened', async () => {
		const user = userEvent.setup({ delay: null });
		const late = (data: typeof COUNTRIES) => (
			<MantineProvider env="test">
				<LateSelect label="Country" data={data} value="" searchable />
			</MantineProvider>
		);
		const { rerender } = render(late([]));
		await user.click(field());
		await waitFor(() => expect(field()).toHaveAttribute('aria-expanded', 'true'));
		rerender(late(COUNTRIES));
		expect(await screen.findAllByRole('option')).toHaveLength(2);
		expect(field()).toHaveAttribute('aria-expanded', 'true');
	});
});

function Long({ many }: { many: number }) {
	return (
		<MantineProvider env="test">
			<SelectField label="Domain" data={Array.from({ length: many }, (_, n) => ({ value: `${n}`, label: `shop-${n}.example` }))} />
		</MantineProvider>
	);
}

describe('a field with something to choose from', () => {
	it('is read where it is as long as a month, and searched where it is longer', async () => {
		const user = userEvent.setup({ delay: null });
		const few = render(<Long many={31} />);
		expect(screen.getByRole('combobox', { name: 'Domain' })).toHaveAttribute('readonly');
		few.unmount();
		render(<Long many={1000} />);
		await user.type(screen.getByRole('combobox', { name: 'Domain' }), '777');
		expect((await screen.findAllByRole('option')).map((one) => one.textContent)).toEqual(['shop-777.example']);
	});
});
