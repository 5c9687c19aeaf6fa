import { CHANNELS, type Channel, channelAt } from '@luvalla/contract/channels';
import { useMemo } from 'react';
import { momentText, timeText } from '#portal/lib/dates.ts';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { channelSigns } from '#portal/ui/channels.ts';
import { Fold } from '#portal/ui/Fold.tsx';
import { DateField } from '#portal/ui/form/DateField.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import type { Form } from '#portal/ui/form/use-form.ts';
import styles from './campaigns.module.css';
import type { Draft, WrittenOptions } from './draft.ts';
import { PaceFields } from './PaceFields.tsx';
import { PurposesField, unfitOf } from './permission-fields.tsx';
import { SenderChoice } from './SenderChoice.tsx';
import { useCampaignTexts } from './texts.ts';
import type { Choices } from './use-choices.ts';
import type { Make } from './WhomPart.tsx';
import { zonesWith } from './zones.ts';

interface OptionsPartProps {
	form: Form<Draft>;
	choices: Choices;
}

/** Which connectors send by a channel. */
const KINDS: Readonly<Partial<Record<Channel, string>>> = {
	email: 'smtp',
	sms: 'sms-http',
	mobile: 'fcm',
	web: 'web-push',
	webhook: 'webhook',
	leaflet: 'printing-house',
};
/** Whose messages name a sender: the others leave in the name of their connector. */
const SIGNED: readonly Channel[] = ['email', 'leaflet'];
/** The channels whose messages have a subject. */
const TITLED: readonly Channel[] = ['email'];

/** Permission, sender, time, pace and limits: what most campaigns leave as it is, each in a fold. */
export function OptionsPart({ form, choices, make }: OptionsPartProps & { make: Make }) {
	const t = useCampaignTexts();
	const language = useLanguage();
	const { options } = form.values;
	const wrongIn = (...names: (keyof WrittenOptions)[]) => names.some((name) => form.errors[`options.${name}`] !== undefined) || undefined;
	const set = <K extends keyof WrittenOptions>(name: K, value: WrittenOptions[K]) =>
		form.setFieldValue('options', { ...options, [name]: value });
	const wrongConnector =
		Object.values(options.connectors).some((id) => isGone(choices, id)) ||
		Object.keys(form.errors).some((path) => path.startsWith(CONNECTORS));
	const clock = (hour: string) => timeText(new Date(2026, 0, 1, Number(hour)), language);
	const channels = Object.entries(form.values.constellation).flatMap(([code, id]) => (id === '' ? [] : [channelAt(Number(code))]));
	/** Until something is chosen it may be any of them. */
	const goesBy = (some: readonly Channel[]) => channels.length === 0 || channels.some((one) => some.includes(one));
	const isSigned = goesBy(SIGNED);
	const sender = choices.senders.find(({ id }) => id === options.senderId) ?? choices.usualSender;
	const pace = [
		...(options.throttle === '' ? [] : [t('atRate', { rate: options.throttle })]),
		...(options.quiet ? [`${clock(options.quietFrom)}–${clock(options.quietTo)}`] : []),
	];
	return (
		<>
			<Fold
				open={unfitOf(choices, channels, options.purposes).length > 0 || undefined}
				summary={
					<>
						{t('permission')}{' '}
						<span className="aside light">
							{options.purposes.length === 0 ? t('purposesAll') : t('purposesCount', { count: options.purposes.length })}
						</span>
					</>
				}
			>
				<div className={styles.folded}>
					<PurposesField t={t} choices={choices} channels={channels} value={options.purposes} onChange={(ids) => set('purposes', ids)} />
				</div>
			</Fold>
			<Fold
				open={wrongConnector || undefined}
				summary={
					<>
						{t(isSigned ? 'senderAndConnector' : 'connector')}{' '}
						{isSigned ? (
							<span className="aside light">{sender ? `${sender.name}, ${sender.address}` : choices.loading ? '…' : t('senderNone')}</span>
						) : null}
					</>
				}
			>
				<div className={styles.folded}>
					{isSigned ? (
						<SenderChoice
							choices={choices}
							sender={sender}
							onAdd={() => make('/connectors/senders', { id: 'new' })}
							onChoose={(id) => set('senderId', id)}
						/>
					) : null}
					<Connectors form={form} choices={choices} />
				</div>
			</Fold>
			<Fold
				open={wrongIn('beginsAt', 'lateAt')}
				summary={
					<>
						{t('when')}{' '}
						<span className="aside light">{options.beginsAt === '' ? t('whenNow') : momentText(options.beginsAt, language)}</span>
					</>
				}
			>
				<When form={form} />
			</Fold>
			<Fold
				open={wrongIn('throttle', 'capMessages', 'capDays')}
				summary={
					<>
						{t('pace')} <span className="aside light">{pace.join(', ')}</span>
					</>
				}
			>
				<Pace form={form} />
			</Fold>
			<Fold open={wrongIn('secondSubject', 'complaintLimit', 'bounceLimit')} summary={t('testAndLimits')}>
				<div className={styles.folded}>
					{goesBy(TITLED) ? (
						<TextField label={t('secondSubject')} hint={t('secondSubjectHint')} optional {...form.getInputProps('options.secondSubject')} />
					) : null}
					<SwitchField label={t('again')} hint={t('againHint')} {...form.getInputProps('options.again', { type: 'checkbox' })} />
					<div className={styles.pair}>
						<TextField label={t('complaintLimit')} inputMode="decimal" {...form.getInputProps('options.complaintLimit')} />
						<TextField label={t('bounceLimit')} inputMode="decimal" {...form.getInputProps('options.bounceLimit')} />
					</div>
					<p className="aside light">{t('limitsHint')}</p>
				</div>
			</Fold>
		</>
	);
}

