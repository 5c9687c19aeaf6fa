/**
 * A sentence that explains a word where it stands: by pointing, by the keyboard's focus and by a tap. It stays while the pointer
 * is on it, and goes with Esc, with a tap elsewhere and with scrolling.
 */
import { IconInfoCircle } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './Explain.module.css';
import { Bubble } from './Tip.tsx';
import { useKitTexts } from './texts.ts';

/** Time to get from the sign to the sentence with the pointer. */
const LINGER_MS = 150;

export function Explain({ name, children }: { name: string; children: ReactNode }) {
	const t = useKitTexts();
	const button = useRef<HTMLButtonElement>(null);
	const [pointed, setPointed] = useState(false);
	/** Opened by a tap or the keyboard: only a way out closes it. */
	const [kept, setKept] = useState(false);
	const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
	const shown = pointed || kept;
	const stay = () => {
		clearTimeout(leaving.current);
		setPointed(true);
	};
	const leave = () => {
		clearTimeout(leaving.current);
		leaving.current = setTimeout(() => setPointed(false), LINGER_MS);
	};
	const hide = () => {
		clearTimeout(leaving.current);
		setPointed(false);
		setKept(false);
	};
	useEffect(() => () => clearTimeout(leaving.current), []);
	useEffect(() => {
		if (!kept) return;
		const onPress = ({ target }: PointerEvent) => {
			if (target instanceof Node && !button.current?.contains(target)) setKept(false);
		};
		document.addEventListener('pointerdown', onPress);
		return () => document.removeEventListener('pointerdown', onPress);
	}, [kept]);
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: only listens to whether the pointer is on the sign or its sentence
		<span className={styles.place} onMouseEnter={stay} onMouseLeave={leave}>
			<button
				ref={button}
				type="button"
				className={styles.sign}
				aria-label={t('explain', { name })}
				aria-expanded={shown}
				onFocus={(event) => {
					if (event.currentTarget.matches(':focus-visible')) setPointed(true);
				}}
				onBlur={hide}
				onClick={() => setKept(!kept)}
			>
				<IconInfoCircle size={15} stroke={1.75} aria-hidden="true" />
			</button>
			{shown && button.current ? <Bubble label={children} position="top" anchor={button.current} onHide={hide} long /> : null}
		</span>
	);
}
