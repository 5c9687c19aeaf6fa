/** Puts the API in place, also of what stood there before. Runs before the core. */
import { type Kept, read } from '../core/store.ts';
import type { Wire } from '../wire.ts';
import { createApi } from './api.ts';
import { drain, reach } from './reach.ts';
import { applies } from './region.ts';
import { keptOf } from './store.ts';

/** Answers what stands on this visitor's device. */
export const install = (wire: Wire): Kept => {
	const [, , , asked, , , , , , , more] = wire;
	const kept = read();
	if (!more?.tcf) return kept;
	const api = createApi(more.tcf, applies(more.geo));
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
	return { ...kept, ...keptOf(api.tc(), asked) };
};
