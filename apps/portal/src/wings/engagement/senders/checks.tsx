/** The four checks of a sender in short: whether it is ready, and which of them are right. */
import type { Sender } from '@luvalla/contract/engagement/senders';
import { IconAlertTriangle, IconCheck, IconCircleDashed, IconX } from '@tabler/icons-react';
import { Badge } from '#portal/ui/Badge.tsx';
import styles from './senders.module.css';
import { useSenderTexts } from './texts.ts';

export const CHECKS = ['spf', 'dkim', 'dmarc', 'alignment'] as const;

export function ReadyBadge({ sender }: { sender: Sender }) {
	const t = useSenderTexts();
	if (sender.checks === null)
		return (
			<Badge hue="gray" icon={IconCircleDashed}>
				{t('notLooked')}
			</Badge>
		);
	return sender.ready ? (
		<Badge hue="green" icon={IconCheck}>
			{t('ready')}
		</Badge>
	) : (
		<Badge hue="amber" icon={IconAlertTriangle}>
			{t('notReady')}
		</Badge>
	);
}

/** *SPF DKIM DMARC Alignment*, each with its sign. */
export function CheckMarks({ sender: { checks } }: { sender: Sender }) {
	const t = useSenderTexts();
	if (checks === null) return null;
	return (
		<ul className={styles.marks}>
			{CHECKS.map((check) => {
				const { ok } = checks[check];
				const Sign = ok ? IconCheck : IconX;
				return (
					<li key={check} data-ok={ok}>
						<Sign size={14} stroke={2} aria-hidden="true" />
						<span aria-hidden="true">{t(check)}</span>
						<span className="visually-hidden">{t(ok ? 'right_of' : 'wrong_of', { check: t(check) })}</span>
					</li>
				);
			})}
		</ul>
	);
}
