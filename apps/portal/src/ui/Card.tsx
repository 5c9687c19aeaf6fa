import type { ReactNode } from 'react';
import styles from './Card.module.css';

/** A card: hairline, radius 10, a title and what stands at its right. Never inside another. */
export function Card({
	title,
	beside,
	aside,
	asideBelow = false,
	children,
	flush = false,
}: {
	title?: ReactNode;
	/** Right after the title, but no part of the heading. */
	beside?: ReactNode;
	aside?: ReactNode;
	/** In a line of its own: beside a title that grows it would be pushed there once the title has come. */
	asideBelow?: boolean;
	children: ReactNode;
	flush?: boolean;
}) {
	return (
		<section className={styles.card} data-flush={flush ? '' : undefined}>
			{title ? (
				<div className={styles.head}>
					<div className={styles.title}>
						<h2>{title}</h2>
						{beside}
					</div>
					{aside ? (
						<div className={styles.aside} data-below={asideBelow ? '' : undefined}>
							{aside}
						</div>
					) : null}
				</div>
			) : null}
			{children}
		</section>
	);
}
