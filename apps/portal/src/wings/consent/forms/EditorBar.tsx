/** The bar of the editor: what is written, where it stands, and what can be done with it. */
import { Button } from '@mantine/core';
import { IconDeviceFloppy, IconWorldUpload } from '@tabler/icons-react';
import type { Scope } from '#portal/lib/client.ts';
import { relativeText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import layout from '#portal/ui/form/draft-page.module.css';
import { NumberedStatus } from '#portal/ui/NumberedStatus.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { useNow } from '#portal/ui/times.tsx';
import type { EditorProps } from './Editor.tsx';
import { useFormTexts } from './texts.ts';
import type { Editing } from './use-editing.ts';
import { Versions } from './Versions.tsx';

interface EditorBarProps extends Pick<EditorProps, 'stored' | 'domain' | 'customerId' | 'pick'> {
	editing: Editing;
	/** What is published is what is written. */
	published: boolean;
	scope: Scope;
}

export function EditorBar({ stored, domain, customerId, pick, editing, published, scope }: EditorBarProps) {
	const t = useFormTexts();
	const language = useLanguage();
	const now = useNow(10_000);
	const { draft, row } = editing;
	const address: Record<string, string> = pick ? { customer: String(customerId ?? '') } : {};
	return (
		<div className={layout.bar}>
			<PageHeader
				title={draft.title.trim() === '' ? t('newTitle') : draft.title}
				crumbs={[{ label: t('title'), to: '/signupforms', search: address }, { label: stored ? stored.title : t('newTitle') }]}
				badge={<NumberedStatus status={published ? 1 : 0} />}
				actions={
					<>
						{pick?.page.picker}
						{row && row.version > 0 ? <Versions form={row} scope={scope} /> : null}
						<SaveActs editing={editing} published={published} />
					</>
				}
			/>
			<p className={layout.meta}>
				{t('kind')} · {domain.domain}
				{row && row.version > 0 ? ` · ${t('versionNumber', { version: row.version })}` : ''} ·{' '}
				{row ? t('saved', { when: relativeText(row.savedAt, now, language) }) : t('notSaved')}
			</p>
		</div>
	);
}

function SaveActs({ editing: { busy, row, save }, published }: Pick<EditorBarProps, 'editing' | 'published'>) {
	const t = useFormTexts();
	const version = row?.version ?? 0;
	return (
		<>
			<Button
				variant="default"
				data-strong
				leftSection={<IconDeviceFloppy size={16} stroke={1.75} aria-hidden="true" />}
				loading={busy === 'draft'}
				disabled={busy === 'approve'}
				aria-keyshortcuts="Control+S"
				onClick={() => void save('draft')}
			>
				{t('saveDraft')}
			</Button>
			<Button
				leftSection={<IconWorldUpload size={16} stroke={1.75} aria-hidden="true" />}
				loading={busy === 'approve'}
				disabled={busy === 'draft' || published}
				onClick={() => void save('approve')}
			>
				{published ? t('isPublished', { version }) : t('publish', { version: version + 1 })}
			</Button>
		</>
	);
}
