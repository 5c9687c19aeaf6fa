/**
 * What a React application needs of Luvalla: to know what is allowed, and three things to show. The snippet stands in the
 * page's `head` as on any site; nothing here asks or stores anything.
 */
import { useEffect, useState } from 'react';

interface Luvalla {
	show(): void;
	allowed(category: string): boolean;
	withdraw(...categories: string[]): void;
}
const luvalla = (): Luvalla | undefined => (window as { luvalla?: Luvalla }).luvalla;

/** Whether a category may run now; follows each choice, also one made in another tab. */
export const useConsent = (category: string): boolean => {
	const [allowed, setAllowed] = useState(false);
	useEffect(() => {
		const look = (): void => setAllowed(luvalla()?.allowed(category) === true);
		look();
		for (const name of ['luvalla:ready', 'luvalla:choice']) document.addEventListener(name, look);
		return () => {
			for (const name of ['luvalla:ready', 'luvalla:choice']) document.removeEventListener(name, look);
		};
	}, [category]);
	return allowed;
};

/** A frame that waits: until its category is allowed, a placeholder stands in its place. Give it no `src`. */
export const ConsentFrame = ({ category, src, title }: { category: string; src: string; title: string }) => (
	<iframe data-luvalla={category} data-src={src} title={title} width="480" height="270" />
);

/** A tag that waits, and runs once when its category is allowed. */
export const ConsentScript = ({ category, src }: { category: string; src: string }) => (
	<script type="text/plain" data-luvalla={category} data-src={src} />
);

/** The cookie declaration, on the page where it belongs. */
export const Declaration = () => <div data-luvalla-declaration="" />;

/** The site's own way back to the choices. */
export const ConsentLink = ({ children }: { children: string }) => (
	<button type="button" onClick={() => luvalla()?.show()}>
		{children}
	</button>
);
