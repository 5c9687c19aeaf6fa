/** The editor: what is written at the left, what somebody gets of it at the right. */
import type { Content } from '@luvalla/contract/engagement/contents';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { late } from '#portal/lib/late.tsx';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { usePerson as useSessionPerson } from '#portal/lib/use-session.ts';
import { ContentOff } from '#portal/ui/ContentOff.tsx';
import type { DraftPlace } from '#portal/ui/form/DraftScreen.tsx';
import layout from '#portal/ui/form/draft-page.module.css';
import { DraftGuard } from '#portal/ui/form/LeaveGuard.tsx';
import { Meanwhile } from '#portal/ui/form/Meanwhile.tsx';
import { EditorActs, EditorBar } from './EditorBar.tsx';
import styles from './editor.module.css';
import { Facts } from './Facts.tsx';
import { kindOf } from './kinds.ts';
import { Languages } from './Languages.tsx';
import { Preview } from './Preview.tsx';
import { Ready } from './Ready.tsx';
import { TextParts } from './TextParts.tsx';
import { useContentTexts } from './texts.ts';
import { useEditing } from './use-editing.ts';
import { usePerson } from './use-person.ts';
import { useTextSenders } from './use-text-senders.ts';
import { useWriting } from './use-writing.ts';

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

export function Editor({ stored, domain, customerId, search, patch, pick }: EditorProps) {
	const t = useContentTexts();
	const { isAdmin } = useSessionPerson();
	const scope = useMemo(() => ({ customerId, domainId: domain.id }), [customerId, domain.id]);
	const editing = useEditing(stored, domain, scope);
	const { draft, edit, row } = editing;
	const { channel } = kindOf(draft.contentType);
	const current = search.language !== undefined && draft.controls[search.language] ? search.language : draft.language;
	const person = usePerson(search.as, (as) => patch({ as }, { replace: true }), scope);
	const writing = useWriting(editing, current, person, scope);
	const texting = useTextSenders(scope, channel === 'sms');
	const from = texting.data?.data.connectors[0]?.senders[0]?.from ?? domain.domain;
	const address: Record<string, string> = pick ? { customer: String(customerId ?? '') } : {};
	const place: Record<string, string> = isAdmin ? { customer: String(customerId ?? ''), domain: domain.id } : {};
	// The preview stands first there: what it costs goes below what is written.
	const narrow = useMediaQuery('(max-width: 74.99em)', false, { getInitialValueInEffect: false });
	const onAudience = (audience: string | undefined) => patch({ audience }, { replace: true });
	const cost =
		channel === 'sms' ? <SmsPrice draft={draft} audience={search.audience} onAudience={onAudience} scope={scope} place={place} /> : null;
	const acts = (
		<>
			{pick?.page.picker}
			<EditorActs editing={editing} scope={scope} address={address} place={place} campaign={search.campaign} />
		</>
	);
	return (
		<div className={layout.page}>
			<EditorBar stored={stored} editing={editing} domain={domain.domain} address={address} actions={acts} />
			<div className={layout.editor}>
				<div className={styles.form}>
					<ContentOff />
					<Meanwhile {...editing.meanwhile} />
					<Facts stored={stored} editing={editing} writing={writing} domain={domain} pick={pick} scope={scope} />
					<Languages
						draft={draft}
						edit={edit}
						current={current}
						hints={writing.begun ? writing.hints : []}
						onChoose={(one) => patch({ language: one === draft.language ? undefined : one }, { replace: true })}
					/>
					{channel === 'web' ? (
						<Placed key={row?.id ?? 'new'} value={draft.placement} onChange={(placement) => edit({ placement })} />
					) : null}
					<TextParts editing={editing} writing={writing} scope={scope} />
					{channel === 'sms' ? <SmsWays scope={scope} address={address} /> : null}
					{narrow ? cost : null}
					<Ready editing={editing} writing={writing} />
				</div>
				<Preview draft={draft} writing={writing} person={person} domain={domain.domain} from={from}>
					{narrow ? null : cost}
				</Preview>
			</div>
			<DraftGuard t={t} unsaved={editing.unsaved} saving={editing.busy !== null} onSave={() => void editing.saveAndLeave()} />
		</div>
	);
}
