/** By which channels a purpose permits messages. */
import { CHANNELS, type Channel } from '@luvalla/contract/channels';
import { Checkbox } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useSay } from '#portal/lib/say.ts';
import { channelSigns } from '#portal/ui/channels.ts';
import { FieldError } from '#portal/ui/form/field.tsx';
import styles from './purposes.module.css';
import { usePurposeTexts } from './texts.ts';

interface ChannelsFieldProps {
	value: readonly Channel[];
	onChange: (channels: Channel[]) => void;
	/** Those that may be chosen. */
	of: readonly Channel[];
	/** What it means that some are chosen. */
	hint: string;
	error?: ReactNode;
}

/** Channels with a box each; what is chosen stands in their order. */
export function ChannelsField({ value, onChange, of, hint: means, error }: ChannelsFieldProps) {
	const t = usePurposeTexts();
	const say = useSay();
	const hint = useId();
	return (
		<fieldset className={styles.words} aria-describedby={hint}>
			<legend>{t('channels')}</legend>
			<div id={hint} className="quiet">
				{error ? <FieldError>{error}</FieldError> : value.length === 0 ? t('channelsNone') : means}
			</div>
			<div className={styles.channels}>
				{of.map((channel) => (
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
		<span className="quiet">{t('noMessages')}</span>
	) : (
		CHANNELS.filter((one) => channels.includes(one))
			.map((one) => say(channelSigns[one].label))
			.join(', ')
	);
}
