/** A chart of numbers over time, each step split into its parts; a step may lead to its rows. */
import { CHART_HEIGHT_PX } from '@luvalla/contract/constants';
import type { ReactNode } from 'react';
import { useKitTexts } from '../texts.ts';
import { ChartCard, ChartTable } from './ChartCard.tsx';
import { linesOf, type StackGroup, type StackStep, Stacks, sumOf } from './Stacks.tsx';

export type { StackGroup, StackStep };

interface StackChartProps {
	title: string;
	/** In place of the title, where the card is headed by a sentence. */
	head?: ReactNode;
	explains?: string;
	/** What a step is: heads the table's first column. */
	stepLabel: string;
	/** Said beside a group's name: its sum or share. */
	groups: readonly (StackGroup & { text?: string })[];
	/** Undefined while loading. */
	steps: readonly StackStep[] | undefined;
	format: (value: number) => string;
	formatLevel?: (value: number) => string;
	/** What all parts of a step are called together. */
	together?: string;
	chosen?: string | undefined;
	onChoose?: (key: string) => void;
	children?: ReactNode;
}

export function StackChart({
	title,
	head,
	explains,
	stepLabel,
	groups,
	steps,
	format,
	formatLevel,
	together,
	chosen,
	onChoose,
	children,
}: StackChartProps) {
	const t = useKitTexts();
	const sums = together !== undefined && groups.length > 1;
	return (
		<ChartCard
			title={title}
			head={head}
			explains={explains}
			// a single part is named by the title
			keys={
				groups.length === 1 ? [] : groups.map(({ label, text, colour }) => ({ label, look: colour, ...(text !== undefined && { text }) }))
			}
			ready={steps !== undefined}
			table={
				<ChartTable
					title={title}
					heads={[stepLabel, ...groups.map(({ label }) => label), ...(sums ? [together] : [])]}
					rows={(steps ?? []).map((step) => ({
						key: step.key,
						cells: [
							step.label,
							...linesOf(step, groups, { format }).map(({ text }) => text),
							...(sums ? [format(sumOf(step, groups))] : []),
						],
					}))}
				/>
			}
			chart={
				<Stacks
					name={`${title}. ${onChoose ? t('choosesRows') : t('asTable')}.`}
					groups={groups}
					steps={steps ?? []}
					height={CHART_HEIGHT_PX}
					format={format}
					formatLevel={formatLevel}
					together={together}
					chosen={chosen}
					onChoose={onChoose}
				/>
			}
		>
			{children}
		</ChartCard>
	);
}
