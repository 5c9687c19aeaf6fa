/**
 * Stops known tags that the site did not mark, by making them marked ones: their address goes from `src` to `data-src`
 * before anything is asked for, and the core wakes them when their category is allowed. Caught are elements that scripts
 * give an address (`src` and `setAttribute`) and those that the parser meets. A site keeps one running by marking it
 * `data-luvalla="necessary"`, which says whose decision that was.
 */

/** A look at an element that is new, before anything else happens to it. */
export type Look = (element: HTMLElement) => void;

/**
 * To be called once, before the page is parsed on.
 * @param known category key → hosts, as alternatives of a regular expression
 */
export const guard = (known: Record<string, string>, allowed: (category: string) => boolean): Look => {
	/** Whether it was stopped. */
	const hold = (element: HTMLElement, address: string): boolean => {
		const { dataset } = element;
		for (const key in known)
			if (!dataset.luvalla && !allowed(key) && RegExp(`^(https?:)?//([^/]*[.])?(${known[key]})([/:?]|$)`).test(address)) {
				dataset.src = address;
				dataset.luvalla = key;
				if (element instanceof HTMLScriptElement) {
					dataset.type = element.type;
					element.type = 'text/plain';
				}
				element.removeAttribute('src');
				return true;
			}
		return false;
	};
	for (const { prototype } of [HTMLScriptElement, HTMLIFrameElement, HTMLImageElement]) {
		const { setAttribute } = prototype;
		prototype.setAttribute = function (name, value) {
			if (name !== 'src' || !hold(this, `${value}`)) setAttribute.call(this, name, value);
		};
		// What reads the property stays as it was.
		Object.defineProperty(prototype, 'src', {
			set(address) {
				this.setAttribute('src', address);
			},
		});
	}
	return (element) => {
		const address = element.getAttribute('src');
		if (address) hold(element, address);
	};
};
