/** The course of writing a content: change, save, approve, copy, leave. */
import { addContent, approveContent, type Content, type Controls, changeContent, contents } from '@luvalla/contract/engagement/contents';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { fieldRule } from '#portal/lib/field-rules.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { notifyFailure, notifySuccess } from '#portal/lib/notices.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { useUnsaved } from '#portal/lib/unsaved.ts';
import type { NamedDomain } from '#portal/ui/use-place.ts';
import { type Draft, draftOf, isNothing, payloadOf, sameDraft } from './draft.ts';
import { readContent } from './read-content.ts';

/** What the person wants to come of it. */
type Wanted = 'draft' | 'approve';

export function useEditing(stored: Content | null, domain: NamedDomain, scope: Scope) {
	const navigate = useNavigate();
	const client = useQueryClient();
	const [row, setRow] = useState(stored);
	const [saved, setSaved] = useState(() => draftOf(stored, currentLanguage()));
	const [draft, setDraft] = useState(saved);
	/** What is wrong with the title; a new one each time, so that the field takes the focus again. */
	const [wrong, setWrong] = useState<{ sentence: string } | null>(null);
	const [busy, setBusy] = useState<Wanted | null>(null);
	/** Approval was asked for: what is missing is said at the fields. */
	const [asked, setAsked] = useState(false);
	/** Saved in order to leave: the address is no longer ours to change. */
	const [leaves, setLeaves] = useState(false);
	const dirty = !sameDraft(draft, saved);
	const unsaved = useUnsaved(dirty, { page: true });
	const settings = { reload: [contents], quiet: true, scope } as const;
	const add = useCall(addContent, settings);
	const change = useCall(changeContent, settings);
	const approve = useCall(approveContent, { reload: [contents], scope });

	const edit = (part: Partial<Draft>) => {
		setDraft((before) => ({ ...before, ...part }));
		if (part.title !== undefined) setWrong(null);
	};
	const write = (language: string, part: Partial<Controls>) =>
		setDraft((before) => ({ ...before, controls: { ...before.controls, [language]: { ...before.controls[language], ...part } } }));

	/** Whether there is something to send; what is missing has been said. */
	const check = (): boolean => {
		if (draft.title.trim() !== '') return true;
		if (isNothing(draft)) notifyFailure(fixedText(addContent.invalid, currentLanguage()));
		setWrong({ sentence: fieldRule('Write this text', currentLanguage()) });
		return false;
	};
	const send = async (): Promise<Content> => {
		if (row && !dirty) return row;
		const body = payloadOf(draft);
		const { data } = row
			? await change.mutateAsync({ query: {}, body: { ...body, id: row.id } })
			: await add.mutateAsync({ query: {}, body: { ...body, domain: domain.domain } });
		setRow(data);
		setSaved(draft);
		return data;
	};
	/** Whether it was saved; what stood in the way was told. Not being approved takes nothing back. */
	const save = async (wanted: Wanted): Promise<boolean> => {
		if (wanted === 'approve') setAsked(true);
		if (busy !== null || !check()) return false;
		setBusy(wanted);
		try {
			const text = row ? changeContent.success : addContent.success;
			const kept = await send();
			const approved = wanted === 'approve' && (await approve.mutateAsync({ params: { id: kept.id }, query: {} }).catch(() => null));
			if (approved) setRow(approved.data);
			else if (wanted === 'draft') notifySuccess(fixedText(text, currentLanguage()));
			return true;
		} catch (error) {
			if (!(error instanceof CallFailure)) return false;
			const { title } = error.fields;
			if (title !== undefined || error.code === 'content_known') setWrong({ sentence: title ?? error.message });
			else if (error.hasFields) notifyFailure(error.message);
			return false;
		} finally {
			setBusy(null);
		}
	};
	/** For who leaves: goes on once it is saved, and stays with what is wrong where it cannot be. */
	const saveAndLeave = async () => {
		setLeaves(true);
		if (await save('draft')) return unsaved.proceed();
		setLeaves(false);
		unsaved.stay();
	};

	// A new one gets its own address once nothing is unsaved any more, so that the guard lets it through.
	const moved = stored === null && row !== null && !dirty && busy === null && !leaves;
	useEffect(() => {
		if (!moved) return;
		client.setQueryData(readContent(row.id, scope).queryKey, { data: [row], page: null });
		void navigate({ to: '/contents/$id', params: { id: row.id }, search: (old: object) => old, replace: true });
	}, [moved, row, client, scope, navigate]);

	return { draft, edit, write, row, wrong, asked, unsaved, busy, dirty, save, saveAndLeave };
}
