/** The short text beside a part: by pointer and by keyboard, and said once. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { Tip } from './Tip.tsx';

describe('a tip', () => {
	it('comes with the focus of the keyboard and goes with it, and with Esc', async () => {
		const user = userEvent.setup();
		render(
			<>
				<Tip label="Rows of 36 px">
					<button type="button">Row height</button>
				</Tip>
				<button type="button">Next</button>
			</>,
		);
		await user.tab();
		expect(screen.getByRole('tooltip')).toHaveTextContent('Rows of 36 px');
		expect(screen.getByRole('button', { name: 'Row height' })).toHaveAccessibleDescription('Rows of 36 px');
		await user.tab();
		expect(screen.queryByRole('tooltip')).toBeNull();
		await user.tab({ shift: true });
		await user.keyboard('{Escape}');
		expect(screen.queryByRole('tooltip')).toBeNull();
	});
	it('does not describe what it already names', async () => {
		const user = userEvent.setup();
		render(
			<Tip label="Close">
				<button type="button" aria-label="Close" />
			</Tip>,
		);
		await user.hover(screen.getByRole('button', { name: 'Close' }));
		expect(screen.getByRole('tooltip', { hidden: true })).toHaveTextContent('Close');
		expect(screen.getByRole('button', { name: 'Close' })).not.toHaveAttribute('aria-describedby');
	});
});
