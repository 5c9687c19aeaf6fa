/** *Ready to publish?*: what holds and what stands in the way, a line each. */
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';

export interface ReadyLine {
	key: string;
	/** Holds, stands in the way, or is only worth knowing. */
	ok: boolean | 'note';
	bold: string;
	more: string;
}

interface ReadyListProps {
	lines: readonly ReadyLine[];
	/** Some field cannot be saved as it is. */
	incomplete: boolean;
}

export function ReadyList({ lines, incomplete }: ReadyListProps) {
	const t = useConfigurationTexts();
	const first = incomplete ? [{ key: 'incomplete', ok: false, bold: t('incomplete'), more: '' }] : [];
	return (
		<section className={styles.ready} aria-labelledby="ready">
			<h2 id="ready">{t('ready')}</h2>
			<ul className={styles.lines}>
				{[...first, ...lines].map(({ key, ok, bold, more }) => {
					const Icon = ok === 'note' ? IconInfoCircle : ok ? IconCircleCheck : IconAlertTriangle;
					return (
						<li key={key} className={styles.line} data-ok={ok}>
							<Icon size={18} stroke={1.75} aria-hidden="true" />
							<span>
								<strong>{bold}</strong> {more}
							</span>
						</li>
					);
				})}
			</ul>
		</section>
	);
}
