/** A push as it stands on a phone or beside a browser, and where a tap on it leads. */
import type { Rendered } from '@luvalla/contract/engagement/contents';
import { IconClick, IconHandFinger } from '@tabler/icons-react';
import styles from './push.module.css';
import { useContentTexts } from './texts.ts';

interface PushPreviewProps {
	push: NonNullable<Rendered['push']>;
	image: string | null;
	domain: string;
	/** Whose it is, for those who hear it. */
	label: string;
	dark: boolean;
	/** It stands beside a browser, and nobody taps it. */
	web: boolean;
	lang: string;
}

export function PushPreview({ push, image, domain, label, dark, web, lang }: PushPreviewProps) {
	const t = useContentTexts();
	return (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
		<section className={styles.phone} data-dark={dark || undefined} data-web={web || undefined} tabIndex={0} aria-label={label}>
			<article className={styles.card}>
				<p className={styles.from}>
					<span className={styles.app} aria-hidden="true">
						{domain.charAt(0)}
					</span>
					<span>{domain}</span>
					<span className={styles.when}>{t('pushNow')}</span>
				</p>
				<div lang={lang}>
					<h3>{push.title}</h3>
					<p className={styles.text}>{push.body}</p>
				</div>
				{image === null ? null : <img src={image} alt="" />}
			</article>
			<p className={styles.tap}>
				{web ? <IconClick size={16} stroke={1.75} aria-hidden="true" /> : <IconHandFinger size={16} stroke={1.75} aria-hidden="true" />}
				<span>
					{t(push.link === null ? (web ? 'pressOpens' : 'tapOpens') : web ? 'pressLeads' : 'tapLeads')}{' '}
					{push.link === null ? null : <b lang="">{push.link}</b>}
				</span>
			</p>
		</section>
	);
}
