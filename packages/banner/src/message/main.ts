/** Draws the message that was found to fit this page (`messages.js`). Loaded with one that is to be seen, and never without. */
import type { MessageData } from '../shapes.ts';
import { drawMessage } from './draw.ts';

/** Given by the published `message.<language>.js`. */
declare const LUVALLA_LIGHT: MessageData;

const { palette, words } = LUVALLA_LIGHT;
const api = window.luvalla;
const side = api?.$.wire[7][2] === 'right' ? 'left' : 'right';
// Why it is seen, and the way out, stand with the choices: it goes, so that nothing stands over them.
api?.$.drawing?.((message, over) => {
	const close = drawMessage(
		message,
		palette,
		words,
		side,
		() => {
			close();
			api.show();
		},
		over,
	);
	return close;
});
