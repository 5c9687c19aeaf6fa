import '@mantine/core/styles/Accordion.layer.css';
import { type HelpType, helpContent } from '@luvalla/contract/guidance/content';
import { Accordion, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type * as z from 'zod';
import { asQuery } from '#portal/lib/calls.ts';
import { useShellTexts } from '../texts.ts';
import styles from './HelpText.module.css';

interface HelpTextProps {
	type: z.infer<typeof HelpType>;
	/** One topic; without it all of the type. */
	title?: string;
	limit: number;
	/** The entry that is open at first. */
	open?: string | null;
	/** It was chosen elsewhere: the reader is brought to it, below what was found. */
	leads?: boolean;
}

/** What the content service has for a place: heading, text, and questions that open. */
export function HelpText({ type, title, limit, open = null, leads = false }: HelpTextProps) {
	const t = useShellTexts();
	const help = useQuery(asQuery(helpContent, { query: { type, title, limit } }));
	const start = useRef<HTMLElement>(null);
	const isThere = help.isSuccess;
	useEffect(() => {
		if (!isThere || !leads) return;
		const part = open === null ? null : start.current?.querySelector('[data-active]');
		(part ?? start.current)?.scrollIntoView({ block: 'start' });
	}, [isThere, leads, open]);
	if (help.isPending) return <Skeleton height={120} />;
	if (help.isError)
		return (
			<p role="alert">
				{t('guideFailed')}{' '}
				<button type="button" className="link" onClick={() => void help.refetch()}>
					{t('tryAgain')}
				</button>
			</p>
		);
	if (help.data.data.length === 0) return <p>{t('noGuide')}</p>;
	return help.data.data.map((item, at) => (
		<section ref={at === 0 ? start : undefined} key={item.heading || item.title}>
			<h3>{item.heading || item.title}</h3>
			<Prose html={item.content} />
			{item.accordion.length > 0 ? (
				<Accordion
					multiple
					classNames={{ root: styles.parts, control: styles.control, label: 'strong', content: styles.content }}
					defaultValue={open === null ? [] : [open]}
				>
					{item.accordion.map((part) => (
						<Accordion.Item key={part.title} value={part.title}>
							<Accordion.Control>{part.title}</Accordion.Control>
							<Accordion.Panel>
								<Prose html={part.accordionContent} />
							</Accordion.Panel>
						</Accordion.Item>
					))}
				</Accordion>
			) : null}
		</section>
	));
}

/** Help text: HTML the content service makes from the repository's own Markdown, which nobody's input enters. */
function Prose({ html }: { html: string }) {
	// biome-ignore lint/security/noDangerouslySetInnerHtml: the contract promises HTML from the repository's own files only
	return <div className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />;
}
