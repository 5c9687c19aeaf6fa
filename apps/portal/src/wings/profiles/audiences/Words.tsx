/** The choice as a sentence. */
import { IconQuote } from '@tabler/icons-react';
import { Fragment } from 'react';
import styles from './builder.module.css';
import { type Choice, isNobody } from './draft.ts';
import { useAudienceTexts } from './texts.ts';

/** What segments and consents are called, by their ids. */
export interface Names {
	segment: (id: string) => string;
	consent: (id: string) => string;
}

export function Words({ choice, names, domain }: { choice: Choice; names: Names; domain: string }) {
	const t = useAudienceTexts();
	const { segments, consents, isAnd } = choice;
	/** Words before each name, and the name. */
	const parts = [
		...segments.map((id, n) => [n === 0 ? t('wordsIn') : isAnd ? t('wordsAndIn') : t('wordsOrIn'), names.segment(id)] as const),
		...consents.map((id, n) => [segments.length + n === 0 ? t('wordsYes') : t('wordsAndYes'), names.consent(id)] as const),
	];
	return (
		<section className={styles.words} aria-label={t('inWords')}>
			<IconQuote size={16} stroke={1.75} aria-hidden="true" />
			{isNobody(choice) ? (
				<p>{t('wordsNone')}</p>
			) : (
				<p>
					{parts.map(([before, name], n) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence, in their places
						<Fragment key={n}>
							{before} <strong>{name}</strong>
							{n === parts.length - 1 ? ', ' : ' '}
						</Fragment>
					))}
					{t('wordsOn', { domain })}
				</p>
			)}
		</section>
	);
}
