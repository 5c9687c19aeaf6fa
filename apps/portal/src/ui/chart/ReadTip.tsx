import type { ReactNode } from 'react';
import styles from './Curves.module.css';
import type { Plot } from './plot.ts';

interface ReadTipProps {
	/** The point that is read, if any is; in the right half of the chart's width the tip stands at the left of it. */
	point: { plot: Plot; at: number | null; width: number };
	head: string | undefined;
	lines: readonly { key: string; label: string; text: string; sign: ReactNode }[];
	/** Said when it comes: of a chart whose own control does not say it. */
	said?: boolean;
}

/** What is read of a point, beside it. */
export function ReadTip({ point: { plot, at, width }, head, lines, said = false }: ReadTipProps) {
	return at === null || head === undefined ? null : (
		<div
			className={styles.tip}
			data-side={plot.x(at) > width / 2 ? 'left' : 'right'}
			style={{ left: plot.x(at), top: plot.top + 12 }}
			role={said ? 'status' : undefined}
		>
			<p className={styles.tipHead}>{head}</p>
			{lines.map(({ key, label, text, sign }) => (
				<p key={key} className="flat line-8">
					{sign}
					<span className="quiet spring">{label}</span>
					<span>{text}</span>
				</p>
			))}
		</div>
	);
}
