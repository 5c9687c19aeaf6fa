/** The choice in the words of Google (Consent Mode v2), Microsoft Advertising (UET) and Microsoft Clarity. */

/** Answers how to say what holds now; the first time is each one's default, said before any tag can look. */
export const signals = (storage: Record<string, string[]>, allowed: (category?: string) => boolean): (() => void) => {
	window.dataLayer ??= [];
	const layer = window.dataLayer;
	// Google reads the arguments object itself; an array means something else to it.
	function gtag(..._: unknown[]): void {
		// biome-ignore lint/complexity/noArguments: see above
		layer.push(arguments);
	}
	let what = 'default';
	return () => {
		const now: Record<string, string> = {};
		for (const type in storage) now[type] = storage[type]?.some(allowed) ? 'granted' : 'denied';
		gtag('consent', what, now);
		window.uetq ??= [];
		window.uetq.push('consent', what, { ad_storage: now.ad_storage });
		const waiting: unknown[] = [];
		window.clarity ??= Object.assign((...given: unknown[]) => waiting.push(given), { q: waiting });
		window.clarity('consentv2', { ad_Storage: now.ad_storage, analytics_Storage: now.analytics_storage });
		what = 'update';
	};
};
