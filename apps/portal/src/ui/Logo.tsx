import { Text } from '@mantine/core';
import styles from './Logo.module.css';

/** The mark: an L that shelters a dot. `currentColor` is the ink; the sun keeps its own colour. */
export function Mark({ size = 26 }: { size?: number }) {
	return (
		<svg viewBox="0 0 32 32" width={size} height={size} className={styles.mark} aria-hidden="true">
			<path d="M8 4v14.5A5.5 5.5 0 0 0 13.5 24H28" fill="none" stroke="currentColor" strokeWidth="5" strokeLinecap="round" />
			<circle cx="20.5" cy="11.5" r="5.5" className={styles.sun} />
		</svg>
	);
}

/** Mark and wordmark; `name` stands in its place where an app has one of its own. */
export function Logo({ name = 'Luvalla' }: { name?: string }) {
	return (
		<span className={styles.logo}>
			<Mark />
			<Text component="span" inherit className={styles.word}>
				{name}
			</Text>
		</span>
	);
}

/** The boot spinner: the mark alone, its sun rising. */
export function RisingMark({ label }: { label: string }) {
	return (
		<div className={styles.boot} role="status" aria-label={label}>
			<span className={styles.rising}>
				<Mark size={56} />
			</span>
		</div>
	);
}
