import styles from './ShareBar.module.css';

/** A share of 0 to 1 as a bar; the number stands beside it. What is not nobody is seen. */
export function ShareBar({ share, strong = true }: { share: number; strong?: boolean }) {
	return (
		<span className={styles.bar} data-strong={strong ? '' : undefined} aria-hidden="true">
			<span style={{ width: share > 0 ? `max(5px, ${Math.min(1, share) * 100}%)` : 0 }} />
		</span>
	);
}
