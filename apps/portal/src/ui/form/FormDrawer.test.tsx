/** A drawer whose form comes later than it: whoever opened it writes at once. */
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import * as z from 'zod';
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

it('saves once, however often the key for it is pressed', async () => {
	draw();
	(await screen.findByText('It comes')).click();
	await screen.findByLabelText('Name');
	for (let n = 0; n < 3; n++) fireEvent.keyDown(document.documentElement, { key: 's', code: 'KeyS', ctrlKey: true });
	await waitFor(() => expect(onSave).toHaveBeenCalled());
	fireEvent.keyDown(document.documentElement, { key: 's', code: 'KeyS', ctrlKey: true });
	expect(onSave).toHaveBeenCalledTimes(1);
});
