/** The three visits side by side: how many cookies each left, what should not be there, and the start page as it looked. */
import { type CookieScanDetail, cookieScanPicture } from '@luvalla/contract/consent/cookie-scans';
import { useState } from 'react';
import { Dialog } from '#portal/ui/Dialog.tsx';
import styles from './scans.module.css';
import { useScanTexts } from './texts.ts';

const PASSES = ['before', 'accept', 'reject'] as const;
type Pass = (typeof PASSES)[number];

export function Passes({ scan }: { scan: CookieScanDetail }) {
	const t = useScanTexts();
	const [large, setLarge] = useState<Pass | null>(null);
	const { counts } = scan;
	const address = (pass: Pass): string =>
		`/api${cookieScanPicture.path.replace('{id}', String(scan.customerId)).replace('{scanId}', scan.id).replace('{pass}', pass)}`;
	// A visit whose banner could not be answered shows nothing of what follows an answer.
	const made = (pass: Pass): boolean =>
		scan.status === 'done' ? pass === 'before' || scan.presses.some((one) => one.pass === pass && one.taken === true) : counts[pass] > 0;
	const note = (pass: Pass): { text: string; tone?: 'bad' | 'good' } | null => {
		if (scan.nonCmp && pass !== 'before') return { text: t('notMade') };
		if (!made(pass)) return scan.status === 'done' ? { text: t('notMade') } : null;
		if (pass === 'before')
			return counts.early > 0 ? { text: t('tooEarly', { count: counts.early }), tone: 'bad' } : { text: t('noneEarly'), tone: 'good' };
		if (pass === 'reject')
			return counts.late > 0 ? { text: t('tooLate', { count: counts.late }), tone: 'bad' } : { text: t('onlyNecessary'), tone: 'good' };
		return null;
	};
	return (
		<ul className={styles.passes}>
			{PASSES.map((pass) => {
				const said = note(pass);
				return (
					<li key={pass}>
						<div>
							<p>{t(pass)}</p>
							<p className={styles.big}>{made(pass) ? t('cookiesOf', { count: counts[pass] }) : '—'}</p>
							<p className={said?.tone === undefined ? styles.quiet : styles[said.tone]}>{said?.text ?? '\u00a0'}</p>
						</div>
						{made(pass) && scan.pictures.includes(pass) ? (
							<button type="button" className={styles.thumb} aria-label={t('enlarge', { pass: t(pass) })} onClick={() => setLarge(pass)}>
								<img src={address(pass)} alt="" width={80} height={50} loading="lazy" />
							</button>
						) : null}
					</li>
				);
			})}
			<Dialog opened={large !== null} onClose={() => setLarge(null)} title={large === null ? '' : t('picture', { pass: t(large) })}>
				{large === null ? null : <img className={styles.large} src={address(large)} alt={t('picture', { pass: t(large) })} />}
			</Dialog>
		</ul>
	);
}
