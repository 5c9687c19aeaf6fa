/**
 * Somebody at keyboard and mouse. A text of more than a few letters is pasted but for its last, which is typed: each key draws the screen
 * anew, and what forms answer is about what stands in the field. What is about keys says `keyboard`, or has few of them.
 */
import { type UserEvent, userEvent } from '@testing-library/user-event';

const FEW_KEYS = 4;
/** Fields of dates, times and numbers take what is typed key by key. */
const TAKES_TEXT = new Set(['text', 'search', 'email', 'url', 'tel', 'password']);

const takesText = (field: Element): boolean =>
	field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && TAKES_TEXT.has(field.type) && field.inputMode === '');

export const setupUser = (): UserEvent => {
	const user = userEvent.setup();
	const type: UserEvent['type'] = async (field, text, options) => {
		if (options !== undefined || text.length <= FEW_KEYS || /[{[\n]/.test(text) || !takesText(field))
			return user.type(field, text, options);
		await user.click(field);
		await user.paste(text.slice(0, -1));
		await user.keyboard(text.slice(-1));
	};
	return { ...user, type };
};
