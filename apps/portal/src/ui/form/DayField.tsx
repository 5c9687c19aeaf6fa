/** A calendar day (`2026-11-20`), written as the portal writes it, with months to click in beside it. */
import '#portal/theme/menu-styles.ts';
import { ActionIcon, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { dayOf, dayText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useKitTexts } from '../texts.ts';
import styles from './DateField.module.css';
import { TextField } from './fields.tsx';

const loadCalendar = () => import('./Calendar.tsx');
const DayCalendar = lazy(() => loadCalendar().then((m) => ({ default: m.DayCalendar })));

interface DayFieldProps {
	label: string;
	hint?: ReactNode;
	optional?: boolean;
	error?: ReactNode;
	/** `2026-11-20`; what is no day is shown as it is. */
	value: string;
	/** A day, or what was written when it is none: whoever holds it then says what is wrong. */
	onChange: (value: string) => void;
	/** The last day that may be clicked. */
	max?: string;
	'data-path'?: string;
}

export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

export function DayField({ value, onChange, max, ...field }: DayFieldProps) {
	const t = useKitTexts();
	const language = useLanguage();
	const [opened, setOpened] = useState(false);
	const known = isDay(value);
	// what is being written; null while the field shows its value
	const [text, setText] = useState<string | null>(null);
	return (
		<TextField
			{...field}
			autoComplete="off"
			value={text ?? (known ? dayText(value, language) : value)}
			onChange={(event) => {
				const written = event.currentTarget.value;
				setText(written);
				onChange(dayOf(written, language) ?? written);
			}}
			onBlur={() => setText(null)}
			rightSection={
				<Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
					<Popover.Target>
						<ActionIcon
							variant="subtle"
							color="gray"
							aria-label={t('chooseDay', { name: field.label })}
							onPointerEnter={() => void loadCalendar()}
							onClick={() => setOpened(!opened)}
						>
							<IconCalendar size={16} stroke={1.75} aria-hidden="true" />
						</ActionIcon>
					</Popover.Target>
					<Popover.Dropdown className={styles.panel}>
						<Suspense fallback={null}>
							<DayCalendar
								value={known ? value : null}
								max={max}
								onChange={(chosen) => {
									onChange(chosen);
									setText(null);
									setOpened(false);
								}}
							/>
						</Suspense>
					</Popover.Dropdown>
				</Popover>
			}
		/>
	);
}
