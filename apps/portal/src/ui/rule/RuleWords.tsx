/** Words of a rule's sentence that are chosen from a few, and what the editor needs to know of a field. */
import type { RuleField as Described, RuleOperator } from '@luvalla/contract/rules';
import { useKitTexts } from '../texts.ts';
import styles from './RuleEditor.module.css';

/** A field as the editor shows it. */
export interface RuleField extends Described {
	label: string;
	/** The heading that it is offered under. */
	group?: string;
	/**
	 * How its sentence goes: *whose* City is Turku; *said* yes to Marketing (`yes`, `no`, `none`); *had* Order placed at least 3
	 * times; are *in* Club members. Without it: City is Turku.
	 */
	reads?: 'whose' | 'said' | 'had' | 'in';
	/** Values that have been seen there are offered. */
	seen?: true;
}

interface ChoiceProps<V extends string> {
	/** That it is heard by. */
	name: string;
	errorId: string | undefined;
	value: V;
	options: readonly { value: V; label: string }[];
	onChoose: (value: V) => void;
	/** It joins the words instead of being one of them that was chosen. */
	quiet?: boolean;
}

/** One of a few words. */
export function Choice<V extends string>({ name, errorId, value, options, onChoose, quiet = false }: ChoiceProps<V>) {
	return (
		<select
			{...(errorId ? { 'aria-describedby': errorId, 'aria-invalid': true } : {})}
			className={quiet ? styles.how : styles.word}
			aria-label={name}
			value={value}
			onChange={(event) => {
				const chosen = options.find((one) => one.value === event.currentTarget.value);
				if (chosen) onChoose(chosen.value);
			}}
		>
			{options.map((one) => (
				<option key={one.value} value={one.value}>
					{one.label}
				</option>
			))}
		</select>
	);
}

interface HowProps extends Pick<ChoiceProps<RuleOperator>, 'name' | 'errorId' | 'value' | 'onChoose'> {
	operators: readonly RuleOperator[];
}

/** How it compares. */
export function How({ operators, ...choice }: HowProps) {
	const t = useKitTexts();
	return <Choice {...choice} quiet options={operators.map((one) => ({ value: one, label: t(`op_${one}`) }))} />;
}
