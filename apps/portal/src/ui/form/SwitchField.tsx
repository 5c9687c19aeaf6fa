import { Switch, type SwitchProps } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './fields.module.css';

/** A switch whose label stands at its right, its hint below. A part of its own: most forms have none. */
export function SwitchField({ hint, ...props }: Omit<SwitchProps, 'description'> & { label: string; hint?: ReactNode }) {
	const hintId = useId();
	return (
		<div>
			<Switch {...props} aria-describedby={hint ? hintId : undefined} classNames={{ root: styles.switch, label: styles.switchLabel }} />
			{hint ? (
				<p id={hintId} className={styles.hint}>
					{hint}
				</p>
			) : null}
		</div>
	);
}
