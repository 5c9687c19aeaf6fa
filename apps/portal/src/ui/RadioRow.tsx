/** One of a few that stand in a row, as radio buttons: the arrow keys go from one to the next. Nothing of it is measured. */
import { type ReactNode, useId } from 'react';
import styles from './RadioRow.module.css';

interface RadioRowProps<Value extends string> {
	/** Names the group for people who hear it. */
	label: string;
	options: readonly { value: Value; label: ReactNode }[];
	value: Value;
	onChange: (value: Value) => void;
	/** As wide as the place it stands in. */
	wide?: boolean;
}

export function RadioRow<Value extends string>({ label, options, value, onChange, wide }: RadioRowProps<Value>) {
	const name = useId();
	return (
		<div role="radiogroup" aria-label={label} className={styles.row} data-wide={wide || undefined}>
			{options.map((one) => (
				<label key={one.value}>
					<input type="radio" name={name} value={one.value} checked={one.value === value} onChange={() => onChange(one.value)} />
					{one.label}
				</label>
			))}
		</div>
	);
}
