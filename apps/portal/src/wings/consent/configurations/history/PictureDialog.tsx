/** One picture, as large as the window lets it be, with the way to its neighbours. */
import type { Publication } from '@luvalla/contract/consent/configurations';
import { Button, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Dialog } from '../Dialog.tsx';
import styles from './history.module.css';
import { usePictureWords } from './Pictures.tsx';
import { picturesOf } from './picture.ts';
import { useHistoryTexts } from './texts.ts';

interface PictureDialogProps {
	/** None: closed. `at` counts from 0. */
	shown: { publication: Publication; at: number } | null;
	onMove: (at: number) => void;
	onClose: () => void;
}

const WIDEST = 1120;

export function PictureDialog({ shown, onMove, onClose }: PictureDialogProps) {
	const t = useHistoryTexts();
	const words = usePictureWords();
	const pictures = shown ? picturesOf(shown.publication) : [];
	const picture = shown ? pictures[shown.at] : undefined;
	const all = pictures.length;
	const move = (by: number) => shown && onMove((shown.at + by + all) % all);
	return (
		<Dialog
			opened={picture !== undefined}
			title={picture && shown ? `${t('version', { version: shown.publication.version })} · ${words(picture)}` : ''}
			size={WIDEST}
			onClose={onClose}
		>
			{picture && shown ? (
				<>
					<div className={styles.large}>
						<img src={picture.src} alt={words(picture)} />
					</div>
					<Group justify="space-between" gap="xs">
						<Group gap="xs">
							<Button
								variant="default"
								leftSection={<IconChevronLeft size={16} stroke={1.75} aria-hidden="true" />}
								onClick={() => move(-1)}
							>
								{t('previous')}
							</Button>
							<Button
								variant="default"
								rightSection={<IconChevronRight size={16} stroke={1.75} aria-hidden="true" />}
								onClick={() => move(1)}
							>
								{t('next')}
							</Button>
							<span className="num" role="status">
								{t('place', { at: shown.at + 1, all })}
							</span>
						</Group>
						<Button variant="default" data-autofocus onClick={onClose}>
							{t('close')}
						</Button>
					</Group>
				</>
			) : null}
		</Dialog>
	);
}
