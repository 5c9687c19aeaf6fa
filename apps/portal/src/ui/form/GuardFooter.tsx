import { Button } from '@mantine/core';
import { IconPencilExclamation } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useKitTexts } from '../texts.ts';
import styles from './FormDrawer.module.css';

/** The footer as guard: what changed, and three ways on; focus on *Keep editing*. */
export function GuardFooter({
	count,
	fields,
	saving,
	onDiscard,
	onSave,
	onKeep,
}: {
	count: number;
	fields: string;
	saving: boolean;
	onDiscard: () => void;
	onSave: () => void;
	onKeep: () => void;
}) {
	const t = useKitTexts();
	const keep = useRef<HTMLButtonElement>(null);
	useEffect(() => {
		keep.current?.focus();
	}, []);
	return (
		<div className={styles.guard} role="alertdialog" aria-label={t('unsaved', { count })}>
			<IconPencilExclamation size={20} stroke={1.75} aria-hidden="true" />
			<div>
				<p className="strong">{t('unsaved', { count })}</p>
				<p>{count === 1 ? t('unsavedOne', { fields }) : t('unsavedMany', { fields })}</p>
			</div>
			<div className={styles.guardButtons}>
				<Button variant="default" onClick={onDiscard}>
					{t('discard')}
				</Button>
				<span className="spring" />
				<Button variant="default" onClick={onSave} loading={saving}>
					{t('saveAndClose')}
				</Button>
				<Button ref={keep} onClick={onKeep}>
					{t('keepEditing')}
				</Button>
			</div>
		</div>
	);
}
