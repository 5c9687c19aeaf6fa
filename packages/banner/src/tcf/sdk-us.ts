/** The loader of a domain that asks by the framework and heeds the laws of US states: both APIs, then the core. */
import { start } from '../core/main.ts';
import type { Wire } from '../wire.ts';
import { putStub } from './gpp/stub.ts';
import { install } from './install.ts';

/** Given by the published pointer file. */
declare const LUVALLA: Wire;

const me = document.currentScript;
// A snippet pasted twice starts once. An element of the page's with that id is none.
if (!window.luvalla?.$ && me instanceof HTMLScriptElement) {
	const kept = install(LUVALLA);
	// Only where a US state's rule holds.
	const more = LUVALLA[10];
	if (more?.optOut) putStub(more.tcf?.cmpId);
	start(LUVALLA, me, kept, 'tcf');
	if (more?.optOut) window.luvalla?.$.load('gpp');
}
