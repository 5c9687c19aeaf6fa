import { IconMessage2 } from '@tabler/icons-react';
import { cloneElement } from 'react';
import { useLatePart } from '#portal/ui/late.ts';
import { useShellTexts } from '../texts.ts';
import type { FeedbackProps } from './FeedbackForm.tsx';
import control from './item.module.css';
import styles from './Shell.module.css';

const load = () => import('./FeedbackForm.tsx').then((module) => module.FeedbackForm);

/** The feedback dropdown (portal.md section 2), whose form comes when it is first wanted. */
export function Feedback() {
	const t = useShellTexts();
	const { Part, button } = useLatePart<FeedbackProps>(load, 'dialog');
	const plain = (
		<button type="button" className={control.item} data-tour="feedback" aria-label={t('feedback')}>
			<IconMessage2 size={18} stroke={1.75} aria-hidden="true" />
			<span className={styles.word} aria-hidden="true">
				{t('feedback')}
			</span>
		</button>
	);
	return Part ? <Part button={plain} /> : cloneElement(plain, button);
}
