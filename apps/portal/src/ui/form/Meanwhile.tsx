import { Button } from '@mantine/core';
import type { MouseEvent } from 'react';
import { useKitTexts } from '../texts.ts';
import styles from './Meanwhile.module.css';

interface MeanwhileProps {
	/** What somebody else changed, in words; nothing is shown while there is none. */
	fields: readonly string[];
	/** Puts their version in the place of what is written here. */
	onShow: () => void;
}

/** What somebody else saved while it was written here: saving once more keeps one's own, and a press shows theirs. */
export function Meanwhile({ fields, onShow }: MeanwhileProps) {
	const t = useKitTexts();
	/** The button goes with the notice: the first field has the focus then, lest a keyboard stands nowhere. */
	const show = ({ currentTarget }: MouseEvent) => {
		const place = currentTarget.closest('[role="dialog"], main');
		onShow();
		setTimeout(() => place?.querySelector<HTMLElement>('input:not([type="file"]), textarea')?.focus());
	};
	return fields.length === 0 ? null : (
		<div className={styles.meanwhile} role="status">
			<p>{t('meanwhile', { fields: fields.join(', ') })}</p>
			<Button variant="default" size="xs" onClick={show}>
				{t('showTheirs')}
			</Button>
		</div>
	);
}
