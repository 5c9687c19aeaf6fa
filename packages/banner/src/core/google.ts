/**
 * What a site sets of Google Consent Mode beside the storage types. Stands after the loader in the same file, only where
 * something is set: no other site pays for it.
 */
import type { Wire } from '../wire.ts';

/** Given by the published pointer file. */
declare const LUVALLA: Wire;

/** Google reads the arguments object itself. */
function given(..._: unknown[]): IArguments {
	// biome-ignore lint/complexity/noArguments: see above
	return arguments;
}

const [{ region, ...rules }, ...names] = LUVALLA[10]?.google ?? [{}];
const sets = names.map((name) => given('set', name, true));
const win = window;
// The loader has just said the default, and nobody has read it yet.
const said = (win.dataLayer ?? []).map((entry): unknown[] => Object.values(Object(entry)));
const first = said.findLast(([what, kind]) => what === 'consent' && kind === 'default');
// A visitor whose browser sends Global Privacy Control has said no, wherever Google takes them to be.
Object.assign(Object(first?.[2]), rules, region && !navigator.globalPrivacyControl && { region });
win.dataLayer?.push(...sets);
// As in the loader: a list that the page puts in this one's place has it, too.
const watch = Object.getOwnPropertyDescriptor(win, 'dataLayer');
if (watch?.set)
	Object.defineProperty(win, 'dataLayer', {
		...watch,
		set(list) {
			if (list !== win.dataLayer) list?.unshift?.(...sets);
			watch.set?.call(win, list);
		},
	});
