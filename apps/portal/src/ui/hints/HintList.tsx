/** Hints as a list: a sign, a word in bold, what to do; a field that was probably meant is one press away. */
import type { Hint } from '@luvalla/contract/engagement/contents';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useLanguage } from '#portal/lib/say.ts';
import styles from './HintList.module.css';
import { saidOf } from './said.ts';
import { useHintTexts } from './texts.ts';

const signs = { error: IconAlertCircle, warning: IconAlertTriangle, ok: IconCircleCheck } as const;

interface HintListProps {
	hints: readonly Hint[];
	/** The message is in more than one language. */
	several: boolean;
	/** Puts the field that was probably meant in the other's place. */
	onUse?: (hint: Hint) => void;
}

export function HintList({ hints, several, onUse }: HintListProps) {
	const t = useHintTexts();
	const language = useLanguage();
	return (
		<ul className={styles.hints}>
			{hints.map((hint) => {
				const { what, why } = saidOf(t, hint, language, several);
				const Sign = signs[hint.level];
				const { level, code, control, detail, instead, line, column } = hint;
				return (
					<li key={[level, code, hint.language, control, detail, line, column].join('|')} data-level={level}>
						<Sign size={16} stroke={1.75} role="img" aria-label={t(level)} />
						<span>
							<b>{what}</b> {why}
							{instead !== null && onUse ? (
								<>
									{' '}
									<button type="button" className="link" onClick={() => onUse(hint)}>
										{t('use', { field: instead })}
									</button>
								</>
							) : null}
						</span>
					</li>
				);
			})}
		</ul>
	);
}
