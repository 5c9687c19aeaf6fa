/** What somebody chose of what they permit: channels on or off, and how many messages at most. */
import type { Channel } from '@luvalla/contract/channels';
import { chooseMine, type MyCustomer, myConsents } from '@luvalla/contract/consent/my-consents';
import { CAP_DAYS, MOST_CHOSEN, type OwnCap } from '@luvalla/contract/people/own-choice';
import { ActionIcon, Switch } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { notifySuccess } from '#portal/lib/notices.ts';
import { Segmented } from '#portal/ui/Segmented.tsx';
import styles from './my-data.module.css';
import { useMyDataTexts } from './texts.ts';

const PERIODS = ['none', '7', '30'] as const;
/** What a limit begins with. */
const FIRST = 2;

export function OwnChoice({ customer: { customerId, own } }: { customer: MyCustomer }) {
	const t = useMyDataTexts();
	const client = useQueryClient();
	const say = useCall(chooseMine, {
		onSuccess: (data) => {
			client.setQueryData(asQuery(myConsents, {}).queryKey, { data, page: null });
			notifySuccess(t('choiceSaved'));
		},
	});
	return (
		<div className="card-frame above-16">
			{own.channels.length === 0 ? null : (
				<>
					<div className={styles.ownHead}>
						<strong>{t('byChannel')}</strong>
						<p>{t('byChannelText')}</p>
					</div>
					<ul className="plain-list">
						{own.channels.map(({ channel, isOn }) => (
							<ChannelRow
								key={channel}
								channel={channel}
								isOn={isOn}
								busy={say.isPending}
								onChange={(on) => say.mutate({ body: { customerId, channels: [{ channel, isOn: on }] } })}
							/>
						))}
					</ul>
				</>
			)}
			<OwnLimit cap={own.cap} busy={say.isPending} onChange={(cap) => say.mutate({ body: { customerId, channels: [], cap } })} />
		</div>
	);
}

interface ChannelRowProps {
	channel: Channel;
	isOn: boolean;
	busy: boolean;
	onChange: (isOn: boolean) => void;
}

function ChannelRow({ channel, isOn, busy, onChange }: ChannelRowProps) {
	const t = useMyDataTexts();
	const ids = useId();
	return (
		<li className={styles.purpose}>
			<div className={styles.words}>
				<strong id={`${ids}-name`}>{t(`channel_${channel}`)}</strong>
				<span id={`${ids}-about`}>{t(`channelAbout_${channel}`)}</span>
			</div>
			<Switch
				size="md"
				checked={isOn}
				disabled={busy}
				labelPosition="left"
				label={isOn ? t('yes') : t('no')}
				classNames={{ root: styles.switch, label: isOn ? `${styles.word} ${styles.yes}` : styles.word }}
				aria-labelledby={`${ids}-name`}
				aria-describedby={`${ids}-about`}
				onChange={(event) => onChange(event.currentTarget.checked)}
			/>
		</li>
	);
}

function OwnLimit({ cap, busy, onChange }: { cap: OwnCap | null; busy: boolean; onChange: (cap: OwnCap | null) => void }) {
	const t = useMyDataTexts();
	const period = PERIODS.find((one) => one === String(cap?.days)) ?? 'none';
	const choose = (wanted: (typeof PERIODS)[number]): void => {
		const days = CAP_DAYS.find((one) => String(one) === wanted);
		if (wanted !== period && !busy) onChange(days === undefined ? null : { messages: cap?.messages ?? FIRST, days });
	};
	return (
		<div>
			<div className={styles.ownHead}>
				<strong>{t('often')}</strong>
				<p>{t('oftenText')}</p>
			</div>
			<div className={styles.limitRow}>
				<Segmented label={t('often')} options={PERIODS} value={period} onChange={choose}>
					{(one) => t(`period_${one}`)}
				</Segmented>
				{cap === null ? null : (
					<div className="line-12">
						<ActionIcon
							variant="default"
							size={44}
							aria-label={t('fewer')}
							disabled={busy || cap.messages <= 1}
							onClick={() => onChange({ ...cap, messages: cap.messages - 1 })}
						>
							<IconMinus size={18} aria-hidden="true" />
						</ActionIcon>
						<strong>{t(cap.days === 7 ? 'perWeek' : 'perMonth', { count: cap.messages })}</strong>
						<ActionIcon
							variant="default"
							size={44}
							aria-label={t('more')}
							disabled={busy || cap.messages >= MOST_CHOSEN}
							onClick={() => onChange({ ...cap, messages: cap.messages + 1 })}
						>
							<IconPlus size={18} aria-hidden="true" />
						</ActionIcon>
					</div>
				)}
			</div>
		</div>
	);
}
