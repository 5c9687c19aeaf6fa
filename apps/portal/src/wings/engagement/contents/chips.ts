/** Fields in rich text drawn as chips: tinted, their braces put away while the caret is elsewhere, unknown ones marked. */

import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { Extension } from '@tiptap/react';
import { OUTPUT } from './liquid.ts';

interface Classes {
	chip: string;
	unknown: string;
	brace: string;
}

const key = new PluginKey('fields');

/** @param unknown asked anew at each drawing */
export const chips = (unknown: () => ReadonlySet<string>, classes: Classes) =>
	Extension.create({
		name: 'fields',
		addProseMirrorPlugins: () => [
			new Plugin({
				key,
				props: {
					decorations: ({ doc, selection }) => {
						const found: Decoration[] = [];
						doc.descendants((node, at) => {
							if (!node.isText || !node.text) return;
							for (const match of node.text.matchAll(OUTPUT)) {
								const [whole, path = ''] = match;
								const from = at + match.index;
								const to = from + whole.length;
								const says = whole.indexOf(path, 2);
								const inside = selection.from > from && selection.from < to;
								const chip = unknown().has(path) ? `${classes.chip} ${classes.unknown}` : classes.chip;
								found.push(Decoration.inline(from, to, { class: chip }));
								if (inside || path === '') continue;
								found.push(Decoration.inline(from, from + says, { class: classes.brace }));
								found.push(Decoration.inline(from + whole.trimEnd().search(/\s*-?\}\}$/), to, { class: classes.brace }));
							}
						});
						return DecorationSet.create(doc, found);
					},
				},
			}),
		],
	});
