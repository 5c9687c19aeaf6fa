import type { AnswerOf } from '@luvalla/contract/call';
import type { NextPublication, readConfiguration } from '@luvalla/contract/consent/configurations';
import { Button, Loader } from '@mantine/core';
import { IconCode, IconDeviceFloppy, IconHistory, IconWorldUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { StatusBadge } from '#portal/ui/Badge.tsx';
import { Tip } from '#portal/ui/Tip.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { ConfigurationStatus } from '../ConfigurationList.tsx';
import { type EditorPanel, panelSearch } from '../configurations.search.ts';
import styles from '../editor.module.css';
import { LateHistory } from '../history/LateHistory.tsx';
import { SnippetDialog } from '../snippet/SnippetDialog.tsx';
import { kindOf, useConfigurationTexts } from '../texts.ts';
import { PublishLine } from './PublishLine.tsx';
import { type Granted, PublishQuestion } from './PublishQuestion.tsx';

/** Says why the button that publishes does nothing. */
export const UNPROVEN_NOTE = 'unproven-domain';

interface EditorBarProps {
	title: string;
	row: AnswerOf<typeof readConfiguration> | null;
	domain: string;
	dirty: boolean;
	/** What publishing there would be; undefined while it is being asked, null where nobody knows. */
	next: NextPublication | null | undefined;
	granted: readonly Granted[];
	saving: boolean;
	publishing: boolean;
	/** It is not shown whose the domain is: a note on the page says so. */
	unproven: boolean;
	/** Why nothing can be published now. */
	shut: string | undefined;
	onSave: () => void;
	/** Says what is wrong, and whether it may be published. */
	onCheck: () => boolean;
	onPublish: () => void;
}

/** Title, state and the acts of the page; publishing is the one filled button. */
export function EditorBar({
	title,
	row,
	domain,
	dirty,
	next,
	granted,
	saving,
	publishing,
	unproven,
	shut,
	onSave,
	onCheck,
	onPublish,
}: EditorBarProps) {
	const t = useConfigurationTexts();
	const [{ panel }, patch] = useScreenSearch(panelSearch);
	const setPanel = (next: EditorPanel | undefined) => patch({ panel: next });
	const [asks, setAsks] = useState(false);
	const changed = row === null || dirty || row.status === 0;
	const version = !changed
		? t('versionIs', { version: row.version })
		: !next
			? ''
			: row !== null && row.version > 0
				? t('versionBased', { next: next.version, version: row.version })
				: next.version > 1
					? t('versionNext', { next: next.version })
					: t('versionFirst', { next: next.version });
	/** It is live as it stands here, so publishing would change nothing. */
	const same = !changed && next?.live?.folder === row.publishedFolder;
	const reason = shut ?? (same && !next?.live?.outdated ? t('nothingChanged', { version: row?.version ?? 0 }) : null);
	// Nothing is replaced before it is known what.
	const closed = unproven || next === undefined || reason !== null;
	const publish = () => {
		if (publishing || closed || !onCheck()) return;
		if (next?.live) setAsks(true);
		else onPublish();
	};
	return (
		<header className={styles.bar}>
			<BarText {...{ title, row, domain, version, dirty }} />
			<div className="grid-6">
				<div className="wrap-8">
					{row ? <PanelButtons onOpen={setPanel} /> : null}
					<Button
						variant="default"
						loading={saving}
						leftSection={<IconDeviceFloppy size={16} stroke={1.75} aria-hidden="true" />}
						onClick={onSave}
					>
						{t('save')}
					</Button>
					{/* Its label and width stay; what it does stands below. */}
					<Tip label={reason ?? ''} disabled={reason === null || publishing}>
						<Button
							className={styles.publish}
							aria-disabled={publishing || closed}
							aria-describedby={unproven ? UNPROVEN_NOTE : reason === null ? undefined : 'publish-reason'}
							data-disabled={unproven || shut !== undefined || undefined}
							leftSection={
								publishing ? (
									<Loader size={16} color="currentColor" aria-hidden="true" />
								) : (
									<IconWorldUpload size={16} stroke={1.75} aria-hidden="true" />
								)
							}
							onClick={publish}
						>
							{!next ? t('publishPlain') : t('publish', { version: next.version })}
						</Button>
					</Tip>
					<span id="publish-reason" className="visually-hidden">
						{reason}
					</span>
				</div>
				{shut === undefined ? (
					<PublishLine publishing={publishing} next={next} host={domain} same={same} />
				) : (
					<p className={styles.publishLine}>{shut}</p>
				)}
			</div>
			<PublishQuestion
				opened={asks}
				granted={granted}
				next={next}
				host={domain}
				configurationId={row?.id}
				onConfirm={() => {
					setAsks(false);
					onPublish();
				}}
				onCancel={() => setAsks(false)}
			/>
			<LateHistory of={panel === 'history' ? row : null} onClose={() => setPanel(undefined)} />
			<SnippetDialog configuration={panel === 'snippet' ? row : null} onClose={() => setPanel(undefined)} />
		</header>
	);
}

/** What stands beside a stored one: its history, and the line for the site. */
function PanelButtons({ onOpen }: { onOpen: (panel: EditorPanel) => void }) {
	const t = useConfigurationTexts();
	return (
		<>
			<Button variant="default" leftSection={<IconHistory size={16} stroke={1.75} aria-hidden="true" />} onClick={() => onOpen('history')}>
				{t('history')}
			</Button>
			<Button variant="default" leftSection={<IconCode size={16} stroke={1.75} aria-hidden="true" />} onClick={() => onOpen('snippet')}>
				{t('snippet')}
			</Button>
		</>
	);
}

interface BarTextProps extends Pick<EditorBarProps, 'title' | 'row' | 'domain' | 'dirty'> {
	/** Which version it is or would be, in words. */
	version: string;
}

/** What is edited, and how it stands. */
function BarText({ title, row, domain, version, dirty }: BarTextProps) {
	const t = useConfigurationTexts();
	return (
		<div className={styles.barText}>
			<div className={styles.barTitle}>
				<h1>{title}</h1>
				{row && !dirty ? <ConfigurationStatus configuration={row} /> : <StatusBadge status="draft" />}
			</div>
			<p className={styles.facts}>
				{[row && kindOf(t, row.type), domain, version].flatMap((one) => (one ? [one, ' · '] : []))}
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
	);
}
