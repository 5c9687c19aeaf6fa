import '#portal/theme/menu-styles.ts';
import { FEEDBACK_LONGEST, sendFeedback } from '@luvalla/contract/guidance/feedback';
import { Button, Popover } from '@mantine/core';
import { type ButtonHTMLAttributes, cloneElement, type ReactElement, useEffect, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { AreaField } from '#portal/ui/form/AreaField.tsx';
import { useShellTexts } from '../texts.ts';
import styles from './Shell.module.css';

export interface FeedbackProps {
	button: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
}

/**
 * The feedback dropdown (portal.md section 2): Submit does nothing while the message is empty, the dropdown closes after
 * submit whatever came of it, and a message that did not get through is kept.
 */
export function FeedbackForm({ button }: FeedbackProps) {
	const t = useShellTexts();
	const [opened, setOpened] = useState(false);
	// opened once its button stands and has the focus, which comes back to it
	useEffect(() => setOpened(true), []);
	const [message, setMessage] = useState('');
	const sending = useCall(sendFeedback, { onSuccess: () => setMessage('') });
	const empty = message.trim() === '';
	const submit = () => {
		if (!empty)
			sending.mutate({ query: { message: message.trim(), page: window.location.pathname } }, { onSettled: () => setOpened(false) });
	};
	return (
		<Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
			<Popover.Target>
				{cloneElement(button, { autoFocus: true, 'aria-expanded': opened, onClick: () => setOpened(!opened) })}
			</Popover.Target>
			<Popover.Dropdown aria-label={t('feedback')}>
				<form
					className={styles.feedback}
					onSubmit={(event) => {
						event.preventDefault();
						submit();
					}}
				>
					<AreaField
						label={t('feedbackMessage')}
						value={message}
						maxLength={FEEDBACK_LONGEST}
						maxRows={10}
						onChange={(event) => setMessage(event.currentTarget.value)}
						data-autofocus
					/>
					<Button type="submit" disabled={empty} loading={sending.isPending}>
						{t('feedbackSubmit')}
					</Button>
				</form>
			</Popover.Dropdown>
		</Popover>
	);
}
