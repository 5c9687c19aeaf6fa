/** What few people want to read, below one line that unfolds it. */
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './Fold.module.css';

interface FoldProps {
	summary: ReactNode;
	/** Unfolded at first. */
	open?: boolean;
	onToggle?: (open: boolean) => void;
	children: ReactNode;
}

export function Fold({ summary, open, onToggle, children }: FoldProps) {
	return (
		<details className={styles.fold} open={open} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
			<summary>
				<IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
				{/* one run of text, that wraps as such */}
				<span>{summary}</span>
			</summary>
			{children}
		</details>
	);
}
