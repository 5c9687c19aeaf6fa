/** A drawer whose form comes later than it: whoever opened it writes at once. */
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { DrawerForm, FormDrawer } from './FormDrawer.tsx';
import { TextField } from './fields.tsx';

const LATER = { isError: false, isSuccess: false, error: null, refetch: () => {} };

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
					onSave={async () => {}}
				>
					{(form) => <TextField label="Name" {...form.getInputProps('name')} />}
				</DrawerForm>
			</FormDrawer>
		</MantineProvider>
	);
}

it('gives its first field the focus that its close button had meanwhile', async () => {
	render(<RouterProvider router={createRouter({ routeTree: createRootRoute({ component: Late }), history: createMemoryHistory() })} />);
	const close = await screen.findByRole('button', { name: 'Close' });
	close.focus();
	await waitFor(() => expect(close).toHaveFocus());
	screen.getByText('It comes').click();
	expect(await screen.findByLabelText('Name')).toHaveFocus();
});
