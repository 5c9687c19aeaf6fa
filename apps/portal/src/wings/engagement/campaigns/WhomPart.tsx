import { CHANNELS } from '@luvalla/contract/channels';
import type { Campaign } from '@luvalla/contract/engagement/campaigns';
import { STATUS } from '@luvalla/contract/engagement/status-numbers';
import type { Audience } from '@luvalla/contract/profiles/audiences';

import { IconPencil, IconPlus, IconStack2, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import type { Scope } from '#portal/lib/client.ts';
import { useSay } from '#portal/lib/say.ts';
import { ActButton } from '#portal/ui/ActButton.tsx';
import { useAudiences } from '#portal/ui/audiences/use-audiences.ts';
import { channelSigns } from '#portal/ui/channels.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { SelectField } from '#portal/ui/form/fields.tsx';
import type { Form } from '#portal/ui/form/use-form.ts';
import styles from './campaigns.module.css';
import type { Draft } from './draft.ts';
import { useCampaignTexts } from './texts.ts';
import type { Choices } from './use-choices.ts';

interface PartProps {
	form: Form<Draft>;
	choices: Choices;
}

/** Saves what is written of the campaign, and makes what it lacks at another page, which leads back. */
export type Make = (to: string, search?: Record<string, string>) => void;

/** What is said, one constellation a channel, and to whom. */
export function WhomPart({ form, choices, scope, row, make }: PartProps & { scope: Scope; row: Campaign | null; make: Make }) {
	const t = useCampaignTexts();
	const say = useSay();
	const [more, setMore] = useState(false);
	const chosen = form.values.constellation;
	const offered = CHANNELS.map((channel, code) => ({
		channel,
		code: String(code),
		options: choices.constellations.filter((one) => one.channel === code).map((one) => ({ value: one.id, label: one.title })),
	}));
	// Channels of which there is something to choose, and what the campaign holds though it is no longer published.
	const shown = offered.filter(({ code, options }) => options.length > 0 || (chosen[code] ?? '') !== '');
	const few = shown.filter(({ code }, n) => n === 0 || (chosen[code] ?? '') !== '');
	const visible = more ? shown : few;
	const held = form.values.audienceIdFK;
	const titleOf = ({ status, title }: Audience): string => (status === STATUS.approved ? title : t('notApproved', { title }));
	const list = useAudiences(scope, held === '' ? undefined : held, titleOf);
	const audience = list.rows.map((one) => ({ value: one.id, label: titleOf(one) }));
	if (held !== '' && list.held.isSuccess && !list.chosen) audience.push({ value: held, label: t('audienceElsewhere') });
	const { loading } = choices;
	if (list.isError) return <Failed sentence={t('choicesFailed')} query={list.first} />;
	if (loading?.isError) return <Failed sentence={t('choicesFailed')} query={loading} />;
	return (
		<>
			<fieldset className={styles.set}>
				<legend>{t('constellations')}</legend>
				{visible.map(({ channel, code, options }) => {
					const value = chosen[code] ?? '';
					const gone = value !== '' && !options.some((one) => one.value === value);
					return (
						<SelectField
							key={code}
							label={say(channelSigns[channel].label)}
							optional
							clearable
							placeholder={t('chooseConstellation')}
							data={gone ? [...options, { value, label: t('notPublished') }] : options}
							value={value === '' ? null : value}
							onChange={(id) => form.setFieldValue('constellation', { ...chosen, [code]: id ?? '' })}
						/>
					);
				})}
				{shown.length === 0 ? <p className="aside light">{choices.loading ? '…' : t('noConstellations')}</p> : null}
				<div className="wrap-8">
					<ActButton variant="default" size="xs" sign={IconPencil} onClick={() => make('/contents/new')}>
						{t('writeLetter')}
					</ActButton>
					<ActButton variant="default" size="xs" sign={IconStack2} onClick={() => make('/constellations', { id: 'new' })}>
						{t('fromContents')}
					</ActButton>
					{visible.length < shown.length ? (
						<ActButton variant="default" size="xs" sign={IconPlus} onClick={() => setMore(true)}>
							{t('otherChannels')}
						</ActButton>
					) : null}
				</div>
			</fieldset>
			<SelectField
				label={t('audience')}
				hint={[t('audienceHint'), list.hint].filter(Boolean).join(' ')}
				placeholder={t('chooseAudience')}
				searchable
				clearable
				data={audience}
				{...list.searched}
				value={held === '' ? null : held}
				onChange={(id) => form.setFieldValue('audienceIdFK', id ?? '')}
				nothingFoundMessage={row === null && audience.length === 0 ? t('noAudiences') : undefined}
			/>
			<ActButton variant="default" size="xs" className={styles.left} sign={IconUsersGroup} onClick={() => make('/audiences/new')}>
				{t('makeAudience')}
			</ActButton>
		</>
	);
}
