/** The bar of the editor: what is written, where it stands, and what can be done with it. */
import { type Content, contents, copyContent } from '@luvalla/contract/engagement/contents';
import { Button } from '@mantine/core';
import { IconArrowRight, IconCopy, IconDeviceFloppy, IconRosetteDiscountCheck } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { relativeText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { ActButton } from '#portal/ui/ActButton.tsx';
import layout from '#portal/ui/form/draft-page.module.css';
import { NumberedStatus } from '#portal/ui/NumberedStatus.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { useNow } from '#portal/ui/times.tsx';
import { kindText } from './kinds.ts';
import { useContentTexts } from './texts.ts';
import type { Editing } from './use-editing.ts';

interface EditorBarProps {
	stored: Content | null;
	editing: Editing;
	domain: string;
	/** ADMIN's choice of the customer, as the address of the list carries it. */
	address: Record<string, string>;
	actions: ReactNode;
}

export function EditorBar({ stored, editing: { draft, row }, domain, address, actions }: EditorBarProps) {
	const t = useContentTexts();
	const language = useLanguage();
	const now = useNow(10_000);
	const kind = kindText(t, draft.contentType, language);
	return (
		<div className={layout.bar}>
			<PageHeader
				title={draft.title.trim() === '' ? t('newTitle') : draft.title}
				crumbs={[{ label: t('contents'), to: '/contents', search: address }, { label: stored ? stored.title : t('newTitle') }]}
				badge={<NumberedStatus status={row?.status ?? 0} />}
				actions={actions}
			/>
			<p className={layout.meta}>
				{kind} · {domain} · {row ? t('saved', { when: relativeText(row.changedAt, now, language) }) : t('notSaved')}
			</p>
		</div>
	);
}

interface EditorActsProps {
	editing: Editing;
	scope: Scope;
	/** ADMIN's choice of the customer, as the address of a content carries it; and with the domain, as that of a constellation does. */
	address: Record<string, string>;
	place: Record<string, string>;
	/** That it is written for. */
	campaign: string | undefined;
}

/** To copy it, keep it, approve it, and go on to a constellation with it. */
export function EditorActs({ editing, scope, address, place, campaign }: EditorActsProps) {
	const t = useContentTexts();
	const { row, busy, dirty, approved, save } = editing;
	return (
		<>
			{row ? <CopyAct id={row.id} editing={editing} scope={scope} address={address} /> : null}
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
			{row && approved && !dirty ? (
				<Button
					rightSection={<IconArrowRight size={16} stroke={1.75} aria-hidden="true" />}
					renderRoot={(props: object) => (
						<Link {...props} to="/constellations" search={{ ...place, id: 'new', content: row.id, ...(campaign ? { campaign } : {}) }} />
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
	);
}

function CopyAct({ id, editing, scope, address }: { id: string } & Pick<EditorActsProps, 'editing' | 'scope' | 'address'>) {
	const t = useContentTexts();
	const navigate = useNavigate();
	const copy = useCall(copyContent, { reload: [contents], scope });
	const open = ({ data }: { data: { id: string } }) => void navigate({ to: '/contents/$id', params: { id: data.id }, search: address });
	return (
		<ActButton
			variant="default"
			sign={IconCopy}
			loading={copy.isPending}
			onClick={() => editing.unsaved.leave(() => copy.mutate({ params: { id }, query: {} }, { onSuccess: open }))}
		>
			{t('copy')}
		</ActButton>
	);
}
