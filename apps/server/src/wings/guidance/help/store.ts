/**
 * Help texts: Markdown per language in this folder, `{language}/{type}/{title}.md`. The first line is the heading, the
 * text up to the first `##` the content, every `##` an accordion entry. Read once, when somebody first asks.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type HelpItem, HelpType } from '@luvalla/contract/guidance/content.ts';
import { marked } from 'marked';
import type * as z from 'zod';
import type { Language } from '#kernel/http/errors.ts';

export type Item = z.infer<typeof HelpItem>;

const html = (markdown: string): string => marked.parse(markdown.trim(), { async: false, gfm: true });

/** One file as the content service answers it. */
export const parseHelp = (type: Item['type'], title: string, text: string): Item => {
	const [head = '', ...sections] = text.trim().split(/^## /m);
	const [heading = '', ...body] = head.split('\n');
	return {
		type,
		title,
		heading: heading.replace(/^#\s*/, '').trim(),
		content: html(body.join('\n')),
		accordion: sections.map((section) => {
			const [name = '', ...rest] = section.split('\n');
			return { title: name.trim(), accordionContent: html(rest.join('\n')) };
		}),
	};
};

const readLanguage = async (language: Language): Promise<Item[]> => {
	const files = (await readdir(join(import.meta.dirname, language), { recursive: true })).filter((name) => name.endsWith('.md')).sort();
	return Promise.all(
		files.map(async (name) => {
			const [type, file = ''] = name.split(sep);
			return parseHelp(HelpType.parse(type), file.replace(/\.md$/, ''), await readFile(join(import.meta.dirname, language, name), 'utf8'));
		}),
	);
};

export const readHelp = async (): Promise<Record<Language, Item[]>> => ({ en: await readLanguage('en'), fi: await readLanguage('fi') });
