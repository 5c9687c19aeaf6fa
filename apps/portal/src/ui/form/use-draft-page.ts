/** The course of a page on which one thing with a title is made: change, save, approve, leave. */
import { useHotkeys } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CallFailure } from '#portal/lib/failure.ts';
import { fieldRule } from '#portal/lib/field-rules.ts';
import { type FixedText, fixedText } from '#portal/lib/fixed-texts.ts';
import { notifyFailure, notifySuccess } from '#portal/lib/notices.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { useUnsaved } from '#portal/lib/unsaved.ts';
import { useThing } from '#portal/lib/use-title.ts';
import type { NamedDomain } from '../use-place.ts';

/** What the person wants to come of it. */
type Wanted = 'draft' | 'approve';

/** `useCall` of a call that answers with the row. */
interface RowCall<Input, Row> {
	mutateAsync: (input: Input) => Promise<{ data: Row }>;
}

interface DraftPage<Row extends { id: string }, Draft extends { title: string }, Payload, Read extends object> {
	/** What is changed; null: a new one is made. */
	stored: Row | null;
	/** What the form begins with. */
	begin: () => Draft;
	same: (one: Draft, other: Draft) => boolean;
	/** Nothing was written at all. */
	isNothing: (draft: Draft) => boolean;
	/** Said where nothing was written, and once it was added or changed. */
	texts: { invalid: FixedText; added: FixedText; changed: FixedText };
	payloadOf: (draft: Draft) => Payload;
	/** Its parts by their names as the person knows them. */
	named: (draft: Draft) => Readonly<Record<string, unknown>>;
	/** By which the server knows whether somebody else has changed it since: what the row says, as the calls take it; null: it is replaced. */
	readOf: (row: Row | null) => Read;
	/** Of a new one. */
	domain: NamedDomain;
	add: RowCall<{ query: Record<string, never>; body: Payload & { domain: string } }, Row>;
	change: RowCall<{ query: Record<string, never>; body: Payload & { id: string } & Read }, Row>;
	approve: RowCall<{ query: Read; params: { id: string } }, Row>;
	/** Where each has its page, and what that page reads: a new one's takes over once it is stored and nothing is unsaved. */
	path: string;
	read: (id: string) => { queryKey: readonly unknown[] };
}

/** The draft, what is stored of it, what is wrong with its title, and what can be done with it. */
export function useDraftPage<Row extends { id: string }, Draft extends { title: string }, Payload, Read extends object>(
	page: DraftPage<Row, Draft, Payload, Read>,
) {
	const navigate = useNavigate();
	const client = useQueryClient();
	const { stored, texts } = page;
	const [row, setRow] = useState(stored);
	const [saved, setSaved] = useState(page.begin);
	const [draft, setDraft] = useState(saved);
	/** What is wrong with the title; a new one each time, so that the field takes the focus again. */
	const [wrong, setWrong] = useState<{ sentence: string } | null>(null);
	const [busy, setBusy] = useState<Wanted | null>(null);
	/** It was saved, now or before: what is missing for approval is said at the fields. */
	const [asked, setAsked] = useState(stored !== null);
	/** Saved in order to leave: the address is no longer ours to change. */
	const [leaves, setLeaves] = useState(false);
	/** Somebody else has changed it, and the person was told: what they save next takes its place. */
	const [told, setTold] = useState(false);
	/** How often theirs took the place of what was written: an editor that keeps its own text begins anew. */
	const [shown, setShown] = useState(0);
	const dirty = !page.same(draft, saved);
	/** What somebody else saved, once the person was told and it is here. */
	const theirs = told && stored ? page.begin() : saved;
	const unsaved = useUnsaved(dirty, { page: true });

	/** Changes parts of the draft, or makes the next of the one before. */
	const edit = (next: Partial<Draft> | ((before: Draft) => Draft)) => {
		setDraft((before) => (typeof next === 'function' ? next(before) : { ...before, ...next }));
		if (typeof next !== 'function' && next.title !== undefined) setWrong(null);
	};

	/** Whether there is something to send; what is missing has been said. */
	const check = (): boolean => {
		if (draft.title.trim() !== '') return true;
		if (page.isNothing(draft)) notifyFailure(fixedText(texts.invalid, currentLanguage()));
		setWrong({ sentence: fieldRule('Write this text', currentLanguage()) });
		return false;
	};
	/** What somebody else changed, in words. */
	const changed = told ? differing(page.named(saved), page.named(theirs)) : [];
	/** As it stands now, whatever was written here. */
	const showTheirs = () => {
		setRow(stored);
		setSaved(theirs);
		setDraft(theirs);
		setTold(false);
		setWrong(null);
		setShown(shown + 1);
	};
	// Nothing is written that could be lost: else approving would be refused for ever.
	const behind = told && !dirty && JSON.stringify(page.readOf(stored)) !== JSON.stringify(page.readOf(row));
	const follow = useEffectEvent(showTheirs);
	useEffect(() => {
		if (behind) follow();
	}, [behind]);
	/** It was told already. */
	const hear = (error: unknown): null => {
		if (row && error instanceof CallFailure && error.code === 'changed_meanwhile') setTold(true);
		return null;
	};
	const send = async (): Promise<Row> => {
		if (row && !dirty) return row;
		const payload = page.payloadOf(draft);
		const { data: kept } = row
			? await page.change.mutateAsync({ query: {}, body: { ...payload, id: row.id, ...page.readOf(told ? null : row) } })
			: await page.add.mutateAsync({ query: {}, body: { ...payload, domain: page.domain.domain } });
		setRow(kept);
		setSaved(draft);
		setTold(false);
		return kept;
	};
	/** Whether it was saved; what stood in the way was told. Not being approved takes nothing back. */
	const save = async (wanted: Wanted): Promise<boolean> => {
		setAsked(true);
		if (busy !== null || !check()) return false;
		setBusy(wanted);
		try {
			const text = row ? texts.changed : texts.added;
			const kept = await send();
			const approved =
				wanted === 'approve'
					? await page.approve.mutateAsync({ params: { id: kept.id }, query: page.readOf(kept) }).catch((error) => hear(error))
					: null;
			if (approved) setRow(approved.data);
			else if (wanted === 'draft') notifySuccess(fixedText(text, currentLanguage()));
			return true;
		} catch (error) {
			hear(error);
			if (!(error instanceof CallFailure)) return false;
			const { title } = error.fields;
			if (title !== undefined) setWrong({ sentence: title });
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
	const made = stored === null && row !== null && !dirty && busy === null && !leaves ? row : null;
	const move = useEffectEvent((row: Row) => {
		client.setQueryData(page.read(row.id).queryKey, { data: [row], page: null });
		void navigate({ to: `${page.path}/${row.id}`, search: (old: object) => old, replace: true });
	});
	useEffect(() => {
		if (made) move(made);
	}, [made]);

	useThing(draft.title || undefined);
	useHotkeys([['mod+S', () => void save('draft')]], []);
	const title = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (wrong) title.current?.focus();
	}, [wrong]);

	return {
		title,
		draft,
		edit,
		row,
		wrong,
		asked,
		unsaved,
		busy,
		dirty,
		save,
		saveAndLeave,
		meanwhile: { fields: changed, onShow: showTheirs, shown },
	};
}

/** Names of what is another in one than in the other. */
const differing = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): string[] =>
	Object.keys({ ...one, ...other }).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));
