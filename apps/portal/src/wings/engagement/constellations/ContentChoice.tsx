/** Which contents: a whole message of the channel, and one for each control that no other brings. */
import type { Content } from '@luvalla/contract/engagement/contents';
import { SelectField } from '#portal/ui/fields.tsx';
import styles from './constellations.module.css';
import { useConstellationTexts } from './texts.ts';
import { broughtBy, controlOf, exchanged, typesOf } from './values.ts';

interface ContentChoiceProps {
	/** All that the domain has. */
	contents: readonly Content[];
	failed: string | undefined;
	channel: string;
	chosen: readonly string[];
	error: unknown;
	onChange: (ids: string[]) => void;
}

const APPROVED = 5;
/** None of them. */
const NONE = 'none';

export function ContentChoice({ contents, failed, channel, chosen, error, onChange }: ContentChoiceProps) {
	const t = useConstellationTexts();
	const whole = contents.filter((one) => one.channel === Number(channel));
	const main = whole.find(({ id }) => chosen.includes(id));
	const brought = main ? broughtBy(main) : new Set<string>();
	const optionOf = ({ id, title, status }: Content) => ({ value: id, label: status === APPROVED ? title : t('draftMark', { title }) });
	const pick = (label: string, offered: readonly Content[], hint?: string, wrong?: unknown) => {
		const now = offered.find(({ id }) => chosen.includes(id))?.id;
		return (
			<SelectField
				key={label}
				label={label}
				optional
				hint={hint}
				error={wrong ? String(wrong) : undefined}
				data={[{ value: NONE, label: t('nothing') }, ...offered.map(optionOf)]}
				value={now ?? NONE}
				searchable={offered.length > 8}
				allowDeselect={false}
				onChange={(id) => id !== null && onChange(exchanged(chosen, now, id === NONE ? null : id))}
			/>
		);
	};
	return (
		<fieldset className={styles.group}>
			<legend className={styles.legend}>{t('contents')}</legend>
			<p className={styles.text}>{t('contentsHint')}</p>
			{pick(t('whole'), whole, whole.length === 0 ? t('noneMade') : undefined, failed ?? error)}
			<div className={styles.parts}>
				{typesOf(channel).map((type) => {
					const own = contents.filter((one) => controlOf(one) === type);
					const label = t(`part_${type}`);
					const already = own.some(({ id }) => chosen.includes(id));
					return main && brought.has(type) && !already ? (
						<p key={type} className={styles.brought}>
							<b>{label}</b>
							<span>{t('broughtBy', { title: main.title })}</span>
						</p>
					) : (
						pick(label, own)
					);
				})}
			</div>
		</fieldset>
	);
}
