import { CHANNELS } from '@luvalla/contract/channels';
import {
	addConstellation,
	type Constellation,
	changeConstellation,
	channels,
	constellationContents,
	constellations,
	WEBHOOK_CHANNEL,
} from '@luvalla/contract/engagement/constellations';
import { type Content, contents } from '@luvalla/contract/engagement/contents';

import { IconMailForward, IconWorldUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { momentText } from '#portal/lib/dates.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { useLanguage } from '#portal/lib/say.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { ActButton } from '#portal/ui/ActButton.tsx';
import { channelSigns } from '#portal/ui/channels.ts';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { DrawerForm, FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { HintList } from '#portal/ui/hints/HintList.tsx';
import { NextStep } from '#portal/ui/NextStep.tsx';
import { useKitTexts } from '#portal/ui/texts.ts';
import { domainsOf, type NamedDomain, type Place } from '#portal/ui/use-place.ts';
import { useWebhookLabels } from '#portal/ui/webhook/values.ts';
import { WebhookFields } from '#portal/ui/webhook/WebhookFields.tsx';
import { ContentChoice } from './ContentChoice.tsx';
import styles from './constellations.module.css';
import type { ConstellationSearch } from './constellations.search.ts';
import { StateBadges } from './StateBadges.tsx';
import { useConstellationTexts } from './texts.ts';
import { useActs } from './use-acts.ts';
import { initialOf, inputOf, type Values } from './values.ts';

interface ConstellationDrawerProps {
	place: Place;
	search: ConstellationSearch;
	patch: PatchSearch<ConstellationSearch>;
}

/** Add (`?id=new`), or change, publish and try out (`?id=…`). It is read alone: with all its hints. */
export function ConstellationDrawer({ place, search, patch }: ConstellationDrawerProps) {
	const t = useConstellationTexts();
	const kit = useKitTexts();
	const { page, domains, domain } = place;
	const { customerId } = page;
	const { id } = search;
	const isNew = id === 'new';
	const wanted = id !== undefined && !isNew && customerId !== null;
	const scope = { customerId, domainId: null };
	const read = useQuery({
		...asQuery(constellations, { query: { page: 1, size: 1, filter: [`id:${id ?? ''}`] } }, scope),
		enabled: wanted,
	});
	// those it holds come by themselves: a domain may have more contents than are offered at once
	const held = useQuery({ ...asQuery(constellationContents, { params: { id: id ?? '' }, query: {} }, scope), enabled: wanted });
	const row = wanted ? (read.data?.data.find((one) => one.id === id) ?? null) : null;
	const ready = row !== null && held.data !== undefined;
	const first = domain ?? domains[0] ?? null;
	const contentId = search.content ?? '';
	const begun = useQuery({
		...asQuery(contents, { query: { page: 1, size: 10, filter: [`id:${contentId}`] } }, scope),
		enabled: isNew && contentId !== '' && customerId !== null,
	});
	const [content] = isNew && contentId !== '' ? (begun.data?.data ?? []) : [];
	const waits = isNew && contentId !== '' && !begun.data;
	return (
		<FormDrawer
			opened={id !== undefined}
			title={isNew ? t('add') : t('editTitle')}
			thing={row?.title}
			wide
			subtitle={
				row ? (
					<span className={styles.state}>
						{row.title} <StateBadges row={row} />
					</span>
				) : null
			}
			onClose={() => patch({ id: undefined, content: undefined, campaign: undefined })}
			loading={
				isNew
					? first && !waits
						? undefined
						: waits
							? { ...begun, isSuccess: false }
							: domainsOf(place)
					: ready
						? undefined
						: row === null
							? read
							: { ...held, isSuccess: false }
			}
			missing={isNew ? kit('noDomains') : t('missing')}
		>
			{isNew && first && !waits ? (
				<Form
					key={`new ${content?.id ?? ''}`}
					row={null}
					held={content ? [content] : []}
					place={place}
					first={content ? { id: content.domainId, domain: content.domain } : first}
					customerId={customerId}
					search={search}
					patch={patch}
				/>
			) : null}
			{ready && row ? (
				<Form
					key={row.id}
					row={row}
					held={held.data.data}
					place={place}
					first={{ id: row.domainId, domain: row.domain }}
					customerId={customerId}
					search={search}
					patch={patch}
				/>
			) : null}
		</FormDrawer>
	);
}

interface FormProps {
	row: Constellation | null;
	held: readonly Content[];
	place: Place;
	/** The domain it is on, or that a new one begins with. */
	first: NamedDomain;
	customerId: number | null;
	search: ConstellationSearch;
	patch: PatchSearch<ConstellationSearch>;
}

function Form({ row, held, place, first, customerId, search, patch }: FormProps) {
	const t = useConstellationTexts();
	const navigate = useNavigate();
	const acts = useActs(customerId);
	const [content] = held;
	// Of a new one the form names the domain, which may be another than the page's.
	const scope = { customerId, domainId: null };
	const reload = [constellations, constellationContents];
	const add = useCall(addConstellation, { reload, scope });
	const change = useCall(changeConstellation, { reload, scope });
	const hookPart = useWebhookLabels('webHook');
	return (
		<DrawerForm<Values, Constellation>
			initial={initialOf(row, first.id, row === null ? content : undefined)}
			readAt={row?.changedAt}
			schema={addConstellation.body}
			toInput={inputOf}
			labels={{
				title: t('name'),
				channel: t('channel'),
				...(place.page.picker ? { domain: t('domain') } : {}),
				contents: t('contents'),
				uat: t('uat'),
				webHook: t('webhook'),
			}}
			labelOf={hookPart}
			onSave={async (values, _, changedAt) => {
				const body = inputOf(values);
				if (row) return (await change.mutateAsync({ query: {}, body: { ...body, id: row.id, changedAt } })).data;
				const domain = place.domains.find((one) => one.id === values.domain)?.domain ?? first.domain;
				return (await add.mutateAsync({ query: {}, body: { ...body, domain } })).data;
			}}
			saveLabel={t('save')}
			onward={{
				label: t('saveAndPublish'),
				go: (saved) => {
					// What keeps it from being published stands in its own drawer; from there, too, it goes on.
					const stay = () => patch({ id: saved.id, content: undefined });
					const { campaign } = search;
					const use = () => void navigate({ to: '/campaigns', search: { ...place.address, ...usedIn(saved, campaign) } });
					acts.publish(saved, campaign === undefined ? stay : use, stay);
				},
			}}
		>
			{(form) => (
				<>
					<TextField label={t('name')} maxLength={120} {...form.getInputProps('title')} />
					<ChannelField form={form} />
					{row === null && place.page.picker ? (
						<SelectField
							label={t('domain')}
							data={place.domains.map((one) => ({ value: one.id, label: one.domain }))}
							allowDeselect={false}
							{...form.getInputProps('domain')}
							onChange={(id) => id !== null && form.setValues({ domain: id, contents: [] })}
						/>
					) : null}
					<ContentChoice
						held={held}
						channel={form.values.channel}
						domain={form.values.domain}
						customerId={customerId}
						chosen={form.values.contents}
						error={form.getInputProps('contents').error}
						onChange={(ids) => form.setFieldValue('contents', ids)}
					/>
					{Number(form.values.channel) === WEBHOOK_CHANNEL ? <HookPart form={form} /> : null}
					<AreaField label={t('uat')} hint={t('uatHint')} optional minRows={2} maxLength={2000} {...form.getInputProps('uat')} />
					{row ? <Acts row={row} dirty={form.isDirty()} customerId={customerId} place={place} campaign={search.campaign} /> : null}
				</>
			)}
		</DrawerForm>
	);
}

/** What the page of campaigns is asked for, so that a campaign, or a new one, takes this. */
const usedIn = ({ id, channel }: Constellation, campaign: string | undefined): Record<string, string> => ({
	id: campaign ?? 'new',
	constellation: id,
	channel: String(channel),
});

type FormOf = Parameters<Parameters<typeof DrawerForm<Values>>[0]['children']>[0];

/** The seven channels; which of them can be sent by yet is the server's to say. */
function ChannelField({ form }: { form: FormOf }) {
	const t = useConstellationTexts();
	const language = useLanguage();
	const lookup = useQuery({ ...asQuery(channels, {}), staleTime: Number.POSITIVE_INFINITY });
	const known = lookup.data?.data ?? [];
	const code = form.values.channel;
	const canSend = known.find((one) => one.code === Number(code))?.canSend ?? true;
	const { error, ...field } = form.getInputProps('channel');
	// also where the look-up answers with none
	const nameless = lookup.isError
		? lookup.error.message
		: lookup.data && known.length === 0
			? fixedText(channels.failure, language)
			: undefined;
	return (
		<SelectField
			label={t('channel')}
			hint={!canSend ? t('cannotSend') : CHANNELS[Number(code)] === 'leaflet' ? t('leafletHint') : t('channelHint')}
			data={CHANNELS.map((one, n) => ({
				value: String(n),
				label: one === 'leaflet' ? t('leafletName') : channelSigns[one].label[language],
			}))}
			allowDeselect={false}
			{...field}
			error={error ?? nameless}
			onChange={(chosen) => chosen !== null && chosen !== code && form.setValues({ channel: chosen, contents: [] })}
		/>
	);
}

/** Where messages of the webhook channel go. */
function HookPart({ form }: { form: FormOf }) {
	const t = useConstellationTexts();
	return (
		<fieldset className="fieldset">
			<legend className={styles.legend}>{t('webhook')}</legend>
			<p className={styles.text}>{t('webhookHint')}</p>
			<WebhookFields form={form} at="webHook" />
		</fieldset>
	);
}

/** What keeps it from being published; publishing it, and sending it to those who try it out. */
interface ActsProps {
	row: Constellation;
	dirty: boolean;
	customerId: number | null;
	place: Place;
	campaign: string | undefined;
}

function Acts({ row, dirty, customerId, place, campaign }: ActsProps) {
	const t = useConstellationTexts();
	const language = useLanguage();
	const acts = useActs(customerId);
	const errors = row.hints.filter(({ level }) => level === 'error');
	const several = new Set(row.hints.flatMap((hint) => hint.language ?? [])).size > 1;
	return (
		<section className={styles.acts} aria-label={t('before')}>
			<h3 className={styles.legend}>{t('before')}</h3>
			{row.version !== null && row.publishedAt !== null ? (
				<p className={styles.text}>{t('versionOf', { version: row.version, when: momentText(row.publishedAt, language) })}</p>
			) : null}
			{row.hints.length === 0 ? <p className={styles.text}>{t('allSet')}</p> : <HintList hints={row.hints} several={several} />}
			<div className="wrap-8">
				<ActButton
					variant="default"
					sign={IconMailForward}
					loading={acts.trying}
					disabled={row.uat.trim() === '' || dirty}
					aria-describedby="uat-why"
					onClick={() => acts.tryOut(row)}
				>
					{t('sendUat')}
				</ActButton>
				<ActButton
					variant="default"
					data-strong
					sign={IconWorldUpload}
					loading={acts.publishing}
					disabled={errors.length > 0 || dirty}
					aria-describedby="uat-why"
					onClick={() => acts.publish(row)}
				>
					{row.version === null ? t('publishVerb') : t('publishAgain')}
				</ActButton>
			</div>
			<p id="uat-why" className={styles.text}>
				{dirty ? t('saveFirst') : row.uat.trim() === '' ? t('uatFirst') : ''}
			</p>
			{row.version !== null && !dirty ? (
				<NextStep
					said={t('publishedNow')}
					steps={[
						{
							label: campaign ? t('toItsCampaign') : t('toCampaign'),
							to: '/campaigns',
							search: { ...place.address, ...usedIn(row, campaign) },
						},
					]}
				/>
			) : null}
		</section>
	);
}
