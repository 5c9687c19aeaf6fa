/** The editor: what a form is at the left, the form itself and how it comes onto the site at the right. */
import '#portal/theme/tabs-styles.ts';
import { type FormConfig, type FormLanguage, type SignupForm, signupFormCounts } from '@luvalla/contract/consent/forms';
import type { Purpose } from '@luvalla/contract/consent/purposes';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { useLanguage } from '#portal/lib/say.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { DraftDomain, type DraftPlace } from '#portal/ui/form/DraftScreen.tsx';
import layout from '#portal/ui/form/draft-page.module.css';
import { TextField } from '#portal/ui/form/fields.tsx';
import { DraftGuard } from '#portal/ui/form/LeaveGuard.tsx';
import { Meanwhile } from '#portal/ui/form/Meanwhile.tsx';
import { EditorBar } from './EditorBar.tsx';
import styles from './editor.module.css';
import { FormTab } from './FormTab.tsx';
import { type FormEditorSearch, TABS } from './forms.search.ts';
import { AfterTab, LettersTab, LimitsTab, LookTab } from './OtherTabs.tsx';
import { Pane } from './Pane.tsx';
import { useFormTexts } from './texts.ts';
import { useEditing } from './use-editing.ts';

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

export function Editor(props: EditorProps) {
	const { stored, purposes, domain, customerId, search, patch, pick } = props;
	const t = useFormTexts();
	const own = useLanguage();
	const scope = useMemo(() => ({ customerId, domainId: domain.id }), [customerId, domain.id]);
	const editing = useEditing(props, scope);
	const { draft, row, dirty, change } = editing;
	const { config } = draft;
	const [chosen, choose] = useState<FormLanguage>(own);
	const language = config.languages.includes(chosen) ? chosen : (config.languages[0] ?? 'en');
	const counts = useQuery({ ...asQuery(signupFormCounts, { params: { id: row?.id ?? '' }, query: {} }, scope), enabled: row !== null });
	const tab: TabProps = { config, language, change, choose };
	const asked = purposes.find(({ id }) => id === config.purposeId);
	const shown = counts.data?.data.published ?? null;
	/** Its purpose has newer words than people are shown. */
	const reworded = !dirty && row?.status === 1 && asked !== undefined && shown !== null && asked.version > shown.purposeVersion;
	const published = row !== null && row.status === 1 && !dirty && !reworded;
	return (
		<div className={layout.page}>
			<EditorBar {...{ stored, domain, customerId, pick, editing, published, scope }} />
			<div className={layout.editor}>
				<div className={styles.form}>
					<Meanwhile {...editing.meanwhile} />
					<TextField
						ref={editing.title}
						label={t('name')}
						maxLength={120}
						value={draft.title}
						error={editing.wrong?.sentence}
						onChange={({ currentTarget }) => editing.edit({ title: currentTarget.value })}
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
			<DraftGuard t={t} unsaved={editing.unsaved} saving={editing.busy !== null} onSave={() => void editing.saveAndLeave()} />
		</div>
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
