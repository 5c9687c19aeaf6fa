/** The document's title. */
import { useEffect } from 'react';

/** Shows `title · Luvalla` in the tab while the component is mounted. */
export function useTitle(title: string): void {
	useEffect(() => {
		document.title = title === '' ? 'Luvalla' : `${title} · Luvalla`;
	}, [title]);
}
