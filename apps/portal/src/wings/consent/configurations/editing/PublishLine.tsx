/** Below the acts of the bar: what is being done, what was published, or what is live on the domain. Its line is always there. */
import type { NextPublication } from '@luvalla/contract/consent/configurations';
import { IconExternalLink } from '@tabler/icons-react';
import { relativeText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useNow } from '#portal/ui/times.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';

/** Until then it was *just now*. */
const JUST_NOW_MS = 60_000;

interface PublishLineProps {
	id?: string;
	publishing: boolean;
	next: NextPublication | null | undefined;
	host: string;
	/** What is live is exactly what stands in the form. */
	same: boolean;
}

export function PublishLine({ id, publishing, next, host, same }: PublishLineProps) {
	const t = useConfigurationTexts();
	const language = useLanguage();
	const now = useNow(10_000);
	const live = next?.live ?? null;
	const ago = live && now.getTime() - new Date(live.since).getTime() < JUST_NOW_MS ? null : live && relativeText(live.since, now, language);
	const published = live && (ago === null ? t('publishedJustNow') : t('publishedAgo', { ago }));
	const points = live && (live.measured ? t('pointsMeasured', { count: live.points }) : t('pointsChecked', { count: live.points }));
	const words = publishing
		? t('publishing')
		: host === '' || !next
			? ''
			: live === null
				? t('nothingLive', { host })
				: same
					? `${published} · ${points}`
					: t('liveNow', { title: live.title, version: live.version });
	return (
		<p className={styles.publishLine} id={id}>
			<span role="status">{words}</span>
			{live !== null && !publishing ? (
				<>
					{' · '}
					<a href={next?.site} target="_blank" rel="noreferrer">
						{t('openSite', { host })}
						<IconExternalLink size={14} stroke={2} aria-hidden="true" />
						<span className="visually-hidden"> {t('newTab')}</span>
					</a>
				</>
			) : null}
		</p>
	);
}
