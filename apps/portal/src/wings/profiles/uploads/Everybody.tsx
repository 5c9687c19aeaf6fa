/** Of which tool the file is, with what happens with its columns; and what everybody in it said, where no column says it. */
import { everybodyWord, type Upload } from '@luvalla/contract/profiles/uploads';
import { TOOL_NAMES, type Tool } from '@luvalla/contract/tools';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { FromPurposes, fieldId, SaidOn, SourceField } from './Said.tsx';
import { useUploadTexts } from './texts.ts';
import styles from './uploads.module.css';
import type { Choices } from './use-choices.ts';

/** The tool by its name: what was recognised is said, so that whoever knows better can. */
export function ToolNote({ tool }: { tool: Tool }) {
	const t = useUploadTexts();
	return (
		<p className={styles.leftOut}>
			<b>{t('toolIs', { tool: TOOL_NAMES[tool] })}</b> {t(`tool_${tool}`)}
		</p>
	);
}

const STATUSES = ['unsubscribe', 'complaint', 'bounce'] as const;
const NOBODY = 'nobody';

interface EverybodyProps {
	file: Pick<Upload, 'name' | 'everybody'>;
	said: Upload['everybody'];
	names: readonly string[];
	choices: Choices;
	wrong: Readonly<Record<string, string>>;
	onSaid: (said: Upload['everybody']) => void;
}

export function EverybodySaid({ file, said, names, choices, wrong, onSaid }: EverybodyProps) {
	const t = useUploadTexts();
	const place = names.length;
	const word = everybodyWord(said) ?? NOBODY;
	const proposed = file.everybody !== null && word === everybodyWord(file.everybody);
	const choose = (next: string | null): void => {
		const status = STATUSES.find((one) => one === next);
		const [, purposeId = ''] = next?.split(':') ?? [];
		const purposeIds = choices.purposes.map(({ value }) => value);
		if (status) onSaid({ to: 'status', words: {}, rest: status, purposeIds: status === 'bounce' ? [] : purposeIds, on: null });
		else onSaid(purposeId === '' ? null : { to: 'consent', purposeId, source: '', on: { date: '' } });
	};
	return (
		<section className={styles.everybody} aria-labelledby="everybody-title" data-asks={proposed ? '' : undefined}>
			<h2 id="everybody-title">{t('everybody')}</h2>
			{proposed ? <p>{t(`ask_${word === 'bounce' ? 'bounce' : 'unsubscribe'}`, { file: file.name })}</p> : null}
			<SelectField
				id={fieldId(place, '')}
				label={t('everybodySaid')}
				data={[
					{ value: NOBODY, label: t('everybody_nobody') },
					...STATUSES.map((one) => ({ value: one, label: t(`everybody_${one}`) })),
					...choices.purposes.map(({ value, label }) => ({ value: `consent:${value}`, label: t('everybody_yes', { purpose: label }) })),
				]}
				value={word}
				allowDeselect={false}
				error={wrong['']}
				onChange={choose}
			/>
			{said === null ? null : (
				<div className={styles.detail}>
					{said.to === 'consent' ? (
						<>
							<p className={styles.note}>{t('everybodyYesNote')}</p>
							<SourceField place={place} wrong={wrong} value={said.source} onValue={(source) => onSaid({ ...said, source })} />
							<SaidOn names={names} place={place} wrong={wrong} on={said.on} onOn={(on) => on !== null && onSaid({ ...said, on })} />
						</>
					) : null}
					{said.to === 'status' ? (
						<>
							<SaidOn names={names} place={place} wrong={wrong} on={said.on} undated onOn={(on) => onSaid({ ...said, on })} />
							{said.rest === 'bounce' ? null : (
								<FromPurposes
									purposes={choices.purposes}
									chosen={said.purposeIds}
									onChosen={(purposeIds) => onSaid({ ...said, purposeIds })}
								/>
							)}
						</>
					) : null}
				</div>
			)}
		</section>
	);
}
