/** By which channels a yes permits messages. */
import { CHANNELS, type Channel } from '@luvalla/contract/channels';
import { Checkbox } from '@mantine/core';
import { useId } from 'react';
import { useSay } from '#portal/lib/say.ts';
import { channelSigns } from '#portal/ui/channels.ts';
import styles from './purposes.module.css';
import { usePurposeTexts } from './texts.ts';

interface ChannelsFieldProps {
	value: readonly Channel[];
	onChange: (channels: Channel[]) => void;
}

/** The seven channels with a box each; what is chosen stands in their order. */
export function ChannelsField({ value, onChange }: ChannelsFieldProps) {
	const t = usePurposeTexts();
	const say = useSay();
	const hint = useId();
	return (
		<fieldset className={styles.words} aria-describedby={hint}>
			<legend>{t('channels')}</legend>
			<p id={hint} className={styles.quiet}>
				{value.length === 0 ? t('channelsNone') : t('channelsHint')}
			</p>
			<div className={styles.channels}>
				{CHANNELS.map((channel) => (
					<Checkbox
						key={channel}
						label={say(channelSigns[channel].label)}
						checked={value.includes(channel)}
						onChange={({ currentTarget: { checked } }) =>
							onChange(CHANNELS.filter((one) => (one === channel ? checked : value.includes(one))))
						}
					/>
				))}
			</div>
		</fieldset>
	);
}

/** *Email, SMS*, or that a yes permits no messages. */
export function ChannelNames({ channels }: { channels: readonly Channel[] }) {
	const t = usePurposeTexts();
	const say = useSay();
	return channels.length === 0 ? (
		<span className={styles.quiet}>{t('noMessages')}</span>
	) : (
		CHANNELS.filter((one) => channels.includes(one))
			.map((one) => say(channelSigns[one].label))
			.join(', ')
	);
}
