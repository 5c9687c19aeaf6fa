/** The choice in the words of Google (Consent Mode v2), Microsoft Advertising (UET) and Microsoft Clarity. */

/** Commands to Google, in order. */
const said: unknown[] = [];

/** Google reads the arguments object itself; an array means something else to it. */
function say(..._: unknown[]): void {
	// biome-ignore lint/complexity/noArguments: see above
	said.push(arguments);
	// biome-ignore lint/complexity/noArguments: see above
	window.dataLayer?.push(arguments);
}

/**
 * Says what holds now.
 * @param what `default` the first time, before any tag can look
 * @param storage Google storage type → keys of the categories that allow it
 */
export const signal = (what: 'default' | 'update', storage: Record<string, string[]>, allowed: (category: string) => boolean): void => {
	const win = window;
	const now: Record<string, string> = {};
	for (const type in storage) now[type] = storage[type]?.some(allowed) ? 'granted' : 'denied';
	const { ad_storage, analytics_storage } = now;
	win.dataLayer ??= [];
	let layer = win.dataLayer;
	// A page that puts another list in this one's place finds there what was said, ahead of its own. A name that was
	// declared before us cannot be watched, and is left as it is.
	if (what === 'default')
		Reflect.defineProperty(win, 'dataLayer', {
			get: () => layer,
			set(given) {
				if (given !== layer) given?.unshift?.(...said);
				layer = given;
			},
		});
	say('consent', what, now);
	win.uetq ??= [];
	win.uetq.push('consent', what, { ad_storage });
	// As Clarity's own snippet: what is said before it comes waits in `q`.
	const clarity: Clarity =
		win.clarity ??
		((...all) => {
			clarity.q = [...(clarity.q ?? []), all];
		});
	win.clarity = clarity;
	clarity('consentv2', { ad_Storage: ad_storage, analytics_Storage: analytics_storage });
};

type Clarity = NonNullable<Window['clarity']>;
