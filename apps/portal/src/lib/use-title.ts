/** The document's title: the thing, the page, the product. *Shop banner · Light configurations · Luvalla* */
import { useEffect } from 'react';

const NAME = 'Luvalla';

// Kept apart, so that it does not matter which of the two is said last: a page's name changes with the language.
let page = '';
let things: readonly string[] = [];

function write(): void {
	const thing = things.at(-1) ?? '';
	document.title = [thing === page ? '' : thing, page, NAME].filter(Boolean).join(' · ');
}

/** Names the page in the tab while the component is mounted. */
export function useTitle(title: string): void {
	useEffect(() => {
		page = title;
		write();
	}, [title]);
}

/** Names the one thing that the page, or a drawer over it, is about; undefined while that is not known. */
export function useThing(name: string | undefined): void {
	useEffect(() => {
		if (!name) return;
		things = [...things, name];
		write();
		return () => {
			// two may be about the same for a moment
			const at = things.lastIndexOf(name);
			things = things.filter((_, i) => i !== at);
			write();
		};
	}, [name]);
}
