/** The choice in the words of Google (Consent Mode v2), Microsoft Advertising (UET) and Microsoft Clarity. */

/** Commands to Google, in order. */
const said: unknown[] = [];

/**
 * Says what holds now.
 * @param what `default` the first time, before any tag can look
 * @param storage Google storage type → keys of the categories that allow it
 */
export const signal = (what: 'default' | 'update', storage: Record<string, string[]>, allowed: (category: string) => boolean): void => {
	const win = window;
	const now: Record<string, string> = {};
	for (const type in storage) now[type] = storage[type]?.some(allowed) ? 'granted' : 'denied';
	// biome-ignore lint/suspicious/noAssignInExpressions: shorter, and every page loads it
	let layer = (win.dataLayer ??= []);
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
	// Google reads the arguments object itself; an array means something else to it.
	(function (..._: unknown[]) {
		// biome-ignore lint/complexity/noArguments: see above
		said.push(arguments);
		// biome-ignore lint/complexity/noArguments: see above
		layer.push(arguments);
	})('consent', what, now);
	// biome-ignore lint/suspicious/noAssignInExpressions: shorter, and every page loads it
	(win.uetq ??= []).push('consent', what, { ad_storage: now.ad_storage });
	// As Clarity's own snippet: what is said before it comes waits in `q`.
	// biome-ignore lint/suspicious/noAssignInExpressions: shorter, and every page loads it
	const clarity: Clarity = (win.clarity ??= (...all) => (clarity.q ??= []).push(all));
	clarity('consentv2', { ad_Storage: now.ad_storage, analytics_Storage: now.analytics_storage });
};

type Clarity = NonNullable<Window['clarity']>;
