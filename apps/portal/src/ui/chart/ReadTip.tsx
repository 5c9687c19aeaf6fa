import type { ReactNode } from 'react';
import styles from './Curves.module.css';
import type { Plot } from './plot.ts';

interface ReadTipProps {
	plot: Plot;
	/** The point that is read. */
	at: number;
	/** Of the chart: in its right half the tip stands at the left. */
	width: number;
	head: string;
	lines: readonly { key: string; label: string; text: string; sign: ReactNode }[];
	/** Said when it comes: of a chart whose own control does not say it. */
	said?: boolean;
}

/** What is read of a point, beside it. */
export function ReadTip({ plot, at, width, head, lines, said = false }: ReadTipProps) {
	return (
		<div
			className={styles.tip}
			data-side={plot.x(at) > width / 2 ? 'left' : 'right'}
			style={{ left: plot.x(at), top: plot.top + 12 }}
			role={said ? 'status' : undefined}
		>
			<p className={styles.tipHead}>{head}</p>
			{lines.map(({ key, label, text, sign }) => (
				<p key={key} className={styles.tipLine}>
					{sign}
					<span className={styles.tipName}>{label}</span>
					<span>{text}</span>
				</p>
			))}
		</div>
	);
}
