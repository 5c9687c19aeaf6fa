import { HELP_LIMIT } from '@luvalla/contract/constants';
import { helpContent } from '@luvalla/contract/guidance/content';
import { Accordion, ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { IconHelpCircle, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { publicSettings } from '#portal/lib/settings.ts';
import { useShellTexts } from '../texts.ts';
import styles from './Shell.module.css';

/** The side tab at the right edge: same place on every page, at the drawer's edge while it is open. */
export function GuideTab({ opened, onToggle }: { opened: boolean; onToggle: () => void }) {
	const t = useShellTexts();
	return (
		<button type="button" className={styles.tab} aria-expanded={opened} aria-controls="guide" onClick={onToggle}>
			<IconHelpCircle size={15} stroke={1.75} aria-hidden="true" />
			{t('guideMe')}
		</button>
	);
}

/** Help for the current page: title, short text, accordions; support at the foot. It pushes the page, never covers it. */
export function GuideDrawer({ topic, onClose }: { topic: string; onClose: () => void }) {
	const t = useShellTexts();
	const language = useLanguage();
	const closeButton = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		closeButton.current?.focus();
	}, []);
	return (
		<aside
			id="guide"
			className={styles.help}
			aria-label={t('guideMe')}
			onKeyDown={(event) => {
				if (event.key === 'Escape') onClose();
			}}
		>
			<div className={styles.helpHead}>
				<IconHelpCircle size={20} stroke={1.75} aria-hidden="true" />
				<h2>{t('guideMe')}</h2>
				<Tooltip label={t('closeGuide')}>
					<ActionIcon ref={closeButton} variant="subtle" color="gray" size={32} aria-label={t('closeGuide')} onClick={onClose}>
						<IconX size={18} stroke={1.75} />
					</ActionIcon>
				</Tooltip>
			</div>
			<div className={styles.helpBody}>
				<GuideText key={`${topic} ${language}`} topic={topic} />
			</div>
			<div className={styles.helpFoot}>
				<a className="link" href={publicSettings().supportUrl}>
					{t('contactSupport')}
				</a>
			</div>
		</aside>
	);
}

function GuideText({ topic }: { topic: string }) {
	const t = useShellTexts();
	const help = useQuery(asQuery(helpContent, { query: { type: 'featureHelp', title: topic, limit: HELP_LIMIT } }));
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
	return help.data.data.map((item) => (
		<section key={item.heading || item.title}>
			<h3>{item.heading || item.title}</h3>
			<Prose html={item.content} />
			{item.accordion.length > 0 ? (
				<Accordion multiple>
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
