/** Keeps a segment: what is wrong with it takes the focus, and whoever kept it is led to the list. */
import { REDIRECT_DELAY_MS } from '@luvalla/contract/constants';
import { addSegment, changeSegment, type Segment, segmentCount, segments } from '@luvalla/contract/profiles/segments';
import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { browser, type Scope } from '#portal/lib/client.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { useUnsaved } from '#portal/lib/unsaved.ts';
import { payloadOf, problemsOf } from './draft.ts';
import type { Finished } from './finished.ts';
import { useSegmentTexts } from './texts.ts';
import type { Edits } from './use-edits.ts';

interface Kept {
	/** Null: a new one. */
	segment: Segment | null;
	/** It belongs to its domain whoever may use it. */
	ofDomain: boolean;
	scope: Scope;
	/** The customer in links, for ADMIN. */
	customer: Record<string, string>;
}

export function useSaving(edits: Edits, finished: Finished, { segment, ofDomain, scope, customer }: Kept) {
	const t = useSegmentTexts();
	const navigate = useNavigate();
	const [saved, setSaved] = useState(false);
	const form = useRef<HTMLFormElement>(null);
	const there = useRef(true);
	useEffect(() => {
		there.current = true;
		return () => {
			there.current = false;
		};
	}, []);
	const unsaved = useUnsaved(!saved && edits.dirty, { page: true });
	const settings = { reload: [segments, segmentCount], scope };
	const add = useCall(addSegment, settings);
	const change = useCall(changeSegment, settings);
	const { draft, rule, told, changedAt, setTold, submitted, setSubmitted, refused, setRefused } = edits;
	const ruled = draft.fill === 'rule';
	const saving = add.isPending || change.isPending;
	const mayChange = segment === null || segment.can.change;
	const problems = problemsOf(draft, t, ofDomain);
	/** The focus goes to what is wrong first. */
	const show = () => setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not([type="hidden"])')?.focus());
	const save = async () => {
		if (saving || saved || !mayChange) return;
		setSubmitted(true);
		setRefused({});
		if (Object.keys(problems).length > 0 || (ruled && (finished.left > 0 || finished.rule === null))) {
			show();
			return;
		}
		const body = payloadOf(draft, ruled ? rule : null, ofDomain);
		let made: string;
		try {
			const kept = segment
				? change.mutateAsync({ query: {}, body: { ...body, id: segment.id, changedAt: told ? undefined : changedAt } })
				: add.mutateAsync({ query: {}, body });
			made = (await kept).data.id;
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			if (error instanceof CallFailure && error.code === 'changed_meanwhile') setTold(true);
			// any other failure was told already
			if (error instanceof CallFailure && error.hasFields) {
				setRefused(error.fields);
				show();
			}
			return;
		}
		setTold(false);
		setSaved(true);
		await browser.wait(REDIRECT_DELAY_MS);
		// whoever went on by themselves stays there
		if (there.current) void navigate({ to: '/segments', search: { ...customer, made } });
	};
	useHotkeys([['mod+S', () => void save()]], []);
	return { form, save, saving, saved, mayChange, unsaved, wrong: { ...(submitted ? problems : {}), ...refused } };
}
