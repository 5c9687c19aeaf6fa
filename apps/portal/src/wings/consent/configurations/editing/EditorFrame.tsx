/** A configurator: a bar, the form at the left, the real banner at the right. */
import '#portal/theme/tabs-styles.ts';
import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';
import { EditorBar } from './EditorBar.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { RefusedNote } from './RefusedNote.tsx';
import type { AnyDraft, Editing } from './use-editing.ts';

interface EditorFrameProps<Tab extends string> {
	editing: Editing<AnyDraft, Tab>;
	/** Stands in the bar while there is no title. */
	newTitle: string;
	nextVersion: number;
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
	nextVersion,
	saving,
	tabs,
	note,
	readiness,
	preview,
}: EditorFrameProps<Tab>) {
	const t = useConfigurationTexts();
	const { draft, row, dirty, refused, isField, tab, setTab, go, save, publish, publishing, unsaved } = editing;
	return (
		<div className={styles.editor}>
			<EditorBar
				title={draft.title || newTitle}
				row={row}
				domain={draft.domain}
				dirty={dirty}
				nextVersion={nextVersion}
				saving={saving}
				publishing={publishing}
				onSave={() => void save()}
				onPublish={() => void publish()}
			/>
			<section className={styles.form} aria-label={t('parts')}>
				{refused ? <RefusedNote refused={refused} isField={isField} onGo={go} /> : null}
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
