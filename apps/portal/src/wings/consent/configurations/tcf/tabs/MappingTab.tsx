/** Which of the domain's purposes a yes to each of the framework's grants. */
import { declaredOf, keysOf, usageOf } from '@luvalla/banner/tcf/list';
import type { VendorList } from '@luvalla/contract/consent/vendor-lists';
import { TextField } from '#portal/ui/fields.tsx';
import styles from '../../editor.module.css';
import { useConfigurationTexts } from '../../texts.ts';
import type { TcfTabProps } from '../draft.ts';
import { useTcfTexts } from '../texts.ts';

export function MappingTab({ draft, edit, problem, list }: TcfTabProps & { list: VendorList | null }) {
	const t = useConfigurationTexts();
	const own = useTcfTexts();
	const keys = list ? keysOf(usageOf(draft.config, list)) : [];
	return (
		<div className={styles.fields}>
			<p className={styles.quiet}>{own('mappingText')}</p>
			{keys.map((key) => {
				const name = (list && declaredOf(list, key)?.name.trim()) || key;
				return (
					<TextField
						key={key}
						label={t('purposeOf', { name: `${key} · ${name}` })}
						optional
						maxLength={120}
						value={draft.mapper.purposes[key] ?? ''}
						hint={t('purposeHint', { name })}
						error={problem(`mapper.purposes.${key}`)}
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
