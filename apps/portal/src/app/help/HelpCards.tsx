import { useEffect, useRef, useState } from 'react';
import { late } from '#portal/lib/late.tsx';
import styles from './HelpCards.module.css';

const CardsOfHelp = late(() => import('./CardsOfHelp.tsx').then((module) => module.CardsOfHelp));

/** Where cards of help stand, at the foot of a page: they come, code and all, for who scrolls there. */
export function HelpCards() {
	const place = useRef<HTMLDivElement>(null);
	const [near, setNear] = useState(false);
	useEffect(() => {
		if (!place.current) return;
		const watch = new IntersectionObserver((seen) => {
			if (seen.some((one) => one.isIntersecting)) setNear(true);
		});
		watch.observe(place.current);
		return () => watch.disconnect();
	}, []);
	return (
		<div ref={place} className={styles.place}>
			{near ? <CardsOfHelp /> : null}
		</div>
	);
}
