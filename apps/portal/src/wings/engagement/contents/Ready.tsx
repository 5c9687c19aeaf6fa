/** What a content lacks before it can be approved, and what else is said of it; of some of it, what mends it. */
import type { Hint } from '@luvalla/contract/engagement/contents';
import { HintList } from '#portal/ui/hints/HintList.tsx';
import { languagesOf } from './draft.ts';
import styles from './editor.module.css';
import { withField } from './liquid.ts';
import { useContentTexts } from './texts.ts';
import type { Editing } from './use-editing.ts';
import type { Writing } from './use-writing.ts';

interface ReadyProps {
	editing: Editing;
	writing: Writing;
}

export function Ready({ editing: { draft, row, approved, dirty }, writing }: ReadyProps) {
	const t = useContentTexts();
	const { current, hints, begun, preview, replace } = writing;
	const lacks = hints.some(({ code }) => code === 'missing');
	const mend = ({ detail, instead, language, control }: Hint) => {
		const where = language ?? current;
		const text = control === null ? undefined : draft.controls[where]?.[control];
		if (control === null || instead === null || text === undefined) return;
		replace(where, { [control]: withField(text, detail, instead) });
	};
	return (
		<section className={styles.ready} aria-label={t('ready')}>
			<h2>{t('ready')}</h2>
			{row && !(approved && !dirty) && lacks ? <p className={styles.quiet}>{t('keptAsDraft')}</p> : null}
			{!begun && row === null ? (
				<p className={styles.quiet}>{t('nothingYet')}</p>
			) : hints.length === 0 && !preview.busy && !preview.isError ? (
				<p className={styles.quiet}>{t('allSet')}</p>
			) : (
				<HintList hints={hints} several={languagesOf(draft).length > 1} onUse={mend} />
			)}
			{approved && dirty ? <p className={styles.quiet}>{t('draftAgain')}</p> : null}
		</section>
	);
}
