/**
 * A span of days as a filter chip: unset, a preset by its name, or first and last day. Opened, it offers the presets, two
 * fields to write in, and months to click in. The screen keeps it in the URL (`spanSearch` of `lib/spans.ts`).
 */
import '#portal/theme/menu-styles.ts';
import { Popover } from '@mantine/core';
import { IconCalendar, IconX } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useState } from 'react';
import { dayOf, daySpanText, dayText } from '#portal/lib/dates.ts';
import { late } from '#portal/lib/late.tsx';
import { useLanguage } from '#portal/lib/say.ts';
import { inOrder, presetOf, presetSpan, presets, type Span } from '#portal/lib/spans.ts';
import { TextField } from '../form/fields.tsx';
import { useKitTexts } from '../texts.ts';
import styles from './DateRange.module.css';
import tools from './ListTools.module.css';

const loadCalendar = () => import('../form/Calendar.tsx');
const SpanCalendar = late(() => loadCalendar().then((m) => m.SpanCalendar));

interface DateRangeProps {
	/** Reads as the start of a phrase: *Time* **Last month**. */
	name: string;
	value: Span;
	/** What holds while nothing is chosen: *All time*, *24 hours*. */
	unset: string;
	onChange: (span: Span) => void;
	/** Days after today may be chosen too. */
	future?: boolean;
}

export function DateRange({ name, value, unset, onChange, future = false }: DateRangeProps) {
	const t = useKitTexts();
	const language = useLanguage();
	const [opened, setOpened] = useState(false);
	const span = inOrder(value);
	const preset = presetOf(span, new Date());
	const chosen = span.from !== undefined || span.to !== undefined;
	const text = preset ? t(`span_${preset}`) : chosen ? daySpanText(span.from, span.to, language) : unset;
	const choose = (next: Span) => {
		onChange({ from: next.from, to: next.to });
		setOpened(false);
	};
	return (
		<span className={tools.chip}>
			<Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
				<Popover.Target>
					<button
						type="button"
						className={`${tools.phrase} ${styles.button}`}
						onPointerEnter={() => void loadCalendar()}
						onFocus={() => void loadCalendar()}
						onClick={() => setOpened(!opened)}
					>
						<IconCalendar size={16} stroke={1.75} aria-hidden="true" />
						<span>
							{name} <strong>{text}</strong>
						</span>
					</button>
				</Popover.Target>
				<Popover.Dropdown className={styles.panel}>
					<Panel span={span} unset={unset} max={future ? undefined : dayjs().format('YYYY-MM-DD')} onChange={onChange} onChoose={choose} />
				</Popover.Dropdown>
			</Popover>
			{chosen ? (
				<button type="button" className={tools.remove} aria-label={t('removeFilter', { name })} onClick={() => choose({})}>
					<IconX size={15} stroke={2} aria-hidden="true" />
				</button>
			) : null}
		</span>
	);
}

interface PanelProps {
	span: Span;
	unset: string;
	max: string | undefined;
	onChange: (span: Span) => void;
	onChoose: (span: Span) => void;
}

function Panel({ span, unset, max, onChange, onChoose }: PanelProps) {
	const t = useKitTexts();
	const preset = presetOf(span, new Date());
	const chosen = span.from !== undefined || span.to !== undefined;
	// between the first click and the second, the screen still shows the span before
	const [begun, setBegun] = useState<Span | null>(null);
	return (
		<>
			<ul className={styles.presets} aria-label={t('spans')}>
				<li>
					<button type="button" className={styles.preset} aria-pressed={!chosen} onClick={() => onChoose({})}>
						{unset}
					</button>
				</li>
				{presets.map((one) => (
					<li key={one}>
						<button
							type="button"
							className={styles.preset}
							aria-pressed={preset === one}
							onClick={() => onChoose(presetSpan(one, new Date()))}
						>
							{t(`span_${one}`)}
						</button>
					</li>
				))}
			</ul>
			<div className={styles.own}>
				<div className={styles.fields}>
					<DayInput label={t('firstDay')} day={span.from} max={max} last={span.to} onDay={(from) => onChange({ from, to: span.to })} />
					<DayInput label={t('lastDay')} day={span.to} max={max} first={span.from} onDay={(to) => onChange({ from: span.from, to })} />
				</div>
				<div className={styles.months}>
					<SpanCalendar
						value={begun ?? span}
						max={max}
						onChange={(next) => {
							const whole = next.from !== undefined && next.to !== undefined;
							setBegun(whole ? null : next);
							if (whole) onChange(next);
						}}
					/>
				</div>
			</div>
		</>
	);
}

interface DayInputProps {
	label: string;
	day: string | undefined;
	/** No day after this one. */
	max: string | undefined;
	/** The other end: the span's first day, or its last. */
	first?: string | undefined;
	last?: string | undefined;
	onDay: (day: string | undefined) => void;
}

/** A day as it is written here; told when the field is left or Enter is pressed. */
function DayInput({ label, day, max, first, last, onDay }: DayInputProps) {
	const t = useKitTexts();
	const language = useLanguage();
	const shown = day === undefined ? '' : dayText(day, language);
	const [text, setText] = useState(shown);
	const [seen, setSeen] = useState(shown);
	const [error, setError] = useState<string>();
	if (seen !== shown) {
		setSeen(shown);
		setText(shown);
		setError(undefined);
	}
	const take = () => {
		if (text.trim() === shown) return setError(undefined);
		if (text.trim() === '') return onDay(undefined);
		const written = dayOf(text, language);
		if (written === null) return setError(t('noDay', { example: dayText(max ?? '2026-11-20', language) }));
		if (max !== undefined && written > max) return setError(t('dayAhead'));
		if ((first !== undefined && written < first) || (last !== undefined && written > last)) return setError(t('daysTurned'));
		setError(undefined);
		// the same day, written otherwise
		if (written === day) return setText(shown);
		onDay(written);
	};
	return (
		<TextField
			label={label}
			value={text}
			placeholder={dayText(max ?? '2026-11-20', language)}
			autoComplete="off"
			error={error}
			onChange={(event) => setText(event.currentTarget.value)}
			onBlur={take}
			onKeyDown={(event) => {
				if (event.key === 'Enter') take();
			}}
		/>
	);
}
