import { Button } from '@mantine/core';
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
	return fields.length === 0 ? null : (
		<div className={styles.meanwhile} role="status">
			<p>{t('meanwhile', { fields: fields.join(', ') })}</p>
			<Button variant="default" size="xs" onClick={onShow}>
				{t('showTheirs')}
			</Button>
		</div>
	);
}
