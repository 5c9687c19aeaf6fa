import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { axeFinds } from '#portal/test/axe.ts';
import { ThemeProvider } from '#portal/theme/ThemeProvider.tsx';
import { VirtualRows } from './VirtualRows.tsx';

const FRAME_PX = 440;
const ROW_PX = 44;

// nothing is laid out here: the frame and its rows are given the sizes they have in a browser
beforeEach(() => {
	vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600);
	vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(FRAME_PX);
	vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW_PX);
});
afterEach(() => {
	vi.restoreAllMocks();
});

const Look = ({ children }: { children: ReactNode }) => <ThemeProvider env="test">{children}</ThemeProvider>;
const show = (count: number) =>
	render(
		<VirtualRows
			caption="Vendors"
			rows={Array.from({ length: count }, (_, n) => n + 1)}
			rowId={(n) => n}
			columns={[
				{ key: 'name', header: 'Name', cell: (n) => <input type="checkbox" aria-label={`Vendor ${n}`} /> },
				{ key: 'number', header: 'Number', cell: (n) => (n === 2 ? '' : n), right: true },
			]}
		/>,
		{ wrapper: Look },
	);
const vendor = (n: number) => screen.getByRole('checkbox', { name: `Vendor ${n}` });
const frameOf = () => screen.getByRole('table').parentElement ?? document.body;
const scrollTo = async (px: number) => {
	frameOf().scrollTop = px;
	frameOf().dispatchEvent(new Event('scroll'));
	await screen.findByRole('checkbox', { name: `Vendor ${Math.floor(px / ROW_PX) + 1}` });
};

describe('up to 200 rows', () => {
	it('are all drawn, so that find-in-page finds them', () => {
		show(200);
		expect(screen.getAllByRole('checkbox')).toHaveLength(200);
		expect(screen.getAllByRole('cell', { name: '—' })).toHaveLength(1);
	});
});

describe('more rows', () => {
	it('are drawn where the view is, and the table still says how many there are and which is which', async () => {
		const { container } = show(1000);
		expect(screen.getByRole('table', { name: 'Vendors' })).toHaveAttribute('aria-rowcount', '1001');
		expect(vendor(1).closest('tr')).toHaveAttribute('aria-rowindex', '2');
		expect(screen.getAllByRole('checkbox').length).toBeLessThan(30);
		expect(await axeFinds(container)).toEqual([]);
		await scrollTo(500 * ROW_PX);
		expect(vendor(501).closest('tr')).toHaveAttribute('aria-rowindex', '502');
		expect(screen.queryByRole('checkbox', { name: 'Vendor 1' })).toBeNull();
		const drawn = screen.getAllByRole('checkbox').length;
		expect(drawn).toBeLessThan(40);
		// the room of the others is kept
		const rows = within(screen.getByRole('table')).getAllByRole('row', { hidden: true });
		const px = rows.reduce((sum, row) => sum + Number.parseFloat(row.querySelector('td')?.style.height || '0'), 0);
		expect(px).toBe((1000 - drawn) * ROW_PX);
	});
	it('are walked by arrows, Page Down and End, each row drawn before it has the focus', async () => {
		show(1000);
		const user = userEvent.setup();
		await user.tab();
		expect(vendor(1)).toHaveFocus();
		await user.keyboard('{ArrowDown}{ArrowDown}');
		expect(vendor(3)).toHaveFocus();
		await user.keyboard('{PageDown}');
		expect(vendor(13)).toHaveFocus();
		await user.keyboard('{End}');
		expect(vendor(1000)).toHaveFocus();
		await user.keyboard('{ArrowDown} {Home}');
		expect(vendor(1)).toHaveFocus();
		await user.keyboard('{ArrowUp}');
		expect(vendor(1)).toHaveFocus();
	});
	it('keep the row that has the focus, wherever the frame is scrolled to', async () => {
		show(1000);
		vendor(4).focus();
		await scrollTo(600 * ROW_PX);
		expect(vendor(4)).toHaveFocus();
		expect(vendor(601)).toBeInTheDocument();
		vendor(4).blur();
		await vi.waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Vendor 4' })).toBeNull());
	});
});
