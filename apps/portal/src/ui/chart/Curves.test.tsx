/** A chart is read point by point, with the pointer and with the arrow keys. */
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { ThemeProvider } from '#portal/theme/ThemeProvider.tsx';
import { Curves } from './Curves.tsx';

vi.mock('@mantine/hooks', async (original) => ({
	...(await original<typeof import('@mantine/hooks')>()),
	useElementSize: () => ({ ref: () => {}, width: 600, height: 300 }),
}));

const points = [
	{ label: '09:00', now: 0.5, before: 0.25 },
	{ label: '10:00', now: null, before: 0.5 },
	{ label: '11:00', now: 0.75, before: null },
];
beforeEach(() => {
	render(
		<ThemeProvider env="test">
			<Curves
				points={points}
				name="Rate: this period, earlier"
				height={300}
				nowLabel="this period"
				beforeLabel="earlier"
				format={(value) => `${value * 100}%`}
				span={[0, 1]}
			/>
		</ThemeProvider>,
	);
});
const said = () => screen.queryByRole('status')?.textContent ?? null;

it('says each point in turn by the arrow keys, only what is known, and stops at the ends', async () => {
	const user = userEvent.setup();
	expect(said()).toBeNull();
	await user.tab();
	expect(screen.getByRole('img', { name: 'Rate: this period, earlier' })).toHaveFocus();
	await user.keyboard('{ArrowRight}');
	expect(said()).toBe('09:00this period50%earlier25%');
	await user.keyboard('{ArrowRight}');
	expect(said()).toBe('10:00earlier50%');
	await user.keyboard('{End}{ArrowRight}');
	expect(said()).toBe('11:00this period75%');
	await user.keyboard('{Escape}');
	expect(said()).toBeNull();
});

it('shows what is under the pointer, and nothing once it left', () => {
	const picture = screen.getByRole('img').querySelector('svg');
	if (!picture) throw new Error('nothing is drawn');
	fireEvent.pointerMove(picture, { clientX: 60 });
	expect(said()).toContain('09:00');
	fireEvent.pointerMove(picture, { clientX: 590 });
	expect(said()).toContain('11:00');
	fireEvent.pointerLeave(picture);
	expect(said()).toBeNull();
});

it('draws bars where a point has no neighbour, and none of them is a lone dot', () => {
	const picture = screen.getByRole('img');
	expect(picture.querySelectorAll('circle')).toHaveLength(0);
	// two values now, two levels before, and no line or area between them
	expect(picture.querySelectorAll('path')).toHaveLength(2);
	expect(
		[...picture.querySelectorAll('line')].filter(
			(one) => one.getAttribute('y1') === one.getAttribute('y2') && one.getAttribute('class')?.includes('before'),
		),
	).toHaveLength(2);
});
