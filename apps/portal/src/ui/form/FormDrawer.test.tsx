/** A drawer whose form comes later than it: whoever opened it writes at once. */
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import * as z from 'zod';
import { CallFailure } from '#portal/lib/failure.ts';
import { DrawerForm, FormDrawer } from './FormDrawer.tsx';
import { TextField } from './fields.tsx';

const LATER = { isError: false, isSuccess: false, error: null, refetch: () => {} };

const onSave = vi.fn(async () => {});

function Late() {
	const [there, setThere] = useState(false);
	return (
		<MantineProvider env="test">
			<button type="button" onClick={() => setThere(true)}>
				It comes
			</button>
			<FormDrawer opened title="New thing" onClose={() => {}} {...(!there && { loading: LATER })}>
				<DrawerForm
					initial={{ name: '' }}
					schema={z.object({ name: z.string() })}
					labels={{ name: 'Name' }}
					saveLabel="Save"
					onSave={onSave}
				>
					{(form) => <TextField label="Name" {...form.getInputProps('name')} />}
				</DrawerForm>
			</FormDrawer>
		</MantineProvider>
	);
}

const draw = () =>
	render(<RouterProvider router={createRouter({ routeTree: createRootRoute({ component: Late }), history: createMemoryHistory() })} />);

it('gives its first field the focus that its close button had meanwhile', async () => {
	draw();
	const close = await screen.findByRole('button', { name: 'Close' });
	close.focus();
	await waitFor(() => expect(close).toHaveFocus());
	screen.getByText('It comes').click();
	expect(await screen.findByLabelText('Name')).toHaveFocus();
});

/** An empty list, whose one button goes once there is a thing. */
function First() {
	const [step, setStep] = useState<'empty' | 'adding' | 'added'>('empty');
	return (
		<MantineProvider env="test">
			<main id="main" tabIndex={-1}>
				{step === 'added' ? null : (
					<button type="button" onClick={() => setStep('adding')}>
						Add
					</button>
				)}
			</main>
			<FormDrawer opened={step === 'adding'} title="New thing" onClose={() => setStep('added')}>
				<input aria-label="Name" />
			</FormDrawer>
		</MantineProvider>
	);
}

it('leaves the focus in the page when the button that opened it is gone', async () => {
	render(<RouterProvider router={createRouter({ routeTree: createRootRoute({ component: First }), history: createMemoryHistory() })} />);
	(await screen.findByText('Add')).focus();
	fireEvent.click(screen.getByText('Add'));
	const close = await screen.findByRole('button', { name: 'Close' });
	close.focus();
	fireEvent.click(close);
	await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

it('saves once, however often the key for it is pressed', async () => {
	draw();
	(await screen.findByText('It comes')).click();
	await screen.findByLabelText('Name');
	for (let n = 0; n < 3; n++) fireEvent.keyDown(document.documentElement, { key: 's', code: 'KeyS', ctrlKey: true });
	await waitFor(() => expect(onSave).toHaveBeenCalled());
	fireEvent.keyDown(document.documentElement, { key: 's', code: 'KeyS', ctrlKey: true });
	expect(onSave).toHaveBeenCalledTimes(1);
});

/** A form of a row that others write, too: *Theirs* is their change. */
function Shared({ onSend }: { onSend: (name: unknown, readAt: string | undefined) => Promise<void> }) {
	const [row, setRow] = useState({ name: 'Advent', at: '1' });
	return (
		<MantineProvider env="test">
			<button type="button" onClick={() => setRow({ name: 'Winter', at: '2' })}>
				Theirs
			</button>
			<FormDrawer opened title="Thing" onClose={() => {}}>
				<DrawerForm
					initial={{ name: row.name, other: '' }}
					readAt={row.at}
					schema={z.object({ name: z.string() })}
					labels={{ name: 'Name' }}
					saveLabel="Save"
					onSave={({ name }, _, readAt) => onSend(name, readAt)}
				>
					{(form) => (
						<>
							<TextField label="Name" {...form.getInputProps('name')} />
							<TextField label="Other" {...form.getInputProps('other')} />
						</>
					)}
				</DrawerForm>
			</FormDrawer>
		</MantineProvider>
	);
}

const drawShared = (onSend: (name: unknown, readAt: string | undefined) => Promise<void>) => {
	const routeTree = createRootRoute({ component: () => <Shared onSend={onSend} /> });
	render(<RouterProvider router={createRouter({ routeTree, history: createMemoryHistory() })} />);
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));

it('shows what others write while nothing is written in it', async () => {
	const onSend = vi.fn(async () => {});
	drawShared(onSend);
	expect(await screen.findByLabelText('Name')).toHaveValue('Advent');
	press('Theirs');
	await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Winter'));
	press('Save');
	await waitFor(() => expect(onSend).toHaveBeenCalledWith('Winter', '2'));
});

it('keeps what is written, says what it was written upon, and replaces once the person was told', async () => {
	const refusal = new CallFailure('Somebody else has changed this.', 409, { code: 'changed_meanwhile' });
	const onSend = vi.fn().mockRejectedValueOnce(refusal).mockResolvedValue(undefined);
	drawShared(onSend);
	fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Mine' } });
	press('Theirs');
	press('Save');
	await waitFor(() => expect(onSend).toHaveBeenLastCalledWith('Mine', '1'));
	expect(screen.getByLabelText('Name')).toHaveValue('Mine');
	await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled());
	press('Save');
	await waitFor(() => expect(onSend).toHaveBeenLastCalledWith('Mine', undefined));
});

it('names what somebody else changed, and shows their version to whoever wants it', async () => {
	const refusal = new CallFailure('Somebody else has changed this.', 409, { code: 'changed_meanwhile' });
	drawShared(vi.fn().mockRejectedValue(refusal));
	fireEvent.change(await screen.findByLabelText('Other'), { target: { value: 'Mine' } });
	press('Theirs');
	press('Save');
	expect(await screen.findByText('Somebody else changed: Name.')).toBeVisible();
	press('Show their version');
	await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Winter'));
	expect(screen.getByLabelText('Other')).toHaveValue('');
	expect(screen.queryByText('Somebody else changed: Name.')).not.toBeInTheDocument();
});

it('guards a field that has no name of its own, too', async () => {
	drawShared(vi.fn(async () => {}));
	fireEvent.change(await screen.findByLabelText('Other'), { target: { value: 'Mine' } });
	press('Cancel');
	expect(await screen.findByRole('button', { name: 'Keep editing' })).toBeVisible();
});
