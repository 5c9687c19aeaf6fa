import { CHANNELS, channelAt } from '@luvalla/contract/channels';
import {
	addTriggered,
	changeTriggered,
	JOURNEY_ASKS,
	type Triggered,
	triggeredSend,
	triggeredSends,
} from '@luvalla/contract/engagement/journeys';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { momentText } from '#portal/lib/dates.ts';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { channelSigns } from '#portal/ui/channels.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { Fold } from '#portal/ui/Fold.tsx';
import { DrawerForm, FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import type { Form } from '#portal/ui/form/use-form.ts';
import { useKitTexts } from '#portal/ui/texts.ts';
import { domainsOf, type NamedDomain, type Place } from '#portal/ui/use-place.ts';
import styles from '../campaigns.module.css';
import { NamePart } from '../NamePart.tsx';
import { PaceFields, useHours } from '../PaceFields.tsx';
import { PurposesField, unfitOf } from '../permission-fields.tsx';
import { SenderChoice } from '../SenderChoice.tsx';
import { useCampaignTexts } from '../texts.ts';
import { type Choices, useChoices } from '../use-choices.ts';
import { zonesWith } from '../zones.ts';
import { bodyOf, checkOf, type Draft, draftOf, KINDS, onAnotherDomain, UNITS } from './draft.ts';
import { TriggeredBadge } from './TriggeredBadge.tsx';
import { useTriggeredTexts } from './texts.ts';

interface JourneyDrawerProps {
	opened: boolean;
	/** Null: a new one. */
	row: Triggered | null;
	place: Place;
	/** One that was made for it, and stands in its form. */
	sender?: string | undefined;
	/** Of one that is still being read. */
	loading?: Parameters<typeof FormDrawer>[0]['loading'];
	onClose: () => void;
}

/** A triggered send, or a new one. */
export function JourneyDrawer({ opened, row, place, sender, loading, onClose }: JourneyDrawerProps) {
	const t = useTriggeredTexts();
	const kit = useKitTexts();
	const first = row ? { id: row.domainId, domain: row.domain } : (place.domain ?? place.domains[0] ?? null);
	return (
		<FormDrawer
			opened={opened}
			title={row?.title ?? (loading ? t('edit') : t('add'))}
			subtitle={row ? <TriggeredBadge of={row} /> : null}
			thing={row?.title}
			wide
			onClose={onClose}
			loading={loading ?? (first ? undefined : domainsOf(place))}
			missing={loading ? t('missing') : kit('noDomains')}
		>
			{first && !loading ? <JourneyForm key={row?.id ?? 'new'} row={row} first={first} place={place} sender={sender} /> : null}
		</FormDrawer>
	);
}

interface PartProps {
	form: Form<Draft>;
	choices: Choices;
}

interface JourneyFormProps {
	row: Triggered | null;
	first: NamedDomain;
	place: Place;
	sender: string | undefined;
}

function JourneyForm({ row, first, place, sender }: JourneyFormProps) {
	const t = useTriggeredTexts();
	const ofCampaigns = useCampaignTexts();
	const navigate = useNavigate();
	const [domain, setDomain] = useState(first);
	const scope = { customerId: place.page.customerId, domainId: domain.id };
	const choices = useChoices(scope);
	const language = useLanguage();
	const initial = draftOf(row);
	const brings = sender !== undefined;
	const reload = [triggeredSends, triggeredSend];
	const add = useCall(addTriggered, { reload, scope });
	const change = useCall(changeTriggered, { reload, scope });
	const send = async (draft: Draft, _: unknown, lastUpdatedAt: string | undefined): Promise<Triggered> => {
		const body = bodyOf(draft, row, choices.usualSender?.id ?? null);
		const kept = row
			? change.mutateAsync({ params: { id: row.id }, query: {}, body: { ...body, lastUpdatedAt } })
			: add.mutateAsync({ query: {}, body: { ...body, domain: domain.domain } });
		return (await kept).data;
	};
	return (
		<DrawerForm<Draft, Triggered>
			initial={initial}
			begins={brings ? { ...initial, senderId: sender } : undefined}
			readAt={row?.lastUpdatedAt}
			schema={checkOf(t)}
			labels={{
				title: t('name'),
				kind: t('kind'),
				purposeId: t('purpose'),
				segmentId: t('segment'),
				type: t('type'),
				attribute: t('attribute'),
				day: t('day'),
				days: t('days'),
				isYearly: t('isYearly'),
				hour: t('hour'),
				again: t('again'),
				againDays: t('againDays'),
				delay: t('delay'),
				delayUnit: t('unit'),
				first: t('first'),
				more: t('more'),
				wait: t('wait'),
				waitUnit: t('unit'),
				ask: t('ask'),
				askSegment: t('segment'),
				yes: t('yes'),
				neither: t('neither'),
				purposes: t('purposes'),
				senderId: ofCampaigns('sender'),
				quiet: ofCampaigns('quiet'),
				quietFrom: ofCampaigns('quietFrom'),
				quietTo: ofCampaigns('quietTo'),
				capMessages: ofCampaigns('capMessages'),
				capDays: ofCampaigns('capDays'),
				timeZone: ofCampaigns('timeZone'),
			}}
			nothing={addTriggered.invalid}
			onSave={send}
			saveLabel={t('save')}
			onward={
				row
					? undefined
					: { label: t('saveAndOpen'), go: ({ id }) => void navigate({ to: `/campaigns/triggered/${id}`, search: place.address }) }
			}
		>
			{(form, saveAnd) => {
				const addSender = () => {
					const go = ({ id }: Pick<Triggered, 'id'>) =>
						void navigate({ to: '/connectors/senders', search: { ...place.address, domain: domain.id, id: 'new', triggered: id } });
					if (row && !brings && !form.isDirty()) return go(row);
					// Nothing that was written is lost on the way.
					if (form.getValues().title.trim() === '') form.setFieldValue('title', t('unnamed', { when: momentText(new Date(), language) }));
					saveAnd(go);
				};
				return (
					<>
						{row?.state === 'running' ? <p className={styles.note}>{t('runsNow')}</p> : null}
						<NamePart label={t('name')} form={form} row={row} place={place} domain={[domain, setDomain]} without={onAnotherDomain} />
						{choices.loading?.isError ? (
							<Failed sentence={t('choicesFailed')} error={choices.loading.error} onRetry={() => void choices.loading?.refetch()} />
						) : (
							<>
								<Happens form={form} choices={choices} />
								<Says form={form} choices={choices} />
								<div className={styles.folds}>
									<Permission form={form} choices={choices} onAddSender={addSender} />
									<Pace form={form} />
								</div>
							</>
						)}
					</>
				);
			}}
		</DrawerForm>
	);
}

/** What has to happen to somebody, and how often it counts. */
function Happens({ form, choices }: PartProps) {
	const t = useTriggeredTexts();
	const hours = useHours();
	const { kind, day, again } = form.values;
	const segments = choices.allSegments.map((one) => ({ value: one.id, label: one.name }));
	return (
		<fieldset className={styles.set}>
			<legend>{t('happens')}</legend>
			<SelectField
				label={t('kind')}
				allowDeselect={false}
				data={KINDS.map((value) => ({ value, label: t(`kind_${value}`) }))}
				{...form.getInputProps('kind')}
			/>
			{kind === 'consent' ? (
				<SelectField
					label={t('purpose')}
					placeholder={t('needPurpose')}
					hint={t('purposeHint')}
					searchable
					allowDeselect={false}
					data={choices.purposes.map((one) => ({ value: one.id, label: one.name }))}
					{...form.getInputProps('purposeId')}
				/>
			) : null}
			{kind === 'joined' || kind === 'left' ? (
				<SelectField label={t('segment')} searchable allowDeselect={false} data={segments} {...form.getInputProps('segmentId')} />
			) : null}
			{kind === 'event' ? <TextField label={t('type')} hint={t('typeHint')} maxLength={100} {...form.getInputProps('type')} /> : null}
			{kind === 'date' ? (
				<>
					<TextField label={t('attribute')} hint={t('attributeHint')} maxLength={100} {...form.getInputProps('attribute')} />
					<div className={styles.pair}>
						<SelectField
							label={t('day')}
							allowDeselect={false}
							data={(['on', 'before', 'after'] as const).map((value) => ({ value, label: t(`day_${value}`) }))}
							{...form.getInputProps('day')}
						/>
						{day === 'on' ? null : <TextField label={t('days')} inputMode="numeric" {...form.getInputProps('days')} />}
						<SelectField label={t('hour')} allowDeselect={false} data={hours} {...form.getInputProps('hour')} />
					</div>
					<SwitchField label={t('isYearly')} {...form.getInputProps('isYearly', { type: 'checkbox' })} />
				</>
			) : null}
			<div className={styles.pair}>
				<SelectField
					label={t('again')}
					allowDeselect={false}
					data={(['once', 'again'] as const).map((value) => ({ value, label: t(`again_${value}`) }))}
					{...form.getInputProps('again')}
				/>
				{again === 'again' ? <TextField label={t('againDays')} inputMode="numeric" {...form.getInputProps('againDays')} /> : null}
			</div>
		</fieldset>
	);
}

/** The messages, and the wait between them. */
function Says({ form, choices }: PartProps) {
	const t = useTriggeredTexts();
	const { more, ask } = form.values;
	const segments = choices.allSegments.map((one) => ({ value: one.id, label: one.name }));
	return (
		<fieldset className={styles.set}>
			<legend>{t('says')}</legend>
			<Message form={form} choices={choices} path="first" label={t('first')} />
			{!choices.loading && choices.constellations.length === 0 ? <p className="aside light">{t('noMessages')}</p> : null}
			<Span form={form} path="delay" unit="delayUnit" label={t('delay')} />
			<SwitchField label={t('more')} hint={t('moreHint')} {...form.getInputProps('more', { type: 'checkbox' })} />
			{more ? (
				<>
					<Span form={form} path="wait" unit="waitUnit" label={t('wait')} />
					<SelectField
						label={t('ask')}
						allowDeselect={false}
						data={(['none', ...JOURNEY_ASKS] as const).map((value) => ({ value, label: t(`ask_${value}`) }))}
						{...form.getInputProps('ask')}
					/>
					{ask === 'joined' ? (
						<SelectField label={t('segment')} searchable allowDeselect={false} data={segments} {...form.getInputProps('askSegment')} />
					) : null}
					{ask === 'none' ? null : <Message form={form} choices={choices} path="yes" label={t('yes')} optional />}
					<Message
						form={form}
						choices={choices}
						path="neither"
						label={t(ask === 'none' ? 'thenSend' : 'neither')}
						optional={ask !== 'none'}
					/>
				</>
			) : null}
		</fieldset>
	);
}

/** A published constellation, under the channel it is sent by. */
function Message({
	form,
	choices,
	path,
	label,
	optional = false,
}: PartProps & { path: 'first' | 'yes' | 'neither'; label: string; optional?: boolean }) {
	const t = useTriggeredTexts();
	const say = useSay();
	const value = form.values[path];
	const groups = CHANNELS.flatMap((channel, code) => {
		const items = choices.constellations.filter((one) => one.channel === code).map((one) => ({ value: one.id, label: one.title }));
		return items.length === 0 ? [] : [{ group: say(channelSigns[channel].label), items }];
	});
	return (
		<SelectField
			label={label}
			searchable
			clearable={optional}
			allowDeselect={false}
			placeholder={optional ? t('nothingMore') : t('chooseMessage')}
			data={groups}
			{...form.getInputProps(path)}
			value={value === '' ? null : value}
			onChange={(id: string | null) => form.setFieldValue(path, id ?? '')}
		/>
	);
}

/** A number and its unit. */
function Span({ form, path, unit, label }: { form: Form<Draft>; path: 'delay' | 'wait'; unit: 'delayUnit' | 'waitUnit'; label: string }) {
	const t = useTriggeredTexts();
	return (
		<div className={styles.pair}>
			<TextField label={label} inputMode="numeric" {...form.getInputProps(path)} />
			<SelectField
				label={t('unit')}
				allowDeselect={false}
				data={UNITS.map((value) => ({ value, label: t(`unit_${value}`) }))}
				{...form.getInputProps(unit)}
			/>
		</div>
	);
}

function Permission({ form, choices, onAddSender }: PartProps & { onAddSender: () => void }) {
	const t = useTriggeredTexts();
	const { senderId, purposes, first, more, yes, neither, ask } = form.values;
	const sent = [first, ...(more ? [neither, ...(ask === 'none' ? [] : [yes])] : [])].filter((id) => id !== '');
	const known = sent.flatMap((id) => choices.constellations.find((one) => one.id === id) ?? []);
	// One that is no longer published does not say by which channel it goes.
	const channels = known.length < sent.length ? [] : known.map((one) => channelAt(one.channel));
	const sender = choices.senders.find(({ id }) => id === senderId) ?? choices.usualSender;
	return (
		<Fold
			open={unfitOf(choices, channels, purposes).length > 0 || undefined}
			summary={
				<>
					{t('permission')}{' '}
					<span className="aside light">{sender ? `${sender.name}, ${sender.address}` : choices.loading ? '…' : t('senderNone')}</span>
				</>
			}
		>
			<div className={styles.folded}>
				<PurposesField
					t={t}
					choices={choices}
					channels={channels}
					value={purposes}
					onChange={(ids) => form.setFieldValue('purposes', ids)}
				/>
				<SenderChoice choices={choices} sender={sender} onAdd={onAddSender} onChoose={(id) => form.setFieldValue('senderId', id)} />
			</div>
		</Fold>
	);
}

function Pace({ form }: { form: Form<Draft> }) {
	const t = useTriggeredTexts();
	const { timeZone } = form.values;
	const zones = useMemo(() => zonesWith(timeZone), [timeZone]);
	return (
		<Fold
			open={form.errors.capMessages !== undefined || form.errors.capDays !== undefined || undefined}
			summary={
				<>
					{t('pace')} <span className="aside light">{timeZone}</span>
				</>
			}
		>
			<div className={styles.folded}>
				<PaceFields quiet={form.getInputProps('quiet', { type: 'checkbox' })} inputOf={(name) => form.getInputProps(name)} />
				<SelectField label={t('timeZone')} searchable allowDeselect={false} data={zones} {...form.getInputProps('timeZone')} />
			</div>
		</Fold>
	);
}
