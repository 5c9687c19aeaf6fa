import { Button } from '@mantine/core';
import styles from './WaitingChange.module.css';

interface Parts {
	/** What changes, and when. */
	says: string;
	/** The verb that takes it back. */
	cancel: string;
	cancelling: boolean;
	onCancel: () => void;
}

/** A change that was asked for and does not hold yet, with the way back. */
export function WaitingChange({ says, cancel, cancelling, onCancel }: Parts) {
	return (
		<div className={styles.waiting} role="status">
			<p>{says}</p>
			<Button variant="default" data-strong loading={cancelling} onClick={onCancel}>
				{cancel}
			</Button>
		</div>
	);
}
