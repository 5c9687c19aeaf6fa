/** The editor: what is written at the left, what somebody gets of it at the right. */
import { PRINTED } from '@luvalla/contract/channels';
import type { ContentType } from '@luvalla/contract/engagement/content-types';
import { type Content, contentFields, contents, copyContent, type Hint, MOST_TEXT } from '@luvalla/contract/engagement/contents';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowRight, IconCopy, IconDeviceFloppy, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { relativeText } from '#portal/lib/dates.ts';
import { late } from '#portal/lib/late.tsx';
import { useLanguage } from '#portal/lib/say.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { usePerson as useSessionPerson } from '#portal/lib/use-session.ts';
import { ActButton } from '#portal/ui/ActButton.tsx';
import { ContentOff } from '#portal/ui/ContentOff.tsx';
import { DraftDomain, type DraftPlace } from '#portal/ui/form/DraftScreen.tsx';
import layout from '#portal/ui/form/draft-page.module.css';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { DraftGuard } from '#portal/ui/form/LeaveGuard.tsx';
import { Meanwhile } from '#portal/ui/form/Meanwhile.tsx';
import { HintList } from '#portal/ui/hints/HintList.tsx';
import { promptOf } from '#portal/ui/hints/said.ts';
import { useHintTexts } from '#portal/ui/hints/texts.ts';
import { NumberedStatus, statusKeyOf } from '#portal/ui/NumberedStatus.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { useNow } from '#portal/ui/times.tsx';
import { Body } from './Body.tsx';
import { BringTemplate } from './BringTemplate.tsx';
import { type Draft, isNothing, type Mode, placedOf } from './draft.ts';
import styles from './editor.module.css';
import { FieldText } from './FieldText.tsx';
import { Hero } from './Hero.tsx';
import { kindOf, kindOptions, kindText } from './kinds.ts';
import { Languages } from './Languages.tsx';
import { withField } from './liquid.ts';
import { type Fields, unknownIn } from './offer.ts';
import { PlainPart } from './PlainPart.tsx';
import { Preview } from './Preview.tsx';
import { useContentTexts } from './texts.ts';
import { useEditing } from './use-editing.ts';
import { usePerson } from './use-person.ts';
import { usePreview } from './use-preview.ts';
import { useTextSenders } from './use-text-senders.ts';
import { useUpload } from './use-upload.ts';

// A letter, which most contents are, has none of these.
const Placed = late(() => import('./Placed.tsx').then((module) => module.Placed));
const SmsPrice = late(() => import('./SmsPrice.tsx').then((module) => module.SmsPrice));
const SmsWays = late(() => import('./SmsWays.tsx').then((module) => module.SmsWays));

interface Search {
	customer?: number | undefined;
	language?: string | undefined;
	as?: string | undefined;
	audience?: string | undefined;
	campaign?: string | undefined;
}

interface EditorProps extends DraftPlace {
	/** Null: not saved yet. */
	stored: Content | null;
	search: Search;
	patch: PatchSearch<Search>;
}

/** Ways the body of a kind may be written. */
const modesOf = (types: readonly ContentType[]): Mode[] => [
	...(types.includes('body') ? (['rich'] as const) : []),
	...(types.includes('rawhtml') ? (['html', 'mjml'] as const) : []),
];

const NONE: ReadonlySet<string> = new Set();

