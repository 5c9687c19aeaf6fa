/** By which permission something is sent, and in whose name: fields of campaigns and of triggered sends, each in its own words. */

import type { Channel } from '@luvalla/contract/channels';
import { DUTIES } from '@luvalla/contract/consent/purposes';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { channelSigns } from '#portal/ui/channels.ts';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { ManyField } from '#portal/ui/form/ManyField.tsx';
import { useCampaignTexts } from './texts.ts';
import type { Choices } from './use-choices.ts';

type Choice = Choices['purposes'][number];

/** Whether it permits messages by any of these channels; while none is chosen, by any at all. Duties permit transactional ones alone. */
const permits = (one: Choice, channels: readonly Channel[]): boolean =>
	!DUTIES.includes(one.basis) && (channels.length === 0 || one.channels.some((channel) => channels.includes(channel)));

/** Of the purposes that were chosen, those that permit nothing by these channels, or are gone; none while they are being read. */
export const unfitOf = (choices: Choices, channels: readonly Channel[], chosen: readonly string[]): string[] =>
	choices.purposesKnown
		? chosen.filter((id) => {
				const one = choices.purposes.find((purpose) => purpose.id === id);
				return !one || !permits(one, channels);
			})
		: [];

interface PurposesFieldProps {
	t: (key: 'purposes' | 'purposesHint') => string;
	choices: Choices;
	/** By which it is sent; none: that is not chosen yet. */
	channels: readonly Channel[];
	value: string[];
	onChange: (ids: string[]) => void;
}

/** Offered is what permits messages by its channels; what was chosen before and no longer does stands there, and says why below. */
export function PurposesField({ t, choices, channels, value, onChange }: PurposesFieldProps) {
	const whyText = useCampaignTexts();
	const say = useSay();
	const language = useLanguage();
	const unfit = unfitOf(choices, channels, value);
	const nameOf = (id: string): string =>
		choices.purposes.find((one) => one.id === id)?.name ?? (choices.purposesKnown ? whyText('purposeGone') : '…');
	const offered = choices.purposes.filter((one) => permits(one, channels) && !value.includes(one.id)).map((one) => one.id);
	const by = new Intl.ListFormat(language, { type: 'disjunction' }).format(channels.map((channel) => say(channelSigns[channel].label)));
	const why = unfit.map((id) => {
		const one = choices.purposes.find((purpose) => purpose.id === id);
		if (!one) return whyText('purposeGoneWhy');
		return DUTIES.includes(one.basis) ? whyText('purposeDuty', { name: one.name }) : whyText('purposeUnfit', { name: one.name, by });
	});
	return (
		<ManyField
			label={t('purposes')}
			hint={[...why, t('purposesHint')].join(' ')}
			data={[...value, ...offered].map((id) => ({ value: id, label: nameOf(id) }))}
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
