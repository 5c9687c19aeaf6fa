/** An editor's own layout, empty: its fields as skeletons. */
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './draft-page.module.css';

export function DraftWaiting({ children }: { children: ReactNode }) {
	return (
		<div className={styles.page} aria-busy="true">
			<div className={styles.bar}>
				<Skeleton height={52} width={320} />
			</div>
			<div className={styles.editor}>
				<div className={styles.form}>{children}</div>
			</div>
		</div>
	);
}
