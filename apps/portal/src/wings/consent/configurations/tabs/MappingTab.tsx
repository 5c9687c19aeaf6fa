/** Which purpose a yes to each category grants. */
import type { GateFinding } from '@luvalla/contract/consent/configurations';
import { useLanguage } from '#portal/lib/say.ts';
import { TextField } from '#portal/ui/fields.tsx';
import type { TabProps } from '../Editor.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';

export function MappingTab({ draft, edit, problem, findings }: TabProps & { findings: readonly GateFinding[] }) {
	const t = useConfigurationTexts();
	const language = useLanguage();
	const first = draft.config.languages[0] ?? language;
	return (
		<div className={styles.fields}>
			<p className={styles.quiet}>{t('mappingText')}</p>
			{draft.config.categories
				.filter((category) => !category.necessary)
				.map(({ key, texts }) => {
					const path = `mapper.purposes.${key}`;
					const messaging = findings.some((finding) => finding.code === 'messaging_switch' && !finding.ok && finding.where === path);
					return (
						<TextField
							key={key}
							label={t('purposeOf', { name: texts[language].name || key })}
							optional
							maxLength={120}
							value={draft.mapper.purposes[key] ?? ''}
							// The purpose is named in the banner's first language unless a name is written here.
							hint={t('purposeHint', { name: texts[first].name || '—' })}
							error={problem(path) ?? (messaging ? t('mappingMessages') : undefined)}
							onChange={(event) => {
								const { value } = event.currentTarget;
								edit((next) => {
									next.mapper.purposes[key] = value;
								});
							}}
						/>
					);
				})}
		</div>
	);
}
