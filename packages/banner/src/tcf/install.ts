/** Puts the API in place of its stub and tells the core where this visitor's answers stand. Runs before the core. */
import { read } from '../core/store.ts';
import type { Pointer } from '../shapes.ts';
import { createApi } from './api.ts';
import { applies, loadGpp } from './region.ts';
import { keptOf } from './store.ts';

/** Given by the published pointer file. */
declare const LUVALLA: Pointer;

const install = (pointer: Pointer): void => {
	if (!pointer.tcf) return;
	const api = createApi(pointer.tcf, applies(pointer.geo));
	// Both publications of a test keep their answers in the same string.
	for (const one of [pointer, pointer.test?.[1]]) {
		if (!one?.tcf) continue;
		one.tcf.api = api;
		// Global Privacy Control is no purpose of the framework: its answer stands in the core's own cookie.
		one.read = () => ({ ...read(), ...keptOf(api.tc(), one.asked) });
	}
	const stub = window.__tcfapi;
	if (stub) {
		const waiting = stub() ?? [];
		stub.api = api.call;
		for (const call of waiting.splice(0)) api.call(...call);
	}
	loadGpp(pointer);
};

// A snippet pasted twice starts once.
if (!window.luvalla) install(LUVALLA);
