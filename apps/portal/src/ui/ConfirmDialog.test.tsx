/** A question that was asked by keyboard and not answered with yes: one goes on where one was. */
import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { LateMenu } from './LateMenu.tsx';

function Asking() {
	const [opened, setOpened] = useState(false);
	const ask = () => setOpened(true);
	return (
		<MantineProvider env="test">
			<button type="button" onClick={ask}>
				Delete all
			</button>
			<LateMenu button={<button type="button">Actions</button>}>{(Menu) => <Menu.Item onClick={ask}>Delete</Menu.Item>}</LateMenu>
			<ConfirmDialog opened={opened} title="Delete it?" verb="Delete" onConfirm={() => {}} onCancel={() => setOpened(false)}>
				It is gone then.
			</ConfirmDialog>
		</MantineProvider>
	);
}

it.each([
	['its button', 'Delete all', []],
	['the button of the menu that it was asked from', 'Actions', ['Delete']],
])('gives the focus back to %s, the first time too', async (_what, name, items) => {
	render(<Asking />);
	const button = screen.getByRole('button', { name });
	button.focus();
	await userEvent.keyboard('{Enter}');
	for (const item of items) {
		(await screen.findByRole('menuitem', { name: item })).focus();
		await userEvent.keyboard('{Enter}');
	}
	await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
	await userEvent.keyboard('{Escape}');
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	await waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus());
});
