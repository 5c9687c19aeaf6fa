import { HELP_CARDS_LIMIT } from '@luvalla/contract/constants';
import { helpContent } from '@luvalla/contract/guidance/content';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import styles from './CardsOfHelp.module.css';
import { useHelpTexts } from './texts.ts';

/** Short cards of help: what a newcomer may do next. */
export function CardsOfHelp() {
	const t = useHelpTexts();
	const query = useQuery(asQuery(helpContent, { query: { type: 'dashboardCardsV2', limit: HELP_CARDS_LIMIT } }));
	return (
		<section className={styles.cards} aria-label={t('cards')}>
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
