/** A configurator: a bar, the form at the left, the real banner at the right. */
import '#portal/theme/tabs-styles.ts';
import type { NextPublication } from '@luvalla/contract/consent/configurations';
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from '../editor.module.css';
import { useFieldWords } from '../place.ts';
import { useConfigurationTexts } from '../texts.ts';
import { EditorBar } from './EditorBar.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { RefusedNote } from './RefusedNote.tsx';
import type { AnyDraft, Editing } from './use-editing.ts';

interface EditorFrameProps<Tab extends string> {
	editing: Editing<AnyDraft, Tab>;
	/** Stands in the bar while there is no title. */
	newTitle: string;
	/** Why it cannot be published now, in a sentence, beside having changed nothing; null: it can. */
	whyNot?: string | null;
	/** What this kind alone calls a field, by its path. */
	ownWords?: (path: string) => string | undefined;
	next: NextPublication | undefined;
	saving: boolean;
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
	whyNot = null,
	ownWords,
	next,
	saving,
	tabs,
	note,
	readiness,
	preview,
}: EditorFrameProps<Tab>) {
	const t = useConfigurationTexts();
	const { draft, row, dirty, refused, isField, tab, setTab, go, save, check, publish, publishing, unsaved } = editing;
	const fieldWords = useFieldWords(draft.config.categories);
	/** A field that has no words of its own is named by the tab on which it stands. */
	const wordsOf = (path: string) =>
		ownWords?.(path) ?? fieldWords(path) ?? t('onTab', { tab: tabs.find(({ name }) => name === editing.tabOf(path))?.label ?? '' });
	return (
		<div className={styles.editor}>
			<EditorBar
				title={draft.title || newTitle}
				row={row}
				domain={draft.domain}
				dirty={dirty}
				next={next}
				whyNot={whyNot}
				saving={saving}
				publishing={publishing}
				onSave={() => void save()}
				onCheck={check}
				onPublish={() => void publish(next?.version)}
			/>
			<section className={styles.form} aria-label={t('parts')}>
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
					{tabs.map(({ name, panel }) => (
						<Tabs.Panel key={name} value={name} className={styles.panel}>
							{panel}
						</Tabs.Panel>
					))}
				</Tabs>
				{readiness}
			</section>
			<section className={styles.pane}>{preview}</section>
			<LeaveGuard unsaved={unsaved} />
		</div>
	);
}
