/**
 * Scripts that run late wait for events that are over: what a woken script adds for `DOMContentLoaded` and `load` is
 * called once when it has ended.
 */
export interface Listening {
	/** To be called before a script stands in the page; answers what calls its listeners. */
	begin(script: HTMLScriptElement, module: boolean): () => void;
}

type Missed = [target: Document | Window, type: string, listener: EventListenerOrEventListenerObject];

const START = { DOMContentLoaded: 'domContentLoadedEventStart', load: 'loadEventStart' } as const;

/** Whether its listeners have been, or are being, called. */
const isOver = (type: string): boolean => {
	const [page] = performance.getEntriesByType('navigation');
	return page instanceof PerformanceNavigationTiming && (type === 'load' || type === 'DOMContentLoaded') && page[START[type]] > 0;
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
