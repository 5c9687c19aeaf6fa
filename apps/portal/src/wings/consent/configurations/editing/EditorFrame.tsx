/** A configurator: a bar, the form at the left, the real banner at the right. */
import { TabPanels } from '#portal/ui/form/DrawerTabs.tsx';
import '#portal/theme/tabs-styles.ts';
import type { NextPublication } from '@luvalla/contract/consent/configurations';
import { Tabs } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePerson } from '#portal/lib/use-session.ts';
import { useThing } from '#portal/lib/use-title.ts';
import { Meanwhile } from '#portal/ui/form/Meanwhile.tsx';
import styles from '../editor.module.css';
import { useFieldWords } from '../place.ts';
import { useConfigurationTexts } from '../texts.ts';
import { ChangesGuard, shortened } from './ChangesGuard.tsx';
import { EditorBar, UNPROVEN_NOTE } from './EditorBar.tsx';
import type { Domains } from './LoadedEditor.tsx';
import type { Granted } from './PublishQuestion.tsx';
import { RefusedNote } from './RefusedNote.tsx';
import type { AnyDraft, Editing } from './use-editing.ts';

interface EditorFrameProps<Tab extends string> {
	editing: Editing<AnyDraft, Tab>;
	/** Stands in the bar while there is no title. */
	newTitle: string;
	/** What this kind alone calls a field, by its path. */
	ownWords?: (path: string) => string | undefined;
	next: NextPublication | null | undefined;
	/** What is asked about. */
	granted: readonly Granted[];
	/** Of the page's customer. */
	domains: Domains;
	customerId: number;
	saving: boolean;
	/** Why nothing of this kind can be published, whatever the draft says. */
	closed?: string | undefined;
	tabs: readonly { name: Tab; label: string; panel: ReactNode }[];
	/** Above the tabs. */
	note?: ReactNode;
	/** *Ready to publish?* */
	readiness: ReactNode;
	preview: ReactNode;
}

export function EditorFrame<Tab extends string>({
	editing,
	newTitle,
	ownWords,
	next,
	granted,
	domains,
	customerId,
	saving,
	closed,
	tabs,
	note,
	readiness,
	preview,
}: EditorFrameProps<Tab>) {
	const t = useConfigurationTexts();
	const { draft, row, dirty, refused, isField, tab, setTab, go, save, check, publish, publishing, unsaved } = editing;
	// a new one is named by its page until it has a name of its own
	useThing(draft.title || undefined);
	const fieldWords = useFieldWords(draft.config.categories);
	/** A field that has no words of its own is named by the tab on which it stands. */
	const wordsOf = (path: string) =>
		ownWords?.(path) ?? fieldWords(path) ?? t('onTab', { tab: tabs.find(({ name }) => name === editing.tabOf(path))?.label ?? '' });
	const namesOf = (paths: readonly string[]) => [...new Set(paths.map(wordsOf))];
	const theirs = namesOf(editing.theirs());
	const unproven = domains.find((one) => one.domain === draft.domain && one.proven === false);
	return (
		<div className={styles.editor}>
			<EditorBar
				title={draft.title || newTitle}
				row={row}
				domain={draft.domain}
				dirty={dirty}
				next={next}
				granted={granted}
				saving={saving}
				publishing={publishing}
				unproven={unproven !== undefined}
				shut={closed}
				onSave={() => void save()}
				onCheck={check}
				onPublish={() => void publish(next?.version)}
			/>
			{unproven ? <UnprovenNote domain={unproven} customerId={customerId} /> : null}
			<section className={styles.form} aria-label={t('parts')}>
				<div className={styles.meanwhile}>
					<Meanwhile fields={shortened(theirs, (count) => t('leaveMore', { count }))} onShow={editing.showTheirs} />
				</div>
				{refused ? <RefusedNote refused={refused} isField={isField} wordsOf={wordsOf} onGo={go} /> : null}
				{note}
				<Tabs value={tab} onChange={(value) => setTab((now) => tabs.find(({ name }) => name === value)?.name ?? now)} keepMounted={false}>
					<Tabs.List className={styles.tabs}>
						{tabs.map(({ name, label }) => (
							<Tabs.Tab key={name} value={name}>
								{label}
							</Tabs.Tab>
						))}
					</Tabs.List>
					<TabPanels key={editing.shown} tabs={tabs} className={styles.panel} />
				</Tabs>
				{readiness}
			</section>
			<section className={styles.pane}>{preview}</section>
			<ChangesGuard
				unsaved={unsaved}
				changed={unsaved.asking ? namesOf(editing.changed()) : []}
				saving={saving}
				onSave={() => void editing.saveAndLeave()}
			/>
		</div>
	);
}

/** Why nothing can be published, and where that is mended. */
function UnprovenNote({ domain: { id, domain }, customerId }: { domain: Domains[number]; customerId: number }) {
	const t = useConfigurationTexts();
	const { isAdmin } = usePerson();
	return (
		<p className={styles.unproven} id={UNPROVEN_NOTE}>
			<IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
			<span>
				{t('unproven', { domain })}{' '}
				<Link to="/customerdomains" search={{ id, tab: 'proof', ...(isAdmin && { customer: customerId }) }} className="link">
					{t('showWhose')}
				</Link>
			</span>
		</p>
	);
}
