import { endAssistance } from '@luvalla/contract/identity/sessions';
import { IconUserShield } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { timeText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { type Assisted, changePerson } from '#portal/lib/session.ts';
import { leave } from '#portal/lib/unsaved.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import styles from './AssistBar.module.css';
import { useAssistTexts } from './texts.ts';

/** Around every page of an assisted session: an amber bar above the header says who acts for whom, and until when. */
export function AssistFrame({ assisted, children }: { assisted: Assisted; children: ReactNode }) {
	return (
		<div className={styles.frame}>
			<AssistBar assisted={assisted} />
			<div className={styles.rest}>{children}</div>
		</div>
	);
}

function AssistBar({ assisted }: { assisted: Assisted }) {
	const t = useAssistTexts();
	const language = useLanguage();
	const person = usePerson();
	const end = useCall(endAssistance, { onSuccess: () => void changePerson('/') });
	return (
		<section className={styles.bar} aria-label={t('label')}>
			<IconUserShield size={18} stroke={1.75} aria-hidden="true" />
			<p className={styles.words}>
				<strong>{t('bar', { user: person.email })}</strong> {t('barFor', { by: assisted.by, time: timeText(assisted.until, language) })}
			</p>
			<button type="button" className={styles.end} disabled={end.isPending || end.isSuccess} onClick={() => leave(() => end.mutate({}))}>
				{t('end')}
			</button>
		</section>
	);
}
