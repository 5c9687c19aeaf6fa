import styles from './Curves.module.css';
import type { Plot } from './plot.ts';

interface AxesProps {
	plot: Plot;
	/** Writes a value of the vertical axis. */
	levelText: (value: number) => string;
	/** What a point is called on the horizontal one. */
	markText: (index: number) => string | undefined;
}

/** Levels with their lines, and the names of the points that have room. */
export function Axes({ plot, levelText, markText }: AxesProps) {
	return (
		<>
			{plot.levels.map((level) => (
				<g key={level}>
					<line className={styles.grid} x1={plot.left} x2={plot.right} y1={plot.y(level)} y2={plot.y(level)} />
					<text className={styles.text} x={plot.left - 8} y={plot.y(level)} dy="0.355em" textAnchor="end">
						{levelText(level)}
					</text>
				</g>
			))}
			{plot.labelled.map((i) => (
				<text key={i} className={styles.text} x={plot.x(i)} y={plot.bottom + 22} textAnchor="middle">
					{markText(i)}
				</text>
			))}
		</>
	);
}
