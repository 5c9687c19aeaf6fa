import { webhookSecret } from '@luvalla/contract/consent/webhooks';
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { CopyText } from '#portal/ui/CopyText.tsx';
import styles from './domains.module.css';
import { useDomainTexts } from './texts.ts';

/** The secret that signs what is sent: made anew after a question, shown once, gone when the drawer closes. */
export function WebhookSecret({ domainId }: { domainId: string }) {
	const t = useDomainTexts();
	// each step puts the focus on its own next button, so that nobody is left without one
	const [step, setStep] = useState<'closed' | 'asking' | 'kept' | 'made'>('closed');
	const make = useCall(webhookSecret, { quiet: true, onSuccess: () => setStep('made') });
	const secret = make.data?.data.secret;
	return (
		<div className="stack-6">
			<h3>{t('secret')}</h3>
			<p className={styles.text}>{t('verify')}</p>
			{secret && step !== 'asking' ? (
				<div className="stack-6" role="status">
					<p>{t('secretOnce')}</p>
					<code className={styles.code}>{secret}</code>
					<div>
						<CopyText value={secret} label={t('copySecret')} autoFocus />
					</div>
				</div>
			) : null}
			{step === 'asking' ? (
				<fieldset className={styles.question}>
					<legend className="visually-hidden">{t('newSecret')}</legend>
					<p>{t('secretQuestion')}</p>
					<div className="above-8 wrap-8">
						<Button variant="default" autoFocus onClick={() => setStep('kept')}>
							{t('keepSecret')}
						</Button>
						<Button variant="default" data-strong loading={make.isPending} onClick={() => make.mutate({ params: { id: domainId } })}>
							{t('makeSecret')}
						</Button>
					</div>
				</fieldset>
			) : (
				<div>
					<Button
						variant="default"
						leftSection={<IconKey size={16} stroke={1.75} aria-hidden="true" />}
						autoFocus={step === 'kept'}
						onClick={() => setStep('asking')}
					>
						{t('newSecret')}
					</Button>
				</div>
			)}
		</div>
	);
}
