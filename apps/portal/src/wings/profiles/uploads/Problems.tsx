/** Why a file is not checked: each field that is wrong, and the way to it. */
import { IconAlertCircle } from '@tabler/icons-react';
import type { Ref } from 'react';
import { fieldId } from './Said.tsx';
import { useUploadTexts } from './texts.ts';
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
	problems: readonly Problem[];
	/** Of the columns. */
	names: readonly string[];
}

export function Problems({ ref, title, problems, names }: ProblemsProps) {
	const t = useUploadTexts();
	const labelOf = ({ place, part }: Problem): string =>
		[names[place] ?? t('everybody'), part === 'source' ? t('source') : part === 'on.date' ? t('day') : ''].filter(Boolean).join(', ');
	const lead = ({ place, part }: Problem): void => document.getElementById(fieldId(place, part))?.focus();
	return (
		<div ref={ref} tabIndex={-1} className={styles.problems} role="alert">
			<p className="flat line-8 strong">
				<IconAlertCircle size={18} stroke={1.75} aria-hidden="true" />
				{title}
			</p>
			{problems.length === 0 ? null : (
				<ul>
					{problems.map((one) => (
						<li key={fieldId(one.place, one.part)}>
							<button type="button" className={styles.linkButton} onClick={() => lead(one)}>
								{labelOf(one)}
							</button>
							: {one.text}
						</li>
					))}
				</ul>
			)}
		</div>
	);
}
