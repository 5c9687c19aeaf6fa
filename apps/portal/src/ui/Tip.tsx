import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './Tip.module.css';

interface TipProps {
	label: string;
	/** Where it stands while there is room. */
	position?: 'top' | 'right';
	disabled?: boolean;
	/** One element, which has a name of its own where it is a button. */
	children: ReactNode;
}

/**
 * A short text beside what is pointed at, tapped, or has the focus of the keyboard; it says itself to nobody twice, and goes with
 * the pointer or the focus, with Esc and with scrolling.
 */
export function Tip({ label, position = 'top', disabled = false, children }: TipProps) {
	const place = useRef<HTMLSpanElement>(null);
	const [anchor, setAnchor] = useState<Element | null>(null);
	const show = () => setAnchor(place.current?.firstElementChild ?? null);
	const hide = () => setAnchor(null);
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: only listens to what happens to the element inside
		<span
			ref={place}
			className={styles.place}
			onMouseEnter={show}
			onMouseLeave={hide}
			onPointerDown={hide}
			onFocus={({ target }) => target.matches(':focus-visible') && show()}
			onBlur={hide}
		>
			{children}
			{anchor && !disabled ? <Bubble label={label} position={position} anchor={anchor} onHide={hide} /> : null}
		</span>
	);
}

const GAP_PX = 5;

interface BubbleProps {
	label: ReactNode;
	position: 'top' | 'right';
	anchor: Element;
	onHide: () => void;
	/** Sentences rather than a few words: they wrap, and can be pointed at. */
	long?: boolean;
}

export function Bubble({ label, position, anchor, onHide, long = false }: BubbleProps) {
	const id = useId();
	const bubble = useRef<HTMLDivElement>(null);
	useLayoutEffect(() => {
		const one = bubble.current;
		if (!one) return;
		// whose name it is already, it does not describe as well: it is there to be seen. Asked once the name is drawn, in any language
		const named = anchor.getAttribute('aria-label') === label;
		if (named) one.setAttribute('aria-hidden', 'true');
		else one.removeAttribute('aria-hidden');
		if (named) anchor.removeAttribute('aria-describedby');
		else anchor.setAttribute('aria-describedby', id);
		const at = anchor.getBoundingClientRect();
		const { width, height } = one.getBoundingClientRect();
		const above = at.top - height - GAP_PX;
		const [left, top] =
			position === 'right'
				? [at.right + GAP_PX, at.top + (at.height - height) / 2]
				: [at.left + (at.width - width) / 2, above < GAP_PX ? at.bottom + GAP_PX : above];
		one.style.left = `${Math.max(GAP_PX, Math.min(left, window.innerWidth - width - GAP_PX))}px`;
		one.style.top = `${top}px`;
	});
	useEffect(() => {
		const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && onHide();
		window.addEventListener('keydown', onKey);
		window.addEventListener('scroll', onHide, true);
		return () => {
			anchor.removeAttribute('aria-describedby');
			window.removeEventListener('keydown', onKey);
			window.removeEventListener('scroll', onHide, true);
		};
	}, [anchor, onHide]);
	return createPortal(
		<div ref={bubble} id={id} role="tooltip" className={styles.tip} data-long={long ? '' : undefined}>
			{label}
		</div>,
		document.body,
	);
}
