/** The choice in the words of Google (Consent Mode v2), Microsoft Advertising (UET) and Microsoft Clarity. */

/** Google reads the arguments object itself; an array means something else to it. */
function given(..._: unknown[]): IArguments {
	// biome-ignore lint/complexity/noArguments: see above
	return arguments;
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
	win.dataLayer.push(given('consent', what, now));
	win.uetq ??= [];
	win.uetq.push('consent', what, { ad_storage });
	// As Clarity's own snippet: what is said before it comes waits in `q`.
	win.clarity ??= (...all) => {
		if (win.clarity) (win.clarity.q ??= []).push(all);
	};
	const { clarity } = win;
	clarity('consentv2', { ad_Storage: ad_storage, analytics_Storage: analytics_storage });
};

type Clarity = NonNullable<Window['clarity']>;
