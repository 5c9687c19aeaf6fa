/** Which of the domain's purposes a yes to each thing that is asked grants. */
import { TextField } from '#portal/ui/fields.tsx';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';
import type { TabPropsOf } from './draft.ts';

interface PurposeLinesProps extends TabPropsOf<{ mapper: { purposes: Record<string, string> } }> {
	text: string;
	/** `empty`: the purpose's name when nothing is written. */
	lines: readonly { key: string; name: string; empty: string; warning?: string | undefined }[];
}

export function PurposeLines({ draft, edit, problem, text, lines }: PurposeLinesProps) {
	const t = useConfigurationTexts();
	return (
		<div className={styles.fields}>
			<p className={styles.quiet}>{text}</p>
			{lines.map(({ key, name, empty, warning }) => (
				<TextField
					key={key}
					label={t('purposeOf', { name })}
					optional
					maxLength={120}
					value={draft.mapper.purposes[key] ?? ''}
					hint={t('purposeHint', { name: empty })}
					error={problem(`mapper.purposes.${key}`) ?? warning}
					onChange={(event) => {
						const { value } = event.currentTarget;
						edit((next) => {
							next.mapper.purposes[key] = value;
						});
					}}
				/>
			))}
		</div>
	);
}
