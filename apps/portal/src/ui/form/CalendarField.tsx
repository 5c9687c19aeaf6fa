/** A field in which a day is written, as the portal writes it, with months to click in beside it: what `DayField` and `DateField` share. */
import '#portal/theme/menu-styles.ts';
import { ActionIcon, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type FocusEvent, type ReactNode, useState } from 'react';
import { late } from '#portal/lib/late.tsx';
import { useKitTexts } from '../texts.ts';
import styles from './DateField.module.css';
import { TextField } from './fields.tsx';

const loadCalendar = () => import('./Calendar.tsx');
const DayCalendar = late(() => loadCalendar().then((m) => m.DayCalendar));

/** What both are given. */
export interface CalendarFieldGiven {
	label: string;
	hint?: ReactNode;
	optional?: boolean;
	error?: ReactNode;
	onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
	/** The last day that may be clicked. */
	max?: string;
	'data-path'?: string;
}

interface CalendarFieldProps extends CalendarFieldGiven {
	/** The value as it is read. */
	shown: string;
	/** The day that is marked among the months; null: none. */
	day: string | null;
	onWrite: (text: string) => void;
	onDay: (day: string) => void;
}

export function CalendarField({ shown, day, onWrite, onDay, onBlur, max, ...field }: CalendarFieldProps) {
	const t = useKitTexts();
	const [opened, setOpened] = useState(false);
	// what is being written; null while the field shows its value
	const [text, setText] = useState<string | null>(null);
	return (
		<TextField
			{...field}
			autoComplete="off"
			value={text ?? shown}
			onChange={(event) => {
				const written = event.currentTarget.value;
				setText(written);
				onWrite(written);
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
						<DayCalendar
							value={day}
							max={max}
							onChange={(chosen) => {
								onDay(chosen);
								setText(null);
								setOpened(false);
							}}
						/>
					</Popover.Dropdown>
				</Popover>
			}
		/>
	);
}
