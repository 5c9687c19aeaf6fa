/** A small dialog with a question or something to copy. Its title is no page landmark, unlike that of the kit's Modal. */
import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './editor.module.css';

interface DialogProps {
	opened: boolean;
	title: string;
	size: number;
	onClose: () => void;
	children: ReactNode;
}

export function Dialog({ opened, title, size, onClose, children }: DialogProps) {
	return (
		<Modal.Root opened={opened} onClose={onClose} size={size} centered>
			<Modal.Overlay />
			<Modal.Content radius={12} aria-label={title}>
				<Modal.Body className={styles.dialog}>
					<Modal.Title>{title}</Modal.Title>
					{children}
				</Modal.Body>
			</Modal.Content>
		</Modal.Root>
	);
}
