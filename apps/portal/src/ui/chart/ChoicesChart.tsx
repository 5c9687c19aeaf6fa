/** What visitors chose, step by step: all, some, none. A step leads to its rows. */
import type { DomainCounts } from '@luvalla/contract/insight/counts';
import type { ReactNode } from 'react';
import { numberText, percentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { markOf } from './clock.ts';
import { shareOf } from './figures.ts';
import { StackChart } from './StackChart.tsx';
import { useChartTexts } from './texts.ts';

interface ChoicesChartProps {
	/** Answers that came another way are drawn, too. */
	others?: boolean;
	title: string;
	head?: ReactNode;
	/** Undefined while loading. */
	counts: DomainCounts | undefined;
	/** Of the span: how long it is and how finely it is drawn. */
	span: { ms: number; stepMinutes: number };
	chosen?: string | undefined;
	/** @param at where the chosen step begins */
	onChoose?: (at: string) => void;
	children?: ReactNode;
}

export function ChoicesChart({ others = false, title, head, counts, span, chosen, onChoose, children }: ChoicesChartProps) {
	const t = useChartTexts();
	const language = useLanguage();
	const last = counts?.steps.at(-1)?.at ?? '';
	const share = (part: number | undefined) => ({ text: counts && part !== undefined ? percentText(shareOf(part, counts), language) : '' });
	return (
		<StackChart
			title={title}
			head={head}
			stepLabel={t('time')}
			groups={[
				{ key: 'all', label: t('acceptedAll'), colour: 1, ...share(counts?.acceptedAll) },
				{ key: 'some', label: t('acceptedSome'), colour: 2, ...share(counts?.acceptedSome) },
				{ key: 'none', label: t('refusedAll'), colour: 3, ...share(counts?.refused) },
				...(others ? [{ key: 'others', label: t('answeredOtherwise'), colour: 6 as const }] : []),
			]}
			steps={counts?.steps.map(({ at, acceptedAll, acceptedSome, refused, others: other }) => ({
				key: at,
				...markOf(at, last, span, language),
				values: { all: acceptedAll, some: acceptedSome, none: refused, others: other },
			}))}
			format={(value) => numberText(value, language)}
			together={t('together')}
			chosen={chosen}
			onChoose={onChoose}
		>
			{children}
		</StackChart>
	);
}
