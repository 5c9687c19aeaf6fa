/** Everything that is compared, in numbers; a measure is drawn when it is chosen. */
import { countDelta, pointsDelta } from '#portal/ui/chart/figures.ts';
import { DeltaText } from '#portal/ui/chart/Tiles.tsx';
import { useWritten } from '#portal/ui/chart/use-written.ts';
import { type Counted, MORE_IS_GOOD, wholeOf } from './measured.ts';
import styles from './Trends.module.css';
import { useTrendTexts } from './texts.ts';
import { type Measure, measures } from './trends.search.ts';

interface MeasureTableProps {
	counted: { a: Counted; b: Counted };
	chosen: Measure;
	write: (measure: Measure) => (value: number) => string;
	onChoose: (measure: Measure) => void;
}

export function MeasureTable({ counted, chosen, write, onChoose }: MeasureTableProps) {
	const t = useTrendTexts();
	return (
		<div className={styles.scroll}>
			<table className={styles.table}>
				<caption className="visually-hidden">{t('measuresTitle')}</caption>
				<thead>
					<tr>
						<th>{t('measure')}</th>
						<th>{t('groupA')}</th>
						<th>{t('groupB')}</th>
						<th>{t('beside')}</th>
						<td className={styles.bars} />
					</tr>
				</thead>
				<tbody>
					{measures.map((measure) => {
						const [a, b] = [wholeOf(measure, counted.a), wholeOf(measure, counted.b)];
						const text = (value: number | null | undefined) =>
							value === undefined ? '\u00a0' : value === null ? '—' : write(measure)(value);
						const most = Math.max(a ?? 0, b ?? 0);
						return (
							<tr key={measure} data-chosen={measure === chosen ? '' : undefined}>
								<th scope="row">
									<button type="button" className="link" aria-pressed={measure === chosen} onClick={() => onChoose(measure)}>
										{t(measure)}
									</button>
								</th>
								<td>
									<strong>{text(a)}</strong>
								</td>
								<td>{text(b)}</td>
								<td>
									<Difference measure={measure} a={a} b={b} />
								</td>
								<td className={styles.bars} aria-hidden="true">
									<span data-side="a" style={{ width: `${most === 0 ? 0 : ((a ?? 0) / most) * 100}%` }} />
									<span data-side="b" style={{ width: `${most === 0 ? 0 : ((b ?? 0) / most) * 100}%` }} />
								</td>
							</tr>
						);
					})}
				</tbody>
			</table>
		</div>
	);
}

function Difference({ measure, a, b }: { measure: Measure; a: number | null | undefined; b: number | null | undefined }) {
	const write = useWritten();
	if (a === undefined || b === undefined) return '\u00a0';
	const good = MORE_IS_GOOD[measure];
	if (measure === 'rate') return <DeltaText {...pointsDelta(a, b, write, good ?? true)} />;
	return a === null || b === null ? '—' : <DeltaText {...countDelta(a, b, write, good)} />;
}
