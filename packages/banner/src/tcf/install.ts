/** Puts the API in place, also of what stood there before. Runs before the core. */
import { type Reading, read } from '../core/store.ts';
import type { Wire } from '../wire.ts';
import { createApi } from './api.ts';
import { drain, reach } from './reach.ts';
import { applies } from './region.ts';
import { keptOf } from './store.ts';

/** Answers what stands on this visitor's device. */
export const install = (wire: Wire): Reading => {
	const [folder, , , asked, , days, , , , , more] = wire;
	if (!more?.tcf) return read;
	const api = createApi(more.tcf, applies(more.geo), folder, asked, days, more.material);
	const { call } = api;
	more.tcf.api = api;
	const before = window.__tcfapi;
	const called = reach('__tcfapi', ({ command, version, parameter }, respond) => call(command, version, respond, parameter));
	window.__tcfapi = (...given) => {
		called();
		return call(...given);
	};
	drain(before, call);
	// Global Privacy Control is no purpose of the framework: its answer stands in the core's own cookie.
	let first = true;
	return (before, told) => {
		const kept = read(before, told);
		if (!api.reread(told) && !first && kept === before) return kept;
		first = false;
		// The layers know all that is published; the next page need not ask them. Those of 0.3.0 bring nothing within it.
		const strange = api.strange();
		if (strange) window.luvalla?.$.withUi(() => (api.narrow ? api.narrow() : api.within(...strange)));
		const own = keptOf(api.kept(), asked, kept);
		// The same object says that nothing is there.
		return Object.keys(own)[0] ? { ...kept, ...own } : kept;
	};
};
