/** Puts the API in place of its stub. Runs before the core. */
import { type Reading, read } from '../core/store.ts';
import type { Wire } from '../wire.ts';
import { createApi } from './api.ts';
import { applies, loadGpp } from './region.ts';
import { keptOf } from './store.ts';

/** Answers what stands on this visitor's device. */
export const install = (wire: Wire, me: HTMLScriptElement): Reading => {
	const [, , , asked, , , , , , , more] = wire;
	if (!more?.tcf) return read;
	const api = createApi(more.tcf, applies(more.geo));
	more.tcf.api = api;
	const stub = window.__tcfapi;
	if (stub) {
		const waiting = stub() ?? [];
		stub.api = api.call;
		for (const call of waiting.splice(0)) api.call(...call);
	}
	loadGpp(wire, me);
	// Global Privacy Control is no purpose of the framework: its answer stands in the core's own cookie.
	let first = true;
	return (before, told) => {
		const kept = read(before, told);
		if (!api.reread(told) && !first) return kept;
		first = false;
		return { ...kept, ...keptOf(api.tc(), asked) };
	};
};
