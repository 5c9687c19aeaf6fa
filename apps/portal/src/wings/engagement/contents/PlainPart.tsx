/** The text part: of a letter it is made of the body until somebody writes their own; of other channels it is the message. */

import type { Rendered } from '@luvalla/contract/engagement/contents';
import { MOST_TEXT } from '@luvalla/contract/engagement/contents';
import { useState } from 'react';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import styles from './editor.module.css';
import { FieldText } from './FieldText.tsx';
import type { Fields } from './offer.ts';
import { useContentTexts } from './texts.ts';

interface PlainPartProps {
	value: string;
	/** It is made of a body where nothing is written. */
	ofBody: boolean;
	/** What the server made of it; null: nothing yet. */
	made: string | null;
	sms: Rendered['sms'];
	error: string | undefined;
	fields: Fields;
	lang: string;
	onChange: (text: string) => void;
	onBlur: () => void;
}

export function PlainPart({ value, ofBody, made, sms, error, fields, lang, onChange, onBlur }: PlainPartProps) {
	const t = useContentTexts();
	const language = useLanguage();
	const counted = sms
		? t('parts', { count: sms.parts, characters: numberText(sms.characters, language), encoding: sms.encoding })
		: undefined;
	const [own, setOwn] = useState(false);
	const label = ofBody ? t('plainText') : t('text');
	if (ofBody && value === '' && !own)
		return (
			<section className={styles.made} aria-label={label}>
				<div className={styles.madeHead}>
					<b>{label}</b>
					<button
						type="button"
						className="link"
						onClick={() => {
							setOwn(true);
							onChange(made ?? '');
						}}
					>
						{t('writeOwn')}
					</button>
				</div>
				{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
				<pre lang={lang} tabIndex={0}>
					{made ?? ''}
				</pre>
				<p className={styles.quiet}>{t('plainHint')}</p>
			</section>
		);
	return (
		<FieldText
			label={label}
			beside={
				ofBody ? (
					<button
						type="button"
						className="link"
						onClick={() => {
							setOwn(false);
							onChange('');
						}}
					>
						{t('madeAgain')}
					</button>
				) : null
			}
			hint={counted ?? (ofBody ? t('plainHint') : undefined)}
			lines
			value={value}
			error={error}
			fields={fields}
			maxLength={MOST_TEXT}
			lang={lang}
			onChange={onChange}
			onBlur={onBlur}
		/>
	);
}
