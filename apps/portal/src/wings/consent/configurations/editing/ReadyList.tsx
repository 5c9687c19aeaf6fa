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

const ORDER: readonly ReadyLine['ok'][] = [false, 'note', true];

interface ReadyListProps {
	lines: readonly ReadyLine[];
	/** Some field cannot be saved as it is. */
	incomplete: boolean;
}

export function ReadyList({ lines, incomplete }: ReadyListProps) {
	const t = useConfigurationTexts();
	const first: ReadyLine[] = incomplete ? [{ key: 'incomplete', ok: false, bold: t('incomplete'), more: '' }] : [];
	// what stands in the way is seen first, what holds last
	const ordered = [...first, ...lines].toSorted((a, b) => ORDER.indexOf(a.ok) - ORDER.indexOf(b.ok));
	const held = ordered.filter(({ ok }) => ok === true).length;
	const points = ordered.filter(({ ok }) => ok !== 'note').length;
	return (
		<section className={styles.ready} aria-labelledby="ready">
			<div className="ends-8">
				<h2 id="ready">{t('ready')}</h2>
				<span className={styles.quiet}>{t('readyCount', { held, count: points })}</span>
			</div>
			<ul className="above-8 stack-6">
				{ordered.map(({ key, ok, bold, more }) => {
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
