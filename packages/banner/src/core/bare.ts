/** The loader of the light banner where known tags are not stopped. */
import type { Wire } from '../wire.ts';
import { start } from './main.ts';
import { read } from './store.ts';

/** Given by the published pointer file. */
declare const LUVALLA: Wire;

// No snippet stands in a drawing.
const me = document.currentScript as HTMLScriptElement | null;
// A snippet pasted twice starts once. An element of the page's with that id is none.
if (!window.luvalla?.$ && me) start(LUVALLA, me, read, 'light');