export function Editor({ stored, domain, customerId, search, patch, pick }: EditorProps) {
	const t = useContentTexts();
	const said = useHintTexts();
	const language = useLanguage();
	const navigate = useNavigate();
	const scope = useMemo(() => ({ customerId, domainId: domain.id }), [customerId, domain.id]);
	const editing = useEditing(stored, domain, scope);
	const { title, draft, edit, write, row, wrong, asked, unsaved, busy, dirty, save } = editing;
	const kind = kindOf(draft.contentType);
	const current = search.language !== undefined && draft.controls[search.language] ? search.language : draft.language;
	const controls = draft.controls[current] ?? {};
	const person = usePerson(search.as, (as) => patch({ as }, { replace: true }), scope);
	const preview = usePreview(draft, current, search.as ?? null, scope);
	const offered = useQuery({ ...asQuery(contentFields, { query: { person: search.as } }, scope), staleTime: 60_000 });
	const upload = useUpload(scope);
	const copy = useCall(copyContent, { reload: [contents], scope });
	const [left, setLeft] = useState<ReadonlySet<string>>(NONE);
	/** Changes when a text was changed from outside its editor. */
	const [version, setVersion] = useState(0);
	const now = useNow(10_000);

	const made = preview.data?.data;
	const begun = !isNothing(draft) && Object.values(draft.controls).some((one) => Object.values(one).some((text) => text !== ''));
	const hints = (made?.hints ?? row?.hints ?? []).filter(
		({ control }) => kind.channel !== null || control === null || kind.types.includes(control),
	);
	const all = offered.data?.data;
	// as soon as it is written; what the server says besides comes a moment later
	const unknownText = [
		...new Set([
			...hints.flatMap(({ code, detail }) => (code === 'unknown_field' ? [detail] : [])),
			...Object.values(controls).flatMap((one) => unknownIn(one ?? '', all ?? [])),
		]),
	].join('\n');
	const fields: Fields = useMemo(
		() => ({
			all: all ?? [],
			name: person.current?.name ?? null,
			unknown: unknownText === '' ? NONE : new Set(unknownText.split('\n')),
		}),
		[all, person.current?.name, unknownText],
	);
	const missing = (control: ContentType): string | undefined =>
		(asked || left.has(`${current} ${control}`)) &&
		// what was written since is not missing, whatever the last answer said
		(controls[control] ?? '').trim() === '' &&
		hints.some((hint) => hint.code === 'missing' && hint.control === control && hint.language === current)
			? promptOf(said, control)
			: undefined;
	const leave = (control: ContentType) => () => setLeft((before) => new Set([...before, `${current} ${control}`]));
	const use = ({ detail, instead, language: of, control }: Hint) => {
		const where = of ?? current;
		const text = control === null ? undefined : draft.controls[where]?.[control];
		if (control === null || instead === null || text === undefined) return;
		write(where, { [control]: withField(text, detail, instead) });
		setVersion(version + 1);
	};
	const modes = modesOf(kind.types);
	const order = [draft.language, ...Object.keys(draft.controls).filter((one) => one !== draft.language)];
	const several = order.length > 1;
	const kindName = kindText(t, draft.contentType, language);
	const { isAdmin } = useSessionPerson();
	const address: Record<string, string> = pick ? { customer: String(customerId ?? '') } : {};
	const place: Record<string, string> = isAdmin ? { customer: String(customerId ?? ''), domain: domain.id } : {};
	const approved = row !== null && statusKeyOf(row.status) === 'approved' && !dirty;
	const text = (part: Partial<Draft['controls'][string]>) => write(current, part);
	const letter = kind.channel === 'email' || (kind.channel === null && kind.types.includes('subject'));
	const subject = preview.rendered?.subject ?? null;
	const texting = useTextSenders(scope, kind.channel === 'sms');
	const from = texting.data?.data.connectors[0]?.senders[0]?.from ?? domain.domain;
	// The preview stands first there: what it costs goes below what is written.
	const narrow = useMediaQuery('(max-width: 74.99em)', false, { getInitialValueInEffect: false });
	const cost =
		kind.channel === 'sms' ? (
			<SmsPrice
				draft={draft}
				audience={search.audience}
				onAudience={(audience) => patch({ audience }, { replace: true })}
				scope={scope}
				place={place}
			/>
		) : null;
	return (
		<div className={layout.page}>
			<div className={layout.bar}>
				<PageHeader
					title={draft.title.trim() === '' ? t('newTitle') : draft.title}
					crumbs={[{ label: t('contents'), to: '/contents', search: address }, { label: stored ? stored.title : t('newTitle') }]}
					badge={<NumberedStatus status={row?.status ?? 0} />}
					actions={
						<>
							{pick?.page.picker}
							{row ? (
								<ActButton
									variant="default"
									sign={IconCopy}
									loading={copy.isPending}
									onClick={() =>
										unsaved.leave(() =>
											copy.mutate(
												{ params: { id: row.id }, query: {} },
												{ onSuccess: ({ data }) => void navigate({ to: '/contents/$id', params: { id: data.id }, search: address }) },
											),
										)
									}
								>
									{t('copy')}
								</ActButton>
							) : null}
							<ActButton
								variant="default"
								data-strong
								sign={IconDeviceFloppy}
								loading={busy === 'draft'}
								disabled={busy === 'approve'}
								aria-keyshortcuts="Control+S"
								onClick={() => void save('draft')}
							>
								{t('saveDraft')}
							</ActButton>
							{approved && row ? (
								<Button
									rightSection={<IconArrowRight size={16} stroke={1.75} aria-hidden="true" />}
									renderRoot={(props: object) => (
										<Link
											{...props}
											to="/constellations"
											search={{ ...place, id: 'new', content: row.id, ...(search.campaign ? { campaign: search.campaign } : {}) }}
										/>
									)}
								>
									{t('toConstellation')}
								</Button>
							) : (
								<ActButton
									sign={IconRosetteDiscountCheck}
									loading={busy === 'approve'}
									disabled={busy === 'draft'}
									onClick={() => void save('approve')}
								>
									{t('approveVerb')}
								</ActButton>
							)}
						</>
					}
				/>
				<p className={layout.meta}>
					{kindName} · {domain.domain} · {row ? t('saved', { when: relativeText(row.changedAt, now, language) }) : t('notSaved')}
				</p>
			</div>
			<div className={layout.editor}>
				<div className={styles.form}>
					<ContentOff />
					<Meanwhile {...editing.meanwhile} />
					<div className={styles.facts} data-two={stored === null ? '' : undefined}>
						<TextField
							ref={title}
							label={t('name')}
							maxLength={120}
							value={draft.title}
							error={wrong?.sentence}
							onChange={({ currentTarget }) => edit({ title: currentTarget.value })}
						/>
						{row === null ? (
							<SelectField
								label={t('type')}
								data={kindOptions(t, language)}
								value={draft.contentType}
								allowDeselect={false}
								onChange={(chosen) => {
									if (chosen === null) return;
									const [first = 'rich'] = modesOf(kindOf(chosen).types);
									edit({ contentType: chosen, mode: first });
								}}
							/>
						) : null}
						{pick && row === null ? <DraftDomain label={t('domain')} domain={domain} pick={pick} /> : null}
					</div>
					{row === null && (letter || kind.channel === null) && kind.types.includes('rawhtml') ? (
						<BringTemplate
							scope={scope}
							onBrought={(rawhtml, name) => {
								edit({ mode: 'html', ...(draft.title.trim() === '' && { title: name.slice(0, 120) }) });
								text({ rawhtml });
								setVersion(version + 1);
							}}
						/>
					) : null}
					<Languages
						written={order}
						current={current}
						main={draft.language}
						hints={begun ? hints : []}
						onChoose={(one) => patch({ language: one === draft.language ? undefined : one }, { replace: true })}
						onAdd={(one) => {
							edit({ controls: { ...draft.controls, [one]: {} } });
							patch({ language: one }, { replace: true });
						}}
						onMain={(one) => edit({ language: one })}
						onRemove={(one) => {
							edit({ controls: Object.fromEntries(Object.entries(draft.controls).filter(([name]) => name !== one)) });
							patch({ language: undefined }, { replace: true });
						}}
					/>
					{kind.channel === 'web' ? (
						<Placed key={row?.id ?? 'new'} value={draft.placement} onChange={(placement) => edit({ placement })} />
					) : null}
					{kind.types.includes('subject') ? (
						<FieldText
							label={t('subject')}
							beside={
								subject === null || subject === '' ? null : (
									<span>
										{person.current
											? t('charactersFor', { count: [...subject].length, name: person.current.name.split(' ')[0] ?? '' })
											: t('characters', { count: [...subject].length })}
									</span>
								)
							}
							value={controls.subject ?? ''}
							error={missing('subject')}
							fields={fields}
							maxLength={1000}
							lang={current}
							onChange={(value) => text({ subject: value })}
							onBlur={leave('subject')}
						/>
					) : null}
					{kind.types.includes('heroimage') && !(draft.mode !== 'rich' && kind.types.includes('rawhtml')) ? (
						<Hero controls={controls} error={missing('heroimage')} upload={upload} onChange={text} onBlur={leave('heroimage')} />
					) : null}
					{modes.length > 0 ? (
						<Body
							controls={controls}
							mode={modes.includes(draft.mode) ? draft.mode : (modes[0] ?? 'rich')}
							modes={modes}
							label={t('body')}
							lang={current}
							error={missing('body')}
							fields={fields}
							hints={hints.filter((hint) => hint.language === current)}
							version={version + editing.meanwhile.shown}
							onMode={(mode) => edit({ mode })}
							onChange={text}
							onBlur={leave('body')}
							onPicture={upload.send}
						/>
					) : null}
					{kind.types.includes('simpletext') ? (
						<PlainPart
							value={(controls.simpletext ?? '').slice(0, MOST_TEXT)}
							ofBody={kind.channel === 'email'}
							made={preview.madeText}
							sms={preview.rendered?.sms ?? null}
							note={
								kind.channel === 'mobile'
									? t('pushHint')
									: kind.channel === 'web'
										? t(draft.placement ? 'siteHint' : 'webHint')
										: kind.channel === 'webhook'
											? t('jsonHint', { field: '{{ person.first_name }}' })
											: undefined
							}
							error={missing('simpletext')}
							fields={fields}
							lang={current}
							onChange={(simpletext) => text({ simpletext })}
							onBlur={leave('simpletext')}
						/>
					) : null}
					{kind.channel === 'sms' ? <SmsWays scope={scope} address={address} /> : null}
					{narrow ? cost : null}
					<section className={styles.ready} aria-label={t('ready')}>
						<h2>{t('ready')}</h2>
						{row && !approved && hints.some(({ code }) => code === 'missing') ? <p className={styles.quiet}>{t('keptAsDraft')}</p> : null}
						{!begun && row === null ? (
							<p className={styles.quiet}>{t('nothingYet')}</p>
						) : hints.length === 0 && !preview.busy && !preview.isError ? (
							<p className={styles.quiet}>{t('allSet')}</p>
						) : (
							<HintList hints={hints} several={several} onUse={use} />
						)}
						{row && statusKeyOf(row.status) === 'approved' && dirty ? <p className={styles.quiet}>{t('draftAgain')}</p> : null}
					</section>
				</div>
				<Preview
					rendered={preview.rendered}
					stale={preview.stale}
					begun={begun}
					busy={preview.busy}
					failed={preview.isError && !made ? { error: preview.error, retry: () => void preview.refetch() } : null}
					person={person}
					domain={domain.domain}
					from={from}
					letter={letter}
					web={kind.channel === 'web'}
					placement={placedOf(draft)}
					alt={controls.heroimageAlt ?? ''}
					paper={kind.channel !== null && PRINTED[kind.channel]}
					lang={current}
				>
					{narrow ? null : cost}
				</Preview>
			</div>
			<DraftGuard t={t} unsaved={unsaved} saving={busy !== null} onSave={() => void editing.saveAndLeave()} />
		</div>
	);
}
