import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './Segmented.module.css';

interface SegmentedProps<Value> {
	/** Names the choice for people who hear it. */
	label: string;
	options: readonly Value[];
	value: Value;
	onChange: (value: Value) => void;
	icon?: (value: Value) => TablerIcon;
	hidden?: boolean;
	/** What stands on an option's button. */
	children: (value: Value) => ReactNode;
}

/** One of a few, chosen by buttons side by side. */
export function Segmented<Value extends string | undefined>({
	label,
	options,
	value,
	onChange,
	icon,
	hidden,
	children,
}: SegmentedProps<Value>) {
	return (
		<fieldset className={styles.segmented} aria-label={label} hidden={hidden}>
			{options.map((one) => {
				const Sign = icon?.(one);
				return (
					<button key={one ?? ''} type="button" aria-pressed={one === value} onClick={() => onChange(one)}>
						{Sign ? <Sign size={16} stroke={1.75} aria-hidden="true" /> : null}
						{children(one)}
					</button>
				);
			})}
		</fieldset>
	);
}
