import type { AnswerOf } from '@luvalla/contract/call';
import type { readConfiguration } from '@luvalla/contract/consent/configurations';
import { Button, Loader } from '@mantine/core';
import { IconCode, IconDeviceFloppy, IconHistory, IconWorldUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { StatusBadge } from '#portal/ui/Badge.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { ConfigurationStatus } from '../ConfigurationList.tsx';
import styles from '../editor.module.css';
import { HistoryDrawer } from '../history/HistoryDrawer.tsx';
import { SnippetDialog } from '../snippet/SnippetDialog.tsx';
import { kindOf, useConfigurationTexts } from '../texts.ts';

/** Says why the button that publishes does nothing. */
export const UNPROVEN_NOTE = 'unproven-domain';

interface EditorBarProps {
	title: string;
	row: AnswerOf<typeof readConfiguration> | null;
	domain: string;
	dirty: boolean;
	nextVersion: number;
	saving: boolean;
	publishing: boolean;
	/** It is not shown whose the domain is: a note on the page says so. */
	unproven: boolean;
	onSave: () => void;
	onPublish: () => void;
}

/** Title, state and the acts of the page; publishing is the one filled button. */
export function EditorBar({ title, row, domain, dirty, nextVersion, saving, publishing, unproven, onSave, onPublish }: EditorBarProps) {
	const t = useConfigurationTexts();
	const [snippet, setSnippet] = useState(false);
	const [history, setHistory] = useState(false);
	const changed = row === null || dirty || row.status === 0;
	const version = !changed
		? t('versionIs', { version: row.version })
		: nextVersion > 1
			? t('versionBased', { next: nextVersion, version: nextVersion - 1 })
			: t('versionFirst', { next: nextVersion });
	return (
		<header className={styles.bar}>
			<div className={styles.barText}>
				<div className={styles.barTitle}>
					<h1>{title}</h1>
					{row && !dirty ? <ConfigurationStatus configuration={row} /> : <StatusBadge status="draft" />}
				</div>
				<p className={styles.facts}>
					{[row && kindOf(t, row.type), domain, version].filter(Boolean).join(' · ')} ·{' '}
					{row === null ? (
						t('notSaved')
					) : dirty ? (
						t('unsaved')
					) : (
						<>
							{t('savedAgo')} <RelativeTime at={row.savedAt} />
						</>
					)}
				</p>
			</div>
			<div className={styles.acts}>
				{row ? (
					<>
						<Button
							variant="default"
							leftSection={<IconHistory size={16} stroke={1.75} aria-hidden="true" />}
							onClick={() => setHistory(true)}
						>
							{t('history')}
						</Button>
						<Button
							variant="default"
							leftSection={<IconCode size={16} stroke={1.75} aria-hidden="true" />}
							onClick={() => setSnippet(true)}
						>
							{t('snippet')}
						</Button>
					</>
				) : null}
				<Button
					variant="default"
					loading={saving}
					leftSection={<IconDeviceFloppy size={16} stroke={1.75} aria-hidden="true" />}
					onClick={onSave}
				>
					{t('save')}
				</Button>
				{/* It takes seconds and says what it does, so the label stays in view. */}
				<Button
					aria-disabled={publishing || unproven}
					data-disabled={unproven || undefined}
					aria-describedby={unproven ? UNPROVEN_NOTE : undefined}
					leftSection={
						publishing ? (
							<Loader size={16} color="currentColor" aria-hidden="true" />
						) : (
							<IconWorldUpload size={16} stroke={1.75} aria-hidden="true" />
						)
					}
					onClick={publishing || unproven ? undefined : onPublish}
				>
					{publishing ? t('publishing') : t('publish', { version: nextVersion })}
				</Button>
				<span role="status" className="visually-hidden">
					{publishing ? t('publishing') : ''}
				</span>
			</div>
			<HistoryDrawer of={history ? row : null} onClose={() => setHistory(false)} />
			<SnippetDialog configuration={snippet ? row : null} onClose={() => setSnippet(false)} />
		</header>
	);
}
