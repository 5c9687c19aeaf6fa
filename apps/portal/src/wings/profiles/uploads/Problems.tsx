/** Why a file is not checked: each field that is wrong, and the way to it. */
import { IconAlertCircle } from '@tabler/icons-react';
import type { Ref } from 'react';
import styles from './uploads.module.css';

/** What is wrong with a part of a column's target. */
export interface Problem {
	readonly place: number;
	/** `source`, `on.date`; '' is the target as a whole. */
	readonly part: string;
	readonly text: string;
}

interface ProblemsProps {
	ref: Ref<HTMLDivElement>;
	title: string;
	problems: readonly { label: string; text: string; field: string }[];
}

export function Problems({ ref, title, problems }: ProblemsProps) {
	return (
		<div ref={ref} tabIndex={-1} className={styles.problems} role="alert">
			<p className="flat line-8 strong">
				<IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
				{title}
			</p>
			{problems.length === 0 ? null : (
				<ul>
					{problems.map(({ label, text, field }) => (
						<li key={field}>
							<button type="button" className={styles.linkButton} onClick={() => document.getElementById(field)?.focus()}>
								{label}
							</button>
							: {text}
						</li>
					))}
				</ul>
			)}
		</div>
	);
}
