/** One publication: its line, and unfolded what visitors see, what was checked and what changed. */
import type { Publication } from '@luvalla/contract/consent/configurations';
import type { BannerTest } from '@luvalla/contract/consent/rates';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowsSplit2, IconChevronDown, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Scope } from '#portal/lib/client.ts';
import { momentText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Badge, LiveBadge } from '#portal/ui/Badge.tsx';
import { Changes } from './Changes.tsx';
import styles from './history.module.css';
import { Pictures } from './Pictures.tsx';
import { Points } from './Points.tsx';
import { useHistoryTexts } from './texts.ts';

/** What stands over the drawer: one thing at a time. */
export type Over =
	| { kind: 'picture'; publication: Publication; at: number }
	| { kind: 'serve'; publication: Publication }
	| { kind: 'start'; publication: Publication }
	| { kind: 'end'; test: BannerTest; keep: BannerTest['first'] };

interface PublicationEntryProps {
	publication: Publication;
	/** The version before it, of the same configuration; none: it is the first. */
	before: Publication | undefined;
	/** The test that runs on the domain. */
	running: BannerTest | undefined;
	startsOpen: boolean;
	scope: Scope;
	onOver: (over: Over) => void;
}

export function PublicationEntry({ publication, before, running, startsOpen, scope, onOver }: PublicationEntryProps) {
	const t = useHistoryTexts();
	const language = useLanguage();
	const [open, setOpen] = useState(startsOpen);
	const id = useId();
	const { folder, version, live, measured } = publication;
	const tested = running !== undefined && [running.first.folder, running.second.folder].includes(folder);
	return (
		<div className={styles.entry}>
			<div className="row-4-8">
				<h3>
					<button type="button" className={styles.fold} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
						<IconChevronDown size={16} stroke={1.75} aria-hidden="true" className={styles.chevron} />
						{t('version', { version })}
					</button>
				</h3>
				{live ? <LiveBadge>{t('live')}</LiveBadge> : null}
				{tested ? (
					<Badge hue="blue" icon={IconArrowsSplit2}>
						{t('inTest')}
					</Badge>
				) : null}
				<Badge hue={measured ? 'green' : 'gray'} icon={measured ? IconEye : IconEyeOff}>
					{measured ? t('measured') : t('notMeasured')}
				</Badge>
			</div>
			<p className={styles.quiet}>
				{t('publishedBy', { when: momentText(publication.publishedAt, language), who: publication.publishedBy })}
			</p>
			<div id={id} className={styles.unfolded} hidden={!open}>
				{open ? (
					<>
						{live ? null : running ? (
							<p className={styles.quiet}>{t('testFirst')}</p>
						) : (
							<div className="wrap-8">
								<Button
									variant="default"
									leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden="true" />}
									onClick={() => onOver({ kind: 'serve', publication })}
								>
									{t('serve')}
								</Button>
								<Button
									variant="default"
									leftSection={<IconArrowsSplit2 size={16} stroke={1.75} aria-hidden="true" />}
									onClick={() => onOver({ kind: 'start', publication })}
								>
									{t('start')}
								</Button>
							</div>
						)}
						<Pictures publication={publication} onOpen={(at) => onOver({ kind: 'picture', publication, at })} />
						<Points findings={publication.findings} />
						<Changes folder={folder} before={before} scope={scope} />
					</>
				) : null}
			</div>
		</div>
	);
}
