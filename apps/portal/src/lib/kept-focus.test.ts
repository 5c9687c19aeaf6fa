import { expect, it, vi } from 'vitest';
import { keepFocus } from './kept-focus.ts';

it('A button that worked has the focus again, unless it is elsewhere', async () => {
	keepFocus();
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
