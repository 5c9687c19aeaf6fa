/** The editor: what a form is at the left, the form itself and how it comes onto the site at the right. */
import '#portal/theme/tabs-styles.ts';
import {
	addSignupForm,
	changeSignupForm,
	type FormConfig,
	type FormLanguage,
	publishSignupForm,
	type SignupForm,
	signupFormCounts,
	signupForms,
	signupFormVersions,
} from '@luvalla/contract/consent/forms';
import type { Purpose } from '@luvalla/contract/consent/purposes';
import { Button, Tabs } from '@mantine/core';
import { IconDeviceFloppy, IconWorldUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { relativeText } from '#portal/lib/dates.ts';
import { currentLanguage, useLanguage } from '#portal/lib/say.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { DraftDomain, type DraftPlace } from '#portal/ui/form/DraftScreen.tsx';
import layout from '#portal/ui/form/draft-page.module.css';
import { TextField } from '#portal/ui/form/fields.tsx';
import { LeaveGuard } from '#portal/ui/form/LeaveGuard.tsx';
import { Meanwhile } from '#portal/ui/form/Meanwhile.tsx';
import { useDraftPage } from '#portal/ui/form/use-draft-page.ts';
import { NumberedStatus } from '#portal/ui/NumberedStatus.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { useNow } from '#portal/ui/times.tsx';
import { type Draft, draftOf, payloadOf, sameDraft } from './draft.ts';
import styles from './editor.module.css';
import { FormTab } from './FormTab.tsx';
import { type FormEditorSearch, TABS } from './forms.search.ts';
import { AfterTab, LettersTab, LimitsTab, LookTab } from './OtherTabs.tsx';
import { Pane } from './Pane.tsx';
import { readForm } from './read-form.ts';
import { useFormTexts } from './texts.ts';
import { Versions } from './Versions.tsx';

export interface EditorProps extends DraftPlace {
	/** Null: not saved yet. */
	stored: SignupForm | null;
	purposes: readonly Purpose[];
	search: FormEditorSearch;
	patch: PatchSearch<FormEditorSearch>;
}

/** What each tab is given. */
export interface TabProps {
	config: FormConfig;
	/** The language that is written and shown. */
	language: FormLanguage;
	change: (part: Partial<FormConfig>) => void;
	choose: (language: FormLanguage) => void;
}

export function Editor({ stored, purposes, domain, customerId, search, patch, pick }: EditorProps) {
	const t = useFormTexts();
	const own = useLanguage();
	const scope = useMemo(() => ({ customerId, domainId: domain.id }), [customerId, domain.id]);
	const settings = { reload: [signupForms], quiet: true, scope } as const;
	const page = useDraftPage<SignupForm, Draft, ReturnType<typeof payloadOf>, Partial<Pick<SignupForm, 'savedAt'>>>({
		stored,
		begin: () => {
			const usual = purposes.find(({ id }) => id === search.purpose) ?? purposes.find(({ channels }) => channels.includes('email'));
			return draftOf(stored, currentLanguage(), (usual ?? purposes[0])?.id ?? '');
		},
		same: sameDraft,
		isNothing: ({ title }) => title.trim() === '',
		texts: { invalid: addSignupForm.invalid, added: addSignupForm.success, changed: changeSignupForm.success },
		titleKnown: 'form_known',
		payloadOf,
		named: ({ title, config: { look, limits, after, ...rest } }) => ({
			[t('name')]: title,
			[`${t('tab_form')}, ${t('tab_letters')}`]: rest,
			[t('tab_look')]: look,
			[t('tab_limits')]: limits,
			[t('tab_after')]: after,
		}),
		readOf: (row) => ({ savedAt: row?.savedAt }),
		domain,
		add: useCall(addSignupForm, settings),
		change: useCall(changeSignupForm, settings),
		approve: useCall(publishSignupForm, { reload: [signupForms, signupFormCounts, signupFormVersions], scope }),
		path: '/signupforms',
		read: (id) => readForm(id, scope),
	});
	const { draft, row, busy, dirty } = page;
	const { config } = draft;
	const [chosen, choose] = useState<FormLanguage>(own);
	const language = config.languages.includes(chosen) ? chosen : (config.languages[0] ?? 'en');
	const counts = useQuery({ ...asQuery(signupFormCounts, { params: { id: row?.id ?? '' }, query: {} }, scope), enabled: row !== null });
	const now = useNow(10_000);
	const change = (part: Partial<FormConfig>) => page.edit((before) => ({ ...before, config: { ...before.config, ...part } }));
	const tab: TabProps = { config, language, change, choose };
	const address: Record<string, string> = pick ? { customer: String(customerId ?? '') } : {};
	const asked = purposes.find(({ id }) => id === config.purposeId);
	const shown = counts.data?.data.published ?? null;
	/** Its purpose has newer words than people are shown. */
	const reworded = !dirty && row?.status === 1 && asked !== undefined && shown !== null && asked.version > shown.purposeVersion;
	const published = row !== null && row.status === 1 && !dirty && !reworded;
	return (
		<div className={layout.page}>
			<div className={layout.bar}>
				<PageHeader
					title={draft.title.trim() === '' ? t('newTitle') : draft.title}
					crumbs={[{ label: t('title'), to: '/signupforms', search: address }, { label: stored ? stored.title : t('newTitle') }]}
					badge={<NumberedStatus status={published ? 1 : 0} />}
					actions={
						<>
							{pick?.page.picker}
							{row && row.version > 0 ? <Versions form={row} scope={scope} /> : null}
							<SaveActs busy={busy} version={row?.version ?? 0} published={published} onSave={(as) => void page.save(as)} />
						</>
					}
				/>
				<p className={layout.meta}>
					{t('kind')} · {domain.domain}
					{row && row.version > 0 ? ` · ${t('versionNumber', { version: row.version })}` : ''} ·{' '}
					{row ? t('saved', { when: relativeText(row.savedAt, now, own) }) : t('notSaved')}
				</p>
			</div>
			<div className={layout.editor}>
				<div className={styles.form}>
					<Meanwhile {...page.meanwhile} />
					<TextField
						ref={page.title}
						label={t('name')}
						maxLength={120}
						value={draft.title}
						error={page.wrong?.sentence}
						onChange={({ currentTarget }) => page.edit({ title: currentTarget.value })}
					/>
					{reworded ? <p className={styles.warn}>{t('reworded')}</p> : null}
					{pick && row === null ? <DraftDomain label={t('domain')} domain={domain} pick={pick} /> : null}
					<FormTabs
						tab={tab}
						search={search}
						patch={patch}
						purposes={purposes}
						counts={counts.data?.data ?? (counts.isLoading ? 'counted' : null)}
					/>
				</div>
				<Pane
					config={config}
					language={language}
					onLanguage={choose}
					domain={domain}
					scope={scope}
					form={row}
					counts={counts.data?.data ?? null}
				/>
			</div>
			<LeaveGuard
				unsaved={page.unsaved}
				title={t('leaveQuestion')}
				save={{ label: t('saveAndLeave'), saving: busy !== null, onSave: () => void page.saveAndLeave() }}
			>
				{t('leaveText')}
			</LeaveGuard>
		</div>
	);
}

interface SaveActsProps {
	busy: ReturnType<typeof useDraftPage>['busy'];
	version: number;
	/** What is published is what is written. */
	published: boolean;
	onSave: (as: 'draft' | 'approve') => void;
}

function SaveActs({ busy, version, published, onSave }: SaveActsProps) {
	const t = useFormTexts();
	return (
		<>
			<Button
				variant="default"
				data-strong
				leftSection={<IconDeviceFloppy size={16} stroke={1.75} aria-hidden="true" />}
				loading={busy === 'draft'}
				disabled={busy === 'approve'}
				aria-keyshortcuts="Control+S"
				onClick={() => onSave('draft')}
			>
				{t('saveDraft')}
			</Button>
			<Button
				leftSection={<IconWorldUpload size={16} stroke={1.75} aria-hidden="true" />}
				loading={busy === 'approve'}
				disabled={busy === 'draft' || published}
				onClick={() => onSave('approve')}
			>
				{published ? t('isPublished', { version }) : t('publish', { version: version + 1 })}
			</Button>
		</>
	);
}

interface FormTabsProps extends Pick<EditorProps, 'search' | 'patch' | 'purposes'> {
	tab: TabProps;
	counts: Parameters<typeof FormTab>[0]['counts'];
}

/** The parts of a form: its fields, its look, its letters, its limits, and what comes after. */
function FormTabs({ tab, search, patch, purposes, counts }: FormTabsProps) {
	const t = useFormTexts();
	return (
		<Tabs
			value={search.tab ?? 'form'}
			keepMounted={false}
			onChange={(next) => patch({ tab: TABS.find((one) => one === next && one !== 'form') }, { replace: true })}
		>
			<Tabs.List aria-label={t('parts')}>
				{TABS.map((one) => (
					<Tabs.Tab key={one} value={one}>
						{t(`tab_${one}`)}
					</Tabs.Tab>
				))}
			</Tabs.List>
			<Tabs.Panel value="form">
				<FormTab {...tab} purposes={purposes} counts={counts} />
			</Tabs.Panel>
			<Tabs.Panel value="look">
				<LookTab {...tab} />
			</Tabs.Panel>
			<Tabs.Panel value="letters">
				<LettersTab {...tab} />
			</Tabs.Panel>
			<Tabs.Panel value="limits">
				<LimitsTab {...tab} />
			</Tabs.Panel>
			<Tabs.Panel value="after">
				<AfterTab {...tab} />
			</Tabs.Panel>
		</Tabs>
	);
}
