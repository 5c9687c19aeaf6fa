import { Switch } from '@mantine/core';
import { useId } from 'react';
import { ShareBar } from '#portal/ui/chart/ShareBar.tsx';
import { NumberText } from '#portal/ui/times.tsx';
import styles from './builder.module.css';

interface SwitchRowProps {
	name: string;
	/** Under the name. */
	about: string;
	/** What stands there is a fault. */
	warns?: boolean;
	count: number;
	/** How many fill the bar. */
	most: number;
	on: boolean;
	disabled?: boolean;
	onSwitch: (on: boolean) => void;
}

/** A line that can be switched on: its name, what is to be known of it, its bar and its number. */
export function SwitchRow({ name, about, warns = false, count, most, on, disabled = false, onSwitch }: SwitchRowProps) {
	const id = useId();
	return (
		<li className={styles.row} data-on={on ? '' : undefined}>
			<Switch
				id={id}
				checked={on}
				disabled={disabled}
				aria-labelledby={`${id}-name`}
				aria-describedby={`${id}-about ${id}-count`}
				onChange={(event) => onSwitch(event.currentTarget.checked)}
			/>
			<label htmlFor={id} className={styles.rowText}>
				<span id={`${id}-name`} className="block strong breaks">
					{name}
				</span>
				<span id={`${id}-about`} className={warns ? styles.warns : styles.rowAbout}>
					{about}
				</span>
			</label>
			<ShareBar share={count / most} strong={on} />
			<span id={`${id}-count`} className={styles.rowCount}>
				<NumberText value={count} />
			</span>
		</li>
	);
}
