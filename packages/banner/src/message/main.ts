/** Draws the message that was found to fit this page (`messages.js`). Loaded with one that is to be seen, and never without. */
import type { MessageData } from '../shapes.ts';
import { drawMessage } from './draw.ts';

/** Given by the published `message.<language>.js`. */
declare const LUVALLA_LIGHT: MessageData;

const { palette, words } = LUVALLA_LIGHT;
const core = window.luvalla?.$;
core?.drawing?.((message, over) => drawMessage(message, palette, words, core.wire[7][2] === 'right' ? 'left' : 'right', over));