/** Where the form says what is wrong with a channel's connector. */
const CONNECTORS = 'options.connectors.';

/** It was chosen, and deleted or switched off since: it stays to be seen until another is chosen. */
const isGone = ({ connectors }: Choices, id: string): boolean => id !== '' && !connectors.some((one) => one.id === id);

/** Where a channel has more than one connector, which. */
function Connectors({ form, choices }: OptionsPartProps) {
	const t = useCampaignTexts();
	const say = useSay();
	const { constellation, options } = form.values;
	const codes = Object.keys(constellation).filter((code) => constellation[code] !== '');
	if (codes.length === 0) return <p className="aside light">{t('connectorsLater')}</p>;
	return codes.map((code) => {
		const channel = CHANNELS[Number(code)];
		if (channel === undefined) return null;
		const own = choices.connectors.filter((one) => one.type === KINDS[channel]);
		const value = options.connectors[code] ?? '';
		const gone = isGone(choices, value);
		return (
			<SelectField
				key={code}
				label={t('connectorOf', { channel: say(channelSigns[channel].label) })}
				hint={
					own.length === 0
						? t(channel === 'email' ? 'connectorMailbox' : 'connectorNone')
						: own.length > 1
							? t('connectorWanted')
							: undefined
				}
				optional={own.length < 2}
				clearable
				placeholder={t(own.length === 0 ? 'connectorNoneChosen' : 'connectorOnly')}
				data={[...own.map((one) => ({ value: one.id, label: one.name })), ...(gone ? [{ value, label: t('connectorGone') }] : [])]}
				value={value === '' ? null : value}
				error={form.errors[`${CONNECTORS}${code}`] ?? (gone ? t('connectorGoneWhy') : undefined)}
				onChange={(id) => {
					form.clearFieldError(`${CONNECTORS}${code}`);
					form.setFieldValue('options', { ...options, connectors: { ...options.connectors, [code]: id ?? '' } });
				}}
			/>
		);
	});
}

function When({ form }: { form: Form<Draft> }) {
	const t = useCampaignTexts();
	const { timeZone } = form.values.options;
	const zones = useMemo(() => zonesWith(timeZone), [timeZone]);
	return (
		<div className={styles.folded}>
			<DateField label={t('beginsAt')} hint={t('beginsAtHint')} optional {...form.getInputProps('options.beginsAt')} />
			<DateField label={t('lateAt')} hint={t('lateAtHint')} optional {...form.getInputProps('options.lateAt')} />
			<SelectField label={t('timeZone')} searchable allowDeselect={false} data={zones} {...form.getInputProps('options.timeZone')} />
		</div>
	);
}

function Pace({ form }: { form: Form<Draft> }) {
	const t = useCampaignTexts();
	return (
		<div className={styles.folded}>
			<TextField label={t('throttle')} hint={t('throttleHint')} optional inputMode="numeric" {...form.getInputProps('options.throttle')} />
			<PaceFields
				quiet={form.getInputProps('options.quiet', { type: 'checkbox' })}
				inputOf={(name) => form.getInputProps(`options.${name}`)}
			/>
		</div>
	);
}
