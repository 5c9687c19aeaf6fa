/** What is written of a content in one language, what the server makes and says of it, and the fields that it may name. */
import type { ContentType } from '@luvalla/contract/engagement/content-types';
import { type Controls, contentFields, type Hint } from '@luvalla/contract/engagement/contents';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { promptOf } from '#portal/ui/hints/said.ts';
import { useHintTexts } from '#portal/ui/hints/texts.ts';
import { isBegun } from './draft.ts';
import { kindOf } from './kinds.ts';
import { type Fields, unknownIn } from './offer.ts';
import type { Editing } from './use-editing.ts';
import type { Previewed } from './use-person.ts';
import { usePreview } from './use-preview.ts';

const NONE: ReadonlySet<string> = new Set();

export function useWriting({ draft, write, row, asked, meanwhile }: Editing, current: string, person: Previewed, scope: Scope) {
	const said = useHintTexts();
	const { channel, types } = kindOf(draft.contentType);
	const controls = draft.controls[current] ?? {};
	const preview = usePreview(draft, current, person.id ?? null, scope);
	const hints = (preview.data?.data.hints ?? row?.hints ?? []).filter(
		({ control }) => channel !== null || control === null || types.includes(control),
	);
	const fields = useFields(person, controls, hints, scope);
	/** Those that the focus was in. */
	const [left, setLeft] = useState(NONE);
	const [version, setVersion] = useState(0);
	return {
		current,
		controls,
		preview,
		hints,
		fields,
		begun: isBegun(draft),
		/** Changes when a text was changed from outside its editor. */
		version: version + meanwhile.shown,
		change: (part: Partial<Controls>) => write(current, part),
		/** From outside the editors of texts, which begin anew. */
		replace: (language: string, part: Partial<Controls>) => {
			write(language, part);
			setVersion(version + 1);
		},
		/** The focus has left it: that it is missing may be said. */
		leave: (control: ContentType) => () => setLeft((before) => new Set([...before, `${current} ${control}`])),
		/** The prompt of one that must be there and is not. */
		missing: (control: ContentType): string | undefined =>
			(asked || left.has(`${current} ${control}`)) &&
			// what was written since is not missing, whatever the last answer said
			(controls[control] ?? '').trim() === '' &&
			hints.some((hint) => hint.code === 'missing' && hint.control === control && hint.language === current)
				? promptOf(said, control)
				: undefined,
	};
}
export type Writing = ReturnType<typeof useWriting>;

/** The fields that a text may name, with the values of whom the preview is for, and those that are named and nobody knows. */
function useFields({ id, current }: Previewed, controls: Controls, hints: readonly Hint[], scope: Scope): Fields {
	const offered = useQuery({ ...asQuery(contentFields, { query: { person: id } }, scope), staleTime: 60_000 });
	const all = offered.data?.data;
	// as soon as it is written; what the server says besides comes a moment later
	const unknownText = [
		...new Set([
			...hints.flatMap(({ code, detail }) => (code === 'unknown_field' ? [detail] : [])),
			...Object.values(controls).flatMap((one) => unknownIn(one ?? '', all ?? [])),
		]),
	].join('\n');
	return useMemo(
		() => ({
			all: all ?? [],
			name: current?.name ?? null,
			unknown: unknownText === '' ? NONE : new Set(unknownText.split('\n')),
		}),
		[all, current?.name, unknownText],
	);
}
