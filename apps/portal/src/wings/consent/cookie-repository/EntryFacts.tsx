/** What a cookie is, for those who read and do not write. */
import { languageTitle } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Facts } from '#portal/ui/Facts.tsx';
import { Beside } from './Beside.tsx';
import type { Whose } from './calls.ts';
import type { Entry } from './entry.ts';
import styles from './repository.module.css';
import { useRepositoryTexts } from './texts.ts';
import { lifetimeWords, SourceOf } from './words.tsx';

export function EntryFacts({ entry, whose }: { entry: Entry; whose: Whose }) {
	const t = useRepositoryTexts();
	const language = useLanguage();
	return (
		<div className={styles.drawer}>
			<Beside entry={entry} whose={whose} mayEdit={false} />
			<Facts
				facts={[
					{ label: t('category'), value: t(entry.type) },
					{ label: t('provider'), value: entry.provider },
					{ label: t('host'), value: entry.domain, mono: true },
					{ label: t('lifetime'), value: lifetimeWords(entry.lifetimeSeconds, t, language) },
					{ label: t('source'), value: <SourceOf entry={entry} forGlobal={whose === null} /> },
					...Object.entries(entry.description).map(([code, text]) => ({
						label: t('descriptionIn', { language: languageTitle(code, language) }),
						value: <span lang={code}>{text}</span>,
					})),
				]}
			/>
			<p className="aside">{t('readOnly')}</p>
		</div>
	);
}
