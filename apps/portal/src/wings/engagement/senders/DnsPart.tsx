import { checkSender, type Sender, senders } from '@luvalla/contract/engagement/senders';

import { IconAlertTriangle, IconCheck, IconRadar2 } from '@tabler/icons-react';
import { useCall } from '#portal/lib/calls.ts';
import { ActButton } from '#portal/ui/ActButton.tsx';
import { Badge } from '#portal/ui/Badge.tsx';
import { CopyFacts } from '#portal/ui/Technical.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { CHECKS } from './checks.tsx';
import styles from './senders.module.css';
import { useSenderTexts } from './texts.ts';

const MEANING = { spf: 'spfWhat', dkim: 'dkimWhat', dmarc: 'dmarcWhat', alignment: 'alignmentWhat' } as const;

/** What the DNS says of a sender, what it should, and the records to put there; looked at again by a button. */
export function DnsPart({ sender, customerId }: { sender: Sender; customerId: number }) {
	const t = useSenderTexts();
	const look = useCall(checkSender, { quiet: true, reload: [senders], scope: { customerId, domainId: null } });
	const domain = sender.address.split('@')[1] ?? '';
	const records = {
		spf: [{ label: t('recordName'), value: domain }],
		dkim: [
			{ label: t('recordName'), value: sender.dkim.name },
			{ label: t('recordText'), value: sender.dkim.text },
		],
		dmarc: [
			{ label: t('recordName'), value: `_dmarc.${domain}` },
			{ label: t('recordText'), value: 'v=DMARC1; p=none' },
		],
		alignment: [],
	};
	return (
		<section className="grid-12" aria-labelledby="sender-dns">
			<h3 id="sender-dns" className={styles.heading}>
				{t('dns')}
			</h3>
			<p className="note">{t('dnsText', { domain })}</p>
			<div className="row-8-12">
				<ActButton
					variant="default"
					loading={look.isPending}
					sign={IconRadar2}
					onClick={() => look.mutate({ params: { id: sender.id }, query: {} })}
				>
					{t('look')}
				</ActButton>
				<span className="note" role="status">
					{sender.checkedAt === null ? (
						t('notYet')
					) : (
						<>
							{t('checked')}: <RelativeTime at={sender.checkedAt} />
						</>
					)}
				</span>
			</div>
			<p className="note">{t('lookHint')}</p>
			{CHECKS.map((check) => {
				const state = sender.checks?.[check];
				return (
					<article key={check} className={styles.check}>
						<h4 className={styles.checkHead}>
							{t(check)}
							{state === undefined ? null : state.ok ? (
								<Badge hue="green" icon={IconCheck}>
									{t('right')}
								</Badge>
							) : (
								<Badge hue="amber" icon={IconAlertTriangle}>
									{t('wrong')}
								</Badge>
							)}
						</h4>
						<p className="note">{t(MEANING[check])}</p>
						{state ? (
							<dl className={styles.said}>
								<dt>{t('found')}</dt>
								<dd>{state.found}</dd>
								{/* A record that is known to the letter stands below, to be copied. */}
								{state.ok || check === 'dkim' || check === 'dmarc' ? null : (
									<>
										<dt>{t('wanted')}</dt>
										<dd>{state.wanted}</dd>
									</>
								)}
							</dl>
						) : null}
						{records[check].length > 0 && (check === 'dkim' || !state?.ok) ? <CopyFacts facts={records[check]} /> : null}
					</article>
				);
			})}
		</section>
	);
}
