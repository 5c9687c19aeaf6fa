import { IconCheck } from '@tabler/icons-react';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { chooseLanguage } from '#portal/lib/say.ts';
import { axeFinds } from '#portal/test/axe.ts';
import { ThemeProvider } from '#portal/theme/ThemeProvider.tsx';
import { type Happening, Timeline } from './Timeline.tsx';

afterEach(() => chooseLanguage('en'));

const Look = ({ children }: { children: ReactNode }) => <ThemeProvider env="test">{children}</ThemeProvider>;
const happening = (n: number, at: Date): Happening => ({
	id: `h${n}`,
	at: at.toISOString(),
	icon: IconCheck,
	hue: 'teal',
	sentence: `Event ${n}`,
	about: 'Consent',
});
const some = [
	happening(1, new Date(2026, 10, 20, 10, 5, 12)),
	happening(2, new Date(2026, 10, 20, 0, 0, 0)),
	happening(3, new Date(2026, 10, 19, 23, 59, 59)),
];
const older = [happening(4, new Date(2026, 10, 19, 8, 0, 0)), happening(5, new Date(2026, 10, 1, 8, 0, 0))];

it('is a list of days, each a list of what happened with its time', async () => {
	const { container } = render(<Timeline label="History" happenings={some} />, { wrapper: Look });
	const days = within(screen.getByRole('list', { name: 'History' }));
	const [friday, thursday] = [days.getByRole('listitem', { name: 'Nov-20-2026' }), days.getByRole('listitem', { name: 'Nov-19-2026' })];
	expect(
		within(friday)
			.getAllByRole('listitem')
			.map((one) => one.textContent),
	).toEqual(['Event 1Consent10:05:12', 'Event 2Consent00:00:00']);
	expect(
		within(thursday)
			.getAllByRole('listitem')
			.map((one) => one.textContent),
	).toEqual(['Event 3Consent23:59:59']);
	expect(screen.queryByRole('button')).toBeNull();
	expect(await axeFinds(container)).toEqual([]);
});

function Growing() {
	const [all, setAll] = useState(false);
	return <Timeline label="History" happenings={all ? [...some, ...older] : some} older={all ? undefined : { load: () => setAll(true) }} />;
}

it('goes on with the first older one, on the day that it belongs to, when the button is gone', async () => {
	render(<Growing />, { wrapper: Look });
	await userEvent.click(screen.getByRole('button', { name: 'Show older' }));
	expect(screen.getByText('Event 4').closest('li')).toHaveFocus();
	const thursday = screen.getByRole('listitem', { name: 'Nov-19-2026' });
	expect(within(thursday).getAllByRole('listitem')).toHaveLength(2);
	expect(screen.queryByRole('button')).toBeNull();
});

it('says in Finnish what could not be loaded, and lets it be tried again', async () => {
	chooseLanguage('fi');
	let asked = 0;
	render(<Timeline label="Historia" happenings={some} older={{ load: () => asked++, failed: 'Vanhempia ei saatu haettua.' }} />, {
		wrapper: Look,
	});
	expect(screen.getByRole('alert')).toHaveTextContent('Vanhempia ei saatu haettua.');
	expect(screen.getByRole('listitem', { name: '20.11.2026' })).toHaveTextContent('10.05.12');
	await userEvent.click(screen.getByRole('button', { name: 'Näytä vanhempia' }));
	expect(asked).toBe(1);
});
