import type { ConsentEvent } from '@luvalla/contract/consent/webhooks';
import { ConsentChangeWebHook, type Domain } from '@luvalla/contract/tenancy/domains';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { timeText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import styles from './domains.module.css';
import { useDomainTexts } from './texts.ts';
import { sendTest } from './webhook-test.ts';

/** Sends a test with what stands in the form, saved or not. Says that it was tried, never how it went. */
export function SendTest({ webhook, domain }: { webhook: NonNullable<Domain['consentChangeWebHook']>; domain: string }) {
	const t = useDomainTexts();
	const language = useLanguage();
	const [triedAt, setTriedAt] = useState<Date | null>(null);
	const ready = webhook.url !== '' && ConsentChangeWebHook.safeParse(webhook).success;
	return (
		<div className={styles.part}>
			<div>
				<Button
					variant="default"
					leftSection={<IconSend size={16} stroke={1.75} aria-hidden="true" />}
					disabled={!ready}
					onClick={() => {
						setTriedAt(new Date());
						void sendTest(webhook, domain);
					}}
				>
					{t('sendTest')}
				</Button>
			</div>
			<p className={styles.text}>{t('sendTestHint')}</p>
			<p role="status" className={styles.text}>
				{triedAt ? t('testTried', { time: timeText(triedAt, language) }) : null}
			</p>
		</div>
	);
}

/** What one consent change looks like when it arrives. */
export function SamplePayload({ domain }: { domain: string }) {
	const t = useDomainTexts();
	const sample: ConsentEvent = {
		luvallaId: '0193b2f0-3c1a-7d2e-9b64-5f0a8c1d2e3f',
		Email: 'visitor@example.com',
		EventType: 'consentAdded',
		Domain: domain === '' ? 'shop.example.com' : domain,
		ConsentName: 'Statistics',
		ConsentValue: true,
		UpdatedTs: '2026-11-20T09:41:07.000Z',
	};
	return (
		<div className={styles.part}>
			<h3 className={styles.headersTitle}>{t('sample')}</h3>
			<pre className={styles.code}>{JSON.stringify(sample, null, 2)}</pre>
			<p className={styles.text}>{t('sampleText')}</p>
		</div>
	);
}
