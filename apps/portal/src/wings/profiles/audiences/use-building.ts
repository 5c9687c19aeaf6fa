/** The course of making an audience: change, save, approve, leave. */
import { type Audience, addAudience, approveAudience, audiences, changeAudience } from '@luvalla/contract/profiles/audiences';
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
import { type Draft, draftOf, isNobody, NEW_DRAFT, sameDraft } from './draft.ts';
import { readAudience } from './read-audience.ts';

/** What the person wants to come of it. */
type Wanted = 'draft' | 'approve';

export function useBuilding(stored: Audience | null, domain: NamedDomain, scope: Scope) {
	const navigate = useNavigate();
	const client = useQueryClient();
	const [row, setRow] = useState(stored);
	const [saved, setSaved] = useState(stored ? draftOf(stored) : NEW_DRAFT);
	const [draft, setDraft] = useState(saved);
	/** What is wrong with the title; a new one each time, so that the field takes the focus again. */
	const [wrong, setWrong] = useState<{ sentence: string } | null>(null);
	const [busy, setBusy] = useState<Wanted | null>(null);
	/** Saved in order to leave: the address is no longer ours to change. */
	const [leaves, setLeaves] = useState(false);
	const dirty = !sameDraft(draft, saved);
	const unsaved = useUnsaved(dirty, { page: true });

	const settings = { reload: [audiences], quiet: true, scope } as const;
	const add = useCall(addAudience, settings);
	const change = useCall(changeAudience, settings);
	const approve = useCall(approveAudience, { reload: [audiences], scope });

	const edit = (part: Partial<Draft>) => {
		setDraft((before) => ({ ...before, ...part }));
		if (part.title !== undefined) setWrong(null);
	};

	/** Whether there is something to send; what is missing has been said. */
	const check = (): boolean => {
		if (draft.title.trim() !== '') return true;
		if (isNobody(draft)) notifyFailure(fixedText(addAudience.invalid, currentLanguage()));
		setWrong({ sentence: fieldRule('Write this text', currentLanguage()) });
		return false;
	};
	const send = async (): Promise<Audience> => {
		const { title, segments, consents, isAnd } = draft;
		const body = { title: title.trim(), segments: [...segments], consents: [...consents], isAnd };
		const { data } = row
			? await change.mutateAsync({ query: {}, body: { ...body, id: row.id } })
			: await add.mutateAsync({ query: {}, body: { ...body, domain: domain.domain } });
		setRow(data);
		setSaved(draft);
		return data;
	};
	/** Whether it was saved; what stood in the way was told. Not being approved takes nothing back. */
	const save = async (wanted: Wanted): Promise<boolean> => {
		if (busy !== null || !check()) return false;
		setBusy(wanted);
		try {
			const text = (row ? changeAudience : addAudience).success;
			const kept = await send();
			const approved = wanted === 'approve' && (await approve.mutateAsync({ params: { id: kept.id }, query: {} }).catch(() => null));
			if (approved) setRow(approved.data);
			else notifySuccess(fixedText(text, currentLanguage()));
			return true;
		} catch (error) {
			if (!(error instanceof CallFailure)) return false;
			const { title } = error.fields;
			if (title !== undefined || error.code === 'audience_known') setWrong({ sentence: title ?? error.message });
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
		client.setQueryData(readAudience(row.id, scope).queryKey, { data: [row], page: null });
		void navigate({ to: '/audiences/$id', params: { id: row.id }, search: (old: object) => old, replace: true });
	}, [moved, row, client, scope, navigate]);

	return { draft, edit, row, wrong, unsaved, busy, save, saveAndLeave };
}
