/** What can be done with the rows that are picked: floats at the foot, over the list, so that nothing moves when it comes. */
import { IconX, type TablerIcon } from '@tabler/icons-react';
import { useDeferredValue } from 'react';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useKitTexts } from '../texts.ts';
import styles from './BulkBar.module.css';
import { countPicked, type Picked } from './picked.ts';

/** What was picked, for whoever does something with it. */
export interface PickedRows {
	picked: Picked;
	count: number;
	/** There are more than `count`. */
	more: boolean;
	/** Picks nothing again: the act has begun. */
	clear: () => void;
}

export interface BulkAction {
	label: string;
	icon: TablerIcon;
	onChoose: (rows: PickedRows) => void;
}

interface BulkBarProps {
	picked: Picked;
	/** Rows that match; with `more` there are more than that. */
	total: number;
	more: boolean;
	/** Something narrows the list. */
	narrowed: boolean;
	/** Rows on this page. */
	page: readonly string[];
	actions: readonly BulkAction[];
	onPicked: (picked: Picked) => void;
	onClear: () => void;
}

export function BulkBar({ picked, total, more, narrowed, page, actions, onPicked, onClear }: BulkBarProps) {
	const t = useKitTexts();
	const language = useLanguage();
	const count = countPicked(picked, total);
	const all = `${numberText(total, language)}${more ? '+' : ''}`;
	// the row is seen to be picked first, and the bar comes in the picture after it; what it says and does is of what is picked now
	const due = useDeferredValue(count > 0);
	const whole = 'all' in picked && picked.but.size === 0;
	const text = count === 0 ? '' : whole ? t(narrowed ? 'allMatching' : 'allPicked', { total: all }) : t('picked', { count });
	return (
		<>
			<span role="status" className="visually-hidden">
				{text}
			</span>
			{count === 0 || !due ? null : (
				<section className={styles.bar} aria-label={t('pickedRows')}>
					<strong className="strong num">{text}</strong>
					{'all' in picked ? (
						<button type="button" className={styles.way} onClick={() => onPicked({ these: new Set(page) })}>
							{t('onlyThese', { count: page.length })}
						</button>
					) : more || total > count ? (
						<button type="button" className={styles.way} onClick={() => onPicked({ all: true, but: new Set() })}>
							{t('pickAll', { total: all })}
						</button>
					) : null}
					<span className={styles.actions}>
						{actions.map(({ label, icon: Icon, onChoose }) => (
							<button
								key={label}
								type="button"
								className={styles.action}
								onClick={() => onChoose({ picked, count, more: more && 'all' in picked, clear: onClear })}
							>
								<Icon size={16} stroke={1.75} aria-hidden="true" />
								{label}
							</button>
						))}
					</span>
					<button type="button" className={styles.close} aria-label={t('pickNothing')} title={t('pickNothing')} onClick={onClear}>
						<IconX size={16} stroke={2} aria-hidden="true" />
					</button>
				</section>
			)}
		</>
	);
}
