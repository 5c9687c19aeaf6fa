/** The card of a chart: its title and key, 300 px, the same as a table, and as a picture. */
import { CHART_HEIGHT_PX } from '@luvalla/contract/constants';
import { ActionIcon, Skeleton } from '@mantine/core';
import { IconChartLine, IconPhotoDown, IconTable } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { Card } from '../Card.tsx';
import { Explain } from '../Explain.tsx';
import { useLate } from '../Loading.tsx';
import { Tip } from '../Tip.tsx';
import { useKitTexts } from '../texts.ts';
import styles from './Chart.module.css';
import { Scroll } from './Scroll.tsx';

/** What a colour, or a kind of line, stands for. */
export interface ChartKey {
	label: string;
	/** Its sum or share, where one is said beside it. */
	text?: string;
	look: 'line' | 'dashed' | 1 | 2 | 3 | 4 | 5 | 6;
}

interface ChartCardProps {
	/** Names chart and table. */
	title: string;
	/** In place of the title, where the card is headed by a sentence. */
	head?: ReactNode;
	/** What the number means. */
	explains?: string | undefined;
	keys: readonly ChartKey[];
	/** While nothing has come there is no picture to take along. */
	ready: boolean;
	/** Beside the title. */
	beside?: ReactNode;
	chart: ReactNode;
	table: ReactNode;
	/** Below the chart, in its card. */
	children?: ReactNode;
}

export function ChartCard({ title, head, explains, keys, ready, beside, chart, table, children }: ChartCardProps) {
	const t = useKitTexts();
	const [asTable, setAsTable] = useState(false);
	const space = useRef<HTMLDivElement>(null);
	const Icon = asTable ? IconChartLine : IconTable;
	const name = asTable ? t('asChart') : t('asTable');
	const savePicture = async () => {
		const svg = space.current?.querySelector('svg');
		if (svg) await (await import('./picture.ts')).downloadPicture(svg, title, keys);
	};
	return (
		<Card
			title={head ?? title}
			beside={
				<>
					{explains === undefined ? null : <Explain name={title}>{explains}</Explain>}
					{beside}
				</>
			}
			asideBelow={head !== undefined}
			aside={
				<>
					{keys.map(({ label, text, look }) => (
						<span key={label} className="in-line-6">
							{typeof look === 'number' ? (
								<span className={styles.box} style={{ background: `var(--l-chart-${look})` }} />
							) : (
								<span className={look === 'line' ? styles.now : styles.before} />
							)}
							{label}
							{text === undefined ? null : <strong className={styles.keyText}>{text}</strong>}
						</span>
					))}
					<span className={styles.tools}>
						{asTable ? null : (
							<Tip label={t('asPicture')}>
								<ActionIcon
									variant="subtle"
									color="gray"
									size={30}
									aria-label={`${title}: ${t('asPicture')}`}
									disabled={!ready}
									onClick={() => void savePicture()}
								>
									<IconPhotoDown size={17} stroke={1.75} />
								</ActionIcon>
							</Tip>
						)}
						<Tip label={name}>
							<ActionIcon
								variant="subtle"
								color="gray"
								size={30}
								aria-label={`${title}: ${name}`}
								aria-pressed={asTable}
								onClick={() => setAsTable(!asTable)}
							>
								<Icon size={17} stroke={1.75} />
							</ActionIcon>
						</Tip>
					</span>
				</>
			}
		>
			<div ref={space} style={{ height: CHART_HEIGHT_PX }} className="narrow">
				{ready ? asTable ? table : chart : <ChartSkeleton />}
			</div>
			{children ? <div className="above-12">{children}</div> : null}
		</Card>
	);
}

/** Levels and a band where the curve will be. */
function ChartSkeleton() {
	const late = useLate();
	return (
		<div className={styles.skeleton} data-early={late ? undefined : ''} aria-hidden="true">
			{[0, 1, 2, 3].map((level) => (
				<div key={level}>
					<Skeleton height={12} width={32} />
				</div>
			))}
			<Skeleton className={styles.skeletonBand} />
		</div>
	);
}

interface ChartTableProps {
	title: string;
	/** Of the columns; the first is the row's own. */
	heads: readonly string[];
	rows: readonly { key: string; cells: readonly string[] }[];
}

/** The numbers of a chart. */
export function ChartTable({ title, heads, rows }: ChartTableProps) {
	return (
		<Scroll className={styles.tableScroll} label={title}>
			<table className={styles.table}>
				<caption className="visually-hidden">{title}</caption>
				<thead>
					<tr>
						{heads.map((head) => (
							<th key={head}>{head}</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map(({ key, cells: [first, ...rest] }) => (
						<tr key={key}>
							<th scope="row">{first}</th>
							{rest.map((cell, i) => (
								// biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
								<td key={i}>{cell}</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</Scroll>
	);
}
