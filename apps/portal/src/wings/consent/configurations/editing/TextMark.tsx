/** Below a text that was filled in: it waits for a look. */

import { directionOf } from '@luvalla/banner/languages/reading';
import type { BannerLanguage } from '@luvalla/contract/consent/languages';
import { IconLanguage } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from '../editor.module.css';
import { useConfigurationTexts } from '../texts.ts';

/** For the field of a text: written from the right where its language is; the label stays as it is. */
export const readingOf = (language: BannerLanguage): { attributes?: { input: { dir: 'auto' } } } =>
	directionOf(language) === 'rtl' ? { attributes: { input: { dir: 'auto' } } } : {};

interface MarkedProps {
	/** The field's label. */
	label: string;
	marked: boolean;
	onRight: () => void;
	children: ReactNode;
}

export function Marked({ label, marked, onRight, children }: MarkedProps) {
	const t = useConfigurationTexts();
	return (
		<div data-unchecked={marked || undefined}>
			{children}
			{marked ? (
				<p className={styles.unchecked}>
					<IconLanguage size={15} stroke={1.75} aria-hidden="true" className={styles.uncheckedSign} />
					<span className="whole">{t('checkThis')}</span>
					<button type="button" className={styles.looksRight} aria-label={t('looksRightOf', { field: label })} onClick={onRight}>
						{t('looksRight')}
					</button>
				</p>
			) : null}
		</div>
	);
}
