/** What somebody saw who said yes by a sign-up form: the picture that publishing took of it, and the words they answered. */
import type { LedgerRecord } from '@luvalla/contract/consent/ledger';
import { languageTitle } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Card } from '#portal/ui/Card.tsx';
import { Facts } from '#portal/ui/Facts.tsx';
import { ExactTime } from '#portal/ui/times.tsx';
import styles from './Record.module.css';
import { useReportTexts } from './texts.ts';

/** Whether a folder is a form's: banners' names begin with p. */
export const isForm = (folder: string): boolean => folder.startsWith('f');

/** The words that were answered, which may be of another language than the page. */
export function Wording({ record: { purpose } }: { record: LedgerRecord }) {
	return purpose.wording === '' ? '—' : <span lang={purpose.wordingLanguage ?? ''}>{purpose.wording}</span>;
}

export function ShownForm({ record, configuration }: { record: LedgerRecord; configuration: NonNullable<LedgerRecord['configuration']> }) {
	const t = useReportTexts();
	const own = useLanguage();
	const { folder, title, version, hash, measured, publishedAt } = configuration;
	const language = record.language.slice(0, 2).toLowerCase();
	const screen = record.device === 'phone' ? 'phone' : 'desktop';
	return (
		<Card
			title={t('shown')}
			aside={
				<>
					<span>{t('shownMeta', { language: languageTitle(language === 'fi' ? 'fi' : 'en', own), title, version })}</span>
					<code>
						sha256 {hash.slice(0, 4)}…{hash.slice(-4)}
					</code>
				</>
			}
		>
			{measured ? (
				<img className={styles.formPicture} src={`/cmp/${folder}/pictures/${language}-${screen}-1.png`} alt={t('formPicture')} />
			) : (
				<p className={styles.text}>{t('noPicture')}</p>
			)}
			<div className="above-16">
				<Facts
					facts={[
						{ label: t('wording'), value: <Wording record={record} /> },
						{ label: t('published'), value: <ExactTime at={publishedAt} seconds={false} /> },
					]}
				/>
			</div>
		</Card>
	);
}
