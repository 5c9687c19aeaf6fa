/** All of an editor that is the same for both kinds of configurations: what it saves, where one is in it, and what its frame shows. */
import { readConfiguration } from '@luvalla/contract/consent/configurations';
import { CONFIGURATION_UPDATED } from '@luvalla/contract/consent/drafts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import type { DraftOf } from './draft.ts';
import type { Kind } from './kind.ts';
import { type EditorProps, useNext } from './LoadedEditor.tsx';
import { type AnyDraft, useEditing } from './use-editing.ts';

/** @param begin where the address says to begin: the tab, and what is open below it */
export function useConfigurator<Config extends AnyDraft['config'], Mapper extends object, Template extends string, Tab extends string>(
	kind: Kind<Config, Mapper, Template, Tab>,
	{ initial, stored, customerId, domains }: Omit<EditorProps<DraftOf<Config, Mapper, Template>, unknown>, 'parts'>,
	begin: { tab: Tab; part: string | undefined },
) {
	const { calls } = kind;
	const client = useQueryClient();
	const [part, setPart] = useState(begin.part);
	const reload = [calls.all, readConfiguration];
	const saving = useCall(calls.save, { reload, done: () => (stored ? CONFIGURATION_UPDATED : calls.save.success) });
	const savingQuietly = useCall(calls.save, { reload, quiet: true });
	const editing = useEditing({
		initial,
		stored,
		root: kind.root,
		tab: begin.tab,
		tabOf: kind.tabOf,
		problemsOf: kind.problemsOf,
		config: kind.shapes.config,
		asStored: (draft) => ({ ...draft, mapper: kind.clean(draft) }),
		save: {
			send: (draft: DraftOf<Config, Mapper, Template>, row, quietly) =>
				(quietly ? savingQuietly : saving).mutateAsync(kind.saved(draft, customerId, row)),
			invalid: calls.save.invalid,
			list: calls.all,
		},
		onGo: (path) => setPart((open) => kind.partOf(path) ?? open),
	});
	const { draft } = editing;
	return {
		editing,
		/** What is open below the tab. */
		part,
		setPart,
		/** Where a template's banner stands. */
		placeOf: async (template: Template) =>
			(await client.fetchQuery(asQuery(calls.template, { params: { template } }))).data.config.position,
		/** What the preview shows of any kind. */
		previewed: { version: draft.bundleVersion, host: draft.domain || 'example.com', language: editing.textsProps.language },
		/** What the frame shows of any kind. */
		frame: { editing, next: useNext(customerId, domains, draft.domain), domains, customerId, saving: saving.isPending },
	};
}
