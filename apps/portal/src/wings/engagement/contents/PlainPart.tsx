/** The text part: of a letter it is made of the body until somebody writes their own; of other channels it is the message. */

import type { Rendered } from '@luvalla/contract/engagement/contents';
import { MOST_TEXT } from '@luvalla/contract/engagement/contents';
import { useState } from 'react';
import styles from './editor.module.css';
import { FieldText } from './FieldText.tsx';
import type { Fields } from './offer.ts';
import { SmsMeter } from './SmsMeter.tsx';
import { useContentTexts } from './texts.ts';

interface PlainPartProps {
	value: string;
	/** It is made of a body where nothing is written. */
	ofBody: boolean;
	/** What the server made of it; null: nothing yet. */
	made: string | null;
	sms: Rendered['sms'];
	/** What else its writer should know. */
	note: string | undefined;
	error: string | undefined;
	fields: Fields;
	lang: string;
	onChange: (text: string) => void;
	onBlur: () => void;
}

export function PlainPart({ value, ofBody, made, sms, note, error, fields, lang, onChange, onBlur }: PlainPartProps) {
	const t = useContentTexts();
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
	const field = (
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
			hint={ofBody ? t('plainHint') : note}
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
	// One tree with the meter and without: what is being written stays as it is when the first count comes.
	return (
		<div>
			{field}
			{sms ? <SmsMeter sms={sms} /> : null}
		</div>
	);
}
