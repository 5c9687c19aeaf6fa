/** By which permission something is sent, and in whose name: fields of campaigns and of triggered sends, each in its own words. */
import { SelectField } from '#portal/ui/form/fields.tsx';
import { ManyField } from '#portal/ui/form/ManyField.tsx';
import type { Choices } from './use-choices.ts';

interface PurposesFieldProps {
	t: (key: 'purposes' | 'purposesHint') => string;
	choices: Choices;
	value: string[];
	onChange: (ids: string[]) => void;
}

export function PurposesField({ t, choices, value, onChange }: PurposesFieldProps) {
	return (
		<ManyField
			label={t('purposes')}
			hint={t('purposesHint')}
			data={choices.purposes.map((one) => ({ value: one.id, label: one.name }))}
			value={value}
			onChange={onChange}
		/>
	);
}

interface SenderFieldProps {
	t: ((key: 'sender' | 'senderRecords') => string) & ((key: 'senderNotReady', values: { name: string; address: string }) => string);
	choices: Choices;
	sender: Choices['usualSender'];
	onChoose: (id: string) => void;
}

/** One whose DNS records are not in order can be chosen, and says so: below the field, where there is room for it. */
export function SenderField({ t, choices, sender, onChoose }: SenderFieldProps) {
	return (
		<SelectField
			label={t('sender')}
			hint={sender && !sender.ready ? t('senderRecords') : undefined}
			allowDeselect={false}
			data={choices.senders.map(({ id, name, address }) => ({ value: id, label: `${name}, ${address}` }))}
			renderOption={({ option }) => {
				const one = choices.senders.find(({ id }) => id === option.value);
				return one && !one.ready ? t('senderNotReady', { name: one.name, address: one.address }) : option.label;
			}}
			value={sender?.id ?? null}
			onChange={(id) => onChoose(id ?? '')}
		/>
	);
}
