/** What a leaflet says to everybody: its texts in all languages, without what they say of people. */
import { LIQUID } from '../../contents/template.ts';
import type { Frozen } from '../../message.ts';
import { writtenOf } from './html.ts';

export const writtenWords = ({ languages }: Pick<Frozen, 'languages'>): string[] =>
	Object.values(languages).flatMap(({ html, text }) => [
		(text ?? '').replace(LIQUID, ''),
		...writtenOf((html ?? '').replace(LIQUID, '')).blocks.flatMap((block) =>
			'spans' in block ? block.spans.map((span) => span.text) : [],
		),
	]);
