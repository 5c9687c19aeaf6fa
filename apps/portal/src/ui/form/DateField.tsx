/**
 * A day and a time of day, written as the portal writes them (a browser's own field follows the browser's language, not the
 * portal's), with months to click in beside it. The value is the person's own time: `2026-11-20T09:41`.
 */
import '#portal/theme/menu-styles.ts';
import { ActionIcon, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { isLocalMoment, momentOf, momentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useKitTexts } from '../texts.ts';
import styles from './DateField.module.css';
import { TextField } from './fields.tsx';

const loadCalendar = () => import('./Calendar.tsx');
const DayCalendar = lazy(() => loadCalendar().then((m) => ({ default: m.DayCalendar })));

interface DateFieldProps {
	label: string;
	hint?: ReactNode;
	optional?: boolean;
	error?: ReactNode;
	/** `2026-11-20T09:41`; what is no moment is shown as it is. */
	value?: string;
	/** A moment, or what was written when it is none: the form's schema then says what is wrong. */
	onChange: (value: string) => void;
	onBlur?: (event: React.FocusEvent<HTMLInputElement>) => void;
	/** The last day that may be clicked. */
	max?: string;
}

export function DateField({ value = '', onChange, onBlur, max, ...field }: DateFieldProps) {
	const t = useKitTexts();
	const language = useLanguage();
	const [opened, setOpened] = useState(false);
	const known = isLocalMoment(value);
	const shown = known ? momentText(value, language) : value;
	// what is being written; null while the field shows its value
	const [text, setText] = useState<string | null>(null);
	const day = known ? value.slice(0, 10) : null;
	return (
		<TextField
			{...field}
			autoComplete="off"
			value={text ?? shown}
			onChange={(event) => {
				const written = event.currentTarget.value;
				setText(written);
				onChange(momentOf(written, language) ?? written);
			}}
			onBlur={(event) => {
				setText(null);
				onBlur?.(event);
			}}
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
								value={day}
								max={max}
								onChange={(chosen) => {
									onChange(`${chosen}T${known ? value.slice(11) : '12:00'}`);
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
