import { render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { NoticePlace } from '#portal/app/NoticePlace.tsx';
import { ThemeProvider } from '#portal/theme/ThemeProvider.tsx';
import { late } from './late.tsx';

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>;
const Waiting = ({ name }: { name: string }) => <p>{name} is coming</p>;

class Boundary extends Component<{ children: ReactNode }, { failed: string }> {
	override state = { failed: '' };
	static getDerivedStateFromError = (error: Error) => ({ failed: error.message });
	override render = () => (this.state.failed === '' ? this.props.children : <p>{this.state.failed}</p>);
}

it('a late part is asked for once, by whatever draws it first, and is there at once from then on', async () => {
	const load = vi.fn(async () => Hello);
	const Late = late(load, Waiting);
	expect(load).not.toHaveBeenCalled();
	const { unmount } = render(
		<>
			<Late name="Aino" />
			<Late name="Väinö" />
		</>,
	);
	expect(screen.getByText('Aino is coming')).toBeVisible();
	expect(await screen.findByText('Hello Aino')).toBeVisible();
	expect(screen.getByText('Hello Väinö')).toBeVisible();
	unmount();
	render(<Late name="Louhi" />);
	expect(screen.getByText('Hello Louhi')).toBeVisible();
	expect(load).toHaveBeenCalledOnce();
});

it('one that did not come says so to what stands around it, and is asked for again where it is drawn anew', async () => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	const load = vi.fn(async () => Hello).mockRejectedValueOnce(new Error('no connection'));
	const Late = late(load, Waiting);
	const { unmount } = render(
		<Boundary>
			<Late name="Aino" />
		</Boundary>,
	);
	expect(await screen.findByText('no connection')).toBeVisible();
	unmount();
	render(<Late name="Aino" />);
	expect(await screen.findByText('Hello Aino')).toBeVisible();
});

it('a part that did not come leaves the page as it is, and a notice says so', async () => {
	const Late = late(async () => Promise.reject(new Error('no connection')));
	render(
		<>
			<NoticePlace />
			<input defaultValue="what was written" />
			<Late />
		</>,
		{ wrapper: ThemeProvider },
	);
	expect(await screen.findByRole('alert')).toHaveTextContent(/^A part of this page did not load/);
	expect(screen.getByRole('textbox')).toHaveValue('what was written');
});
