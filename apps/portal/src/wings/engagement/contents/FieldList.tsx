/** The fields that fit what is being typed, each with the value of whoever the preview is for. */
import { IconUser } from '@tabler/icons-react';
import { useLanguage } from '#portal/lib/say.ts';
import styles from './fields.module.css';
import type { Fields } from './offer.ts';
import { useContentTexts } from './texts.ts';
import type { Offer } from './use-offer.ts';

interface FieldListProps {
	offer: Offer;
	fields: Fields;
	/** In the box of what is written; none: below all of it. */
	at?: { left: number; top: number } | null;
}

export function FieldList({ offer, fields, at }: FieldListProps) {
	const t = useContentTexts();
	const language = useLanguage();
	const { options, active } = offer;
	if (options === null) return null;
	const count = fields.all.length;
	return (
		<div className={styles.offer} style={at ? { top: at.top, left: `min(${at.left}px, max(0px, 100% - 380px))` } : undefined}>
			<div id={offer.id} role="listbox" aria-label={t('fieldsOf')}>
				{options.map((field, n) => (
					// biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the text and moves here from there
					<div
						key={field.path}
						id={offer.optionId(n)}
						role="option"
						tabIndex={-1}
						aria-selected={n === active}
						className={styles.option}
						// the text keeps the focus
						onPointerDown={(event) => event.preventDefault()}
						onClick={() => offer.pick(n)}
					>
						<span className={styles.optionLabel}>{field.label[language]}</span>
						<span className={styles.optionPath}>{field.path}</span>
						<span className={styles.optionValue}>{field.value}</span>
					</div>
				))}
			</div>
			<p className={styles.offerFoot} role="status">
				{options.length === 0 ? (
					t('noField')
				) : (
					<>
						<IconUser size={14} stroke={2} aria-hidden="true" />
						{fields.name === null ? t('noValues', { count }) : t('valuesOf', { count, name: fields.name })}
					</>
				)}
			</p>
		</div>
	);
}
