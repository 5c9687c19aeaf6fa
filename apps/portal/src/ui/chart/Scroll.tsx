import type { ReactNode } from 'react';

interface ScrollProps {
	label: string;
	className: string | undefined;
	children: ReactNode;
}

/** What may be larger than its place, and has no control that the keyboard would reach it by. */
export function Scroll({ label, className, children }: ScrollProps) {
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part without controls is reached by keyboard this way
		<section className={className} tabIndex={0} aria-label={label}>
			{children}
		</section>
	);
}
