import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { asksAhead, codeOfScreen } from './code.ts';
import type { Screen } from './screen.ts';

const Person = () => null;
const screenOf = (path: string): Screen & { load: ReturnType<typeof vi.fn> } => ({
	path,
	title: { en: path, fi: path },
	who: ['admin'],
	help: 'Dashboard',
	load: vi.fn(async () => Person),
});

describe('the code of screens', () => {
	it('is asked for once, before the press, by whatever link leads there', async () => {
		const [person, domains] = [screenOf('/people/$id'), screenOf('/domains')];
		render(
			<div {...asksAhead([person, domains])}>
				<table>
					<tbody>
						<tr>
							<td>
								<a href="/people/12?customer=1">
									<b>Aino</b>
								</a>
							</td>
						</tr>
					</tbody>
				</table>
				<a href="https://elsewhere.example/domains">Elsewhere</a>
				<a href="/domains">Domains</a>
			</div>,
		);
		fireEvent.pointerOver(screen.getByText('Elsewhere'));
		fireEvent.pointerOver(screen.getByRole('table'));
		expect([person.load.mock.calls.length, domains.load.mock.calls.length]).toEqual([0, 0]);
		fireEvent.pointerOver(screen.getByText('Aino'));
		fireEvent.pointerDown(screen.getByText('Aino'));
		fireEvent.focus(screen.getByText('Domains'));
		// a press that follows at once does not wait for it
		expect([person.load.mock.calls.length, domains.load.mock.calls.length]).toEqual([0, 0]);
		await waitFor(() => expect(domains.load).toHaveBeenCalled());
		expect([person.load.mock.calls.length, domains.load.mock.calls.length]).toEqual([1, 1]);
		await codeOfScreen(person).load();
		expect(codeOfScreen(person).there()).toBe(Person);
		expect(person.load).toHaveBeenCalledOnce();
	});

	it('is asked for again where it did not come', async () => {
		const lost = screenOf('/lost');
		lost.load.mockRejectedValueOnce(new Error('no connection'));
		await expect(codeOfScreen(lost).load()).rejects.toThrow('no connection');
		expect(await codeOfScreen(lost).load()).toBe(Person);
	});
});
