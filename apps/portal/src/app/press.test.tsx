import { act, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showsPresses } from './press.ts';

const opened = vi.fn();
const BELOW = '/#main';
/** As the router's links do: a plain click is theirs. */
const follow = (event: React.MouseEvent) => {
	if (event.defaultPrevented || event.ctrlKey) return;
	event.preventDefault();
	opened(event.currentTarget.textContent);
};

beforeEach(() => {
	vi.useFakeTimers();
	// with pictures, as people have them
	vi.restoreAllMocks();
	opened.mockClear();
	render(
		<div {...showsPresses}>
			<a href="/people/12" onClick={follow}>
				<b>Aino</b>
			</a>
			<a href={BELOW} onClick={follow}>
				Main
			</a>
			<a href="/help" target="_blank" onClick={follow} rel="noopener">
				Help
			</a>
			<button type="button" onClick={() => opened('button')}>
				Act
			</button>
		</div>,
	);
});
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

const picture = () => act(() => vi.advanceTimersByTime(50));
const aino = () => screen.getByText('Aino');
const isShown = () => aino().closest('a')?.dataset.pressed !== undefined;

it('a press is shown first and followed after the next picture, once, however often it was pressed', () => {
	fireEvent.click(aino());
	fireEvent.click(aino());
	expect([isShown(), opened.mock.calls]).toEqual([true, []]);
	picture();
	expect([isShown(), opened.mock.calls]).toEqual([false, [['Aino']]]);
	fireEvent.click(aino());
	picture();
	expect(opened).toHaveBeenCalledTimes(2);
});

it('what is no way to another address of the app goes its own way at once', () => {
	for (const name of ['Main', 'Help', 'Act']) fireEvent.click(screen.getByText(name));
	expect(opened.mock.calls).toEqual([['Main'], ['Help'], ['button']]);
	const beside = createEvent.click(aino(), { ctrlKey: true });
	fireEvent(aino(), beside);
	expect([beside.defaultPrevented, isShown()]).toEqual([false, false]);
});

it('a hidden page waits for no picture', () => {
	vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
	fireEvent.click(aino());
	expect(opened.mock.calls).toEqual([['Aino']]);
});
