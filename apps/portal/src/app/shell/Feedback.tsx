import { sendFeedback } from '@luvalla/contract/guidance/content';
import { Button, Popover } from '@mantine/core';
import { IconMessage2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { AreaField } from '#portal/ui/fields.tsx';
import { useShellTexts } from '../texts.ts';
import control from './item.module.css';
import styles from './Shell.module.css';

/**
 * The feedback dropdown (portal.md section 2): Submit does nothing while the message is empty, the dropdown closes after
 * submit whatever came of it, and a message that did not get through is kept.
 */
export function Feedback() {
	const t = useShellTexts();
	const [opened, setOpened] = useState(false);
	const [message, setMessage] = useState('');
	const sending = useCall(sendFeedback, { onSuccess: () => setMessage('') });
	const empty = message.trim() === '';
	const submit = () => {
		if (!empty) sending.mutate({ query: { message: message.trim() } }, { onSettled: () => setOpened(false) });
	};
	return (
		<Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
			<Popover.Target>
				<button type="button" className={control.item} aria-label={t('feedback')} aria-expanded={opened} onClick={() => setOpened(!opened)}>
					<IconMessage2 size={18} stroke={1.75} aria-hidden="true" />
					<span className={styles.word} aria-hidden="true">
						{t('feedback')}
					</span>
				</button>
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
						maxLength={4000}
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
