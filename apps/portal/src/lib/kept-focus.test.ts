import { expect, it, vi } from 'vitest';
import { keepFocus } from './kept-focus.ts';

keepFocus();

it('A button that worked has the focus again, unless it is elsewhere', async () => {
	const [save, field] = [document.createElement('button'), document.createElement('input')];
	document.body.append(save, field);
	const work = async (meanwhile: () => void): Promise<void> => {
		save.focus();
		save.disabled = true;
		// jsdom leaves it where it is.
		save.blur();
		meanwhile();
		save.disabled = false;
		await Promise.resolve();
	};
	await work(() => undefined);
	await vi.waitFor(() => expect(document.activeElement).toBe(save));
	await work(() => field.focus());
	expect(document.activeElement).toBe(field);
	save.remove();
	field.remove();
});

it('What goes with the focus leaves it to its dialog, else to the page', async () => {
	document.body.innerHTML =
		'<main id="main" tabindex="-1"><a href="/">On</a></main><div role="dialog" tabindex="-1"><button>One</button><button>Two</button></div>';
	const [link, one, two] = document.querySelectorAll<HTMLElement>('a, button');
	const holds = async (place: string): Promise<void> =>
		await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector(place)));
	link?.focus();
	link?.remove();
	await holds('main');
	one?.focus();
	one?.remove();
	await holds('[role="dialog"]');
	two?.focus();
	document.querySelector('[role="dialog"]')?.remove();
	await holds('main');
	document.body.innerHTML = '';
});
