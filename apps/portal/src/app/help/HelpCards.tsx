import { HELP_CARDS_LIMIT } from '@luvalla/contract/constants';
import { helpContent } from '@luvalla/contract/guidance/content';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import styles from './HelpCards.module.css';
import { useHelpTexts } from './texts.ts';

/** Short cards of help at the foot of the dashboard. They are read by who scrolls there, and asked for no earlier. */
export function HelpCards() {
	const t = useHelpTexts();
	const place = useRef<HTMLElement>(null);
	const [near, setNear] = useState(false);
	useEffect(() => {
		if (!place.current) return;
		const watch = new IntersectionObserver((seen) => {
			if (seen.some((one) => one.isIntersecting)) setNear(true);
		});
		watch.observe(place.current);
		return () => watch.disconnect();
	}, []);
	const query = useQuery({ ...asQuery(helpContent, { query: { type: 'dashboardCardsV2', limit: HELP_CARDS_LIMIT } }), enabled: near });
	return (
		<section ref={place} className={styles.place} aria-label={t('cards')}>
			{query.data?.data.map((item) => (
				<article key={item.title} className={styles.card}>
					<h2>{item.heading}</h2>
					{/* biome-ignore lint/security/noDangerouslySetInnerHtml: the contract promises HTML from the repository's own files only */}
					<div dangerouslySetInnerHTML={{ __html: item.content }} />
				</article>
			))}
		</section>
	);
}
