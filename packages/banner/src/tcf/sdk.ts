/** The loader of a domain that asks by the framework: its API, then the core. */
import { start } from '../core/main.ts';
import type { Wire } from '../wire.ts';
import { install } from './install.ts';

/** Given by the published pointer file. */
declare const LUVALLA: Wire;

const me = document.currentScript;
// A snippet pasted twice starts once. An element of the page's with that id is none.
if (!window.luvalla?.$ && me instanceof HTMLScriptElement) start(LUVALLA, me, install(LUVALLA), 'tcf');
