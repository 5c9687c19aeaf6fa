import type { ReactNode } from 'react';
import { NumberText } from '../times.tsx';
import styles from './NumberCard.module.css';

/** Parts of people or messages; each has one colour on all pages. */
export type Part = 'accepted' | 'inHand' | 'waiting' | 'deferred' | 'skipped' | 'failed' | 'unknown';

interface NumberCardProps {
	/** What it is about, for who hears the page. */
	name: string;
	value: number;
	/** Behind the number: of how many. */
	of: string;
	/** At the right, quiet. */
	aside: string;
	/** The page's own number. */
	large?: boolean;
	parts: readonly { key: Part; count: number }[];
	/** The parts in words and numbers. */
	children: ReactNode;
}

/** The number that a page is about, and a bar of what it is made of. */
export function NumberCard({ name, value, of, aside, large, parts, children }: NumberCardProps) {
	return (
		<section className={styles.card} aria-label={name} data-large={large || undefined}>
			<div className={styles.head}>
				<p className={styles.number}>
					<strong>
						<NumberText value={value} />
					</strong>{' '}
					<span>{of}</span>
				</p>
				<span className="small">{aside}</span>
			</div>
			<div className={styles.bar} aria-hidden="true">
				{parts.map(({ key, count }) => (count > 0 ? <span key={key} data-part={key} style={{ flexGrow: count }} /> : null))}
			</div>
			{children}
		</section>
	);
}

/** The colour of a part, before its name. */
export function PartDot({ part }: { part: Part }) {
	return <span className={styles.dot} data-part={part} aria-hidden="true" />;
}
