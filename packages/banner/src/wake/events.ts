/**
 * Scripts that run late wait for events that are over: what a woken script adds for `DOMContentLoaded` and `load` is
 * called once when it has ended.
 */
export interface Listening {
	/** To be called before a script stands in the page; answers what calls its listeners. */
	begin(script: HTMLScriptElement, module: boolean): () => void;
}

type Missed = [target: Document | Window, type: string, listener: EventListenerOrEventListenerObject];

/** The state of the page in which an event comes, when it began, and when the event did. */
const OVER = {
	DOMContentLoaded: ['interactive', 'domInteractive', 'domContentLoadedEventStart'],
	load: ['complete', 'domComplete', 'loadEventStart'],
} as const;

/**
 * Whether its listeners have been, or are being, called. By the state first: a browser that blurs its clock (Firefox, one
 * page of a thousand) says 1 ms of what has not been.
 */
const isOver = (type: string): boolean => {
	if (type !== 'load' && type !== 'DOMContentLoaded') return false;
	const [state, began, start] = OVER[type];
	const [page] = performance.getEntriesByType('navigation');
	return (
		(document.readyState === 'complete' || document.readyState === state) &&
		page instanceof PerformanceNavigationTiming &&
		page[start] >= page[began] &&
		page[start] > 0
	);
};

export const listening = (): Listening => {
	const woken = new WeakSet<HTMLOrSVGScriptElement>();
	/** Modules have no current script: while one is on its way, what is added is taken to be its own. */
	let modules = 0;
	const missed: Missed[] = [];
	for (const target of [document, window]) {
		const add = target.addEventListener;
		target.addEventListener = (
			type: string,
			listener: EventListenerOrEventListenerObject | null,
			options?: boolean | AddEventListenerOptions,
		) => {
			if (listener) add.call(target, type, listener, options);
			const script = document.currentScript;
			if (!listener || !(modules > 0 || (script && woken.has(script))) || !isOver(type)) return;
			if (!missed.some((one) => one[0] === target && one[1] === type && one[2] === listener)) missed.push([target, type, listener]);
		};
	}
	const call = ([target, type, listener]: Missed): void => {
		try {
			if (typeof listener === 'function') listener.call(target, new Event(type));
			else listener.handleEvent(new Event(type));
		} catch (error) {
			reportError(error);
		}
	};
	return {
		begin(script, module) {
			woken.add(script);
			if (module) modules++;
			const { onload } = window;
			const over = isOver('load');
			return () => {
				if (module) modules--;
				for (const one of missed.splice(0)) call(one);
				if (over && window.onload && window.onload !== onload) window.onload.call(window, new Event('load'));
			};
		},
	};
};
