/** What each month cost, as bars by what it was spent on; a bar chooses its month. Also as a table. */
import { SPENDINGS } from '@luvalla/contract/billing/credits';
import { CHART_HEIGHT_PX } from '@luvalla/contract/constants';
import { ActionIcon } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { ticks } from 'd3-array';
import { type ReactNode, useState } from 'react';
import { Card } from '../Card.tsx';
import { Scroll } from '../chart/Scroll.tsx';
import { Tip } from '../Tip.tsx';
import styles from './costs.module.css';
import type { Month } from './months.ts';
import { useMoveTexts } from './texts.ts';

interface CostChartProps {
	months: readonly Month[];
	chosen: string;
	onChoose: (key: string) => void;
	/** How a month is called, with *(Current)* where it is. */
	nameOf: (key: string) => string;
	/** Millionths of a credit as money. */
	money: (micros: number) => string;
	title: ReactNode;
	/** What the newest month will have cost by its end; null: too little of it is over to say. */
	expected: number | null;
}

/** So many months are drawn; the list beside has all. */
const DRAWN = 12;
/** The names of the levels and what the last sum needs beside its bar, and the least a month takes: its name in two lines. */
const LEVELS_PX = 92;
const MONTH_PX = 68;

export function CostChart({ months, chosen, onChoose, nameOf, money, title, expected }: CostChartProps) {
	const t = useMoveTexts();
	const [asTable, setAsTable] = useState(false);
	const Icon = asTable ? IconChartBar : IconTable;
	const name = t(asTable ? 'asChart' : 'asTable');
	const shown = months.slice(-DRAWN);
	const most = Math.max(...shown.map(({ micros }) => micros), expected ?? 0, 1);
	const newest = shown.at(-1)?.key;
	const levels = ticks(0, most, 4);
	const top = Math.max(levels.at(-1) ?? 0, most) * 1.16;
	const used = SPENDINGS.filter((kind) => shown.some(({ kinds }) => (kinds[kind] ?? 0) > 0));
	return (
		<Card
			title={title}
			aside={
				<>
					{used.map((kind) => (
						<span key={kind} className="in-line-6">
							<span className={styles.keyBox} data-kind={kind} />
							{t(kind)}
						</span>
					))}
					<Tip label={name}>
						<ActionIcon
							variant="subtle"
							color="gray"
							size={30}
							aria-label={name}
							aria-pressed={asTable}
							onClick={() => setAsTable(!asTable)}
						>
							<Icon size={17} stroke={1.75} />
						</ActionIcon>
					</Tip>
				</>
			}
		>
			<div ref={atNewest} className={styles.frame} style={{ height: CHART_HEIGHT_PX }}>
				{asTable ? (
					<MonthTable months={months} nameOf={nameOf} money={money} />
				) : (
					<div className={styles.chart} style={{ minWidth: LEVELS_PX + shown.length * MONTH_PX }}>
						<div className={styles.levels} aria-hidden="true">
							{levels.map((level) => (
								<span key={level} style={{ bottom: `${(level / top) * 100}%` }}>
									<span>{money(level)}</span>
								</span>
							))}
						</div>
						<ul className={styles.bars} aria-label={t('costs')}>
							{shown.map((month) => (
								<li key={month.key}>
									<button type="button" aria-pressed={month.key === chosen} onClick={() => onChoose(month.key)}>
										<span className={styles.stack}>
											{month.key === newest && expected !== null ? (
												<>
													<span className={styles.sum}>{t('about', { sum: money(expected) })}</span>
													<span className={styles.expected} style={{ height: `${((expected - month.micros) / top) * 100}%` }} />
												</>
											) : null}
											<span className={styles.sum}>{money(month.micros)}</span>
											<span className={styles.box} style={{ height: `${(month.micros / top) * 100}%` }}>
												{used
													.filter((kind) => (month.kinds[kind] ?? 0) > 0)
													.toReversed()
													.map((kind) => (
														<span key={kind} className={styles.part} data-kind={kind} style={{ flexGrow: month.kinds[kind] ?? 0 }} />
													))}
											</span>
										</span>{' '}
										<span className={styles.month}>{nameOf(month.key)}</span>
									</button>
								</li>
							))}
						</ul>
					</div>
				)}
			</div>
		</Card>
	);
}

/** Where all months do not fit, the newest are in sight. */
const atNewest = (frame: HTMLElement | null): void => {
	if (frame) frame.scrollLeft = frame.scrollWidth;
};

/** All months in numbers. */
function MonthTable({ months, nameOf, money }: Pick<CostChartProps, 'months' | 'nameOf' | 'money'>) {
	const t = useMoveTexts();
	return (
		<Scroll className={styles.tableScroll} label={t('costs')}>
			<table className={styles.table}>
				<caption className="visually-hidden">{t('costs')}</caption>
				<thead>
					<tr>
						<th>{t('month')}</th>
						{SPENDINGS.map((kind) => (
							<th key={kind}>{t(kind)}</th>
						))}
						<th>{t('together')}</th>
					</tr>
				</thead>
				<tbody>
					{months.map((month) => (
						<tr key={month.key}>
							<th scope="row">{nameOf(month.key)}</th>
							{SPENDINGS.map((kind) => (
								<td key={kind}>{money(month.kinds[kind] ?? 0)}</td>
							))}
							<td>
								<strong>{money(month.micros)}</strong>
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</Scroll>
	);
}
