/**
 * The three visits side by side: how many cookies each left, what should not be there, and the start page as it looked. They are the heads of
 * the table's columns where there is one and room for it, else a list of their own.
 */
import { type CookieScanDetail, cookieScanPicture } from '@luvalla/contract/consent/cookie-scans';
import { useState } from 'react';
import { Dialog } from '#portal/ui/Dialog.tsx';
import styles from './scans.module.css';
import { useScanTexts } from './texts.ts';

const PASSES = ['before', 'accept', 'reject'] as const;
type Pass = (typeof PASSES)[number];

/** One visit. */
export function PassHead({ scan, pass }: { scan: CookieScanDetail; pass: Pass }) {
	const t = useScanTexts();
	const [large, setLarge] = useState(false);
	const { counts } = scan;
	const address = `/api${cookieScanPicture.path.replace('{id}', String(scan.customerId)).replace('{scanId}', scan.id).replace('{pass}', pass)}`;
	// A visit whose banner could not be answered shows nothing of what follows an answer.
	const made =
		scan.status === 'done' ? pass === 'before' || scan.presses.some((one) => one.pass === pass && one.taken === true) : counts[pass] > 0;
	const note = (): { text: string; tone?: 'bad' | 'good' } | null => {
		if (scan.nonCmp && pass !== 'before') return { text: t('notMade') };
		if (!made) return scan.status === 'done' ? { text: t('notMade') } : null;
		if (pass === 'before')
			return counts.early > 0 ? { text: t('tooEarly', { count: counts.early }), tone: 'bad' } : { text: t('noneEarly'), tone: 'good' };
		if (pass === 'reject')
			return counts.late > 0 ? { text: t('tooLate', { count: counts.late }), tone: 'bad' } : { text: t('onlyNecessary'), tone: 'good' };
		return null;
	};
	const said = note();
	return (
		<div className={styles.pass}>
			<div>
				<p>{t(pass)}</p>
				<p className={styles.big}>{made ? t('cookiesOf', { count: counts[pass] }) : '—'}</p>
				<p className={said?.tone === undefined ? styles.quiet : styles[said.tone]}>{said?.text ?? '\u00a0'}</p>
			</div>
			{made && scan.pictures.includes(pass) ? (
				<button type="button" className={styles.thumb} aria-label={t('enlarge', { pass: t(pass) })} onClick={() => setLarge(true)}>
					<img src={address} alt="" width={64} height={40} loading="lazy" />
				</button>
			) : null}
			<Dialog opened={large} onClose={() => setLarge(false)} title={t('picture', { pass: t(pass) })}>
				{large ? <img className={styles.large} src={address} alt={t('picture', { pass: t(pass) })} /> : null}
			</Dialog>
		</div>
	);
}

/** @param headed they are heads of a table, too: the list is for windows in which tables have none */
export function Passes({ scan, headed }: { scan: CookieScanDetail; headed: boolean }) {
	return (
		<ul className={styles.passes} data-narrow={headed ? '' : undefined}>
			{PASSES.map((pass) => (
				<li key={pass}>
					<PassHead scan={scan} pass={pass} />
				</li>
			))}
		</ul>
	);
}
