import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './Dialog.module.css';

export interface DialogProps {
	opened: boolean;
	title: string;
	onClose: () => void;
	/** After it is gone. */
	onClosed?: () => void;
	/** 440 px without one. */
	size?: number | undefined;
	children: ReactNode;
}

/** A dialog: its title is its name. (Mantine's own head is a second page banner to people who hear the page.) */
export function DialogFrame({ opened, title, onClose, onClosed, size = 440, children }: DialogProps) {
	// it stands closed before it opens: only so does it give the focus back to where it was
	const [stands, setStands] = useState(false);
	useEffect(() => setStands(true), []);
	return (
		<Modal.Root opened={opened && stands} onClose={onClose} size={size} centered onExitTransitionEnd={onClosed}>
			<Modal.Overlay />
			<Modal.Content radius={12} classNames={{ content: styles.content }} aria-label={title}>
				<Modal.Title className={styles.title}>{title}</Modal.Title>
				{children}
			</Modal.Content>
		</Modal.Root>
	);
}
