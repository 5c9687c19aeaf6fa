import type { AnswerOf } from '@luvalla/contract/call';
import { type ConsentEvent, testWebhook } from '@luvalla/contract/consent/webhooks';
import { type Domain, NewWebHook } from '@luvalla/contract/tenancy/domains';
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { timeText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import styles from './domains.module.css';
import { failureText } from './failures.ts';
import { useDomainTexts } from './texts.ts';
import { sendTest } from './webhook-test.ts';

interface SendTestProps {
	webhook: NonNullable<Domain['consentChangeWebHook']>;
	domain: string;
	/** The domain whose webhook is stored just so; null: something was changed and is not saved. */
	stored: string | null;
	/** What comes of the test that saving sent. */
	tested: Tested | undefined;
	/** Saves what is written, which sends a test, and stays for what comes of it. */
	onSave: (() => void) | undefined;
}

type Came = AnswerOf<typeof testWebhook>;
/** What comes of a test. */
export type Tested = Promise<Came>;
/** What came back from the other side. */
export const cameOf = ({ data }: { data: Came }): Came => data;
/** A test that was not sent. */
export const failedOf = (error: Error): Came => ({ status: 0, ms: 0, error: error.message, why: null });

/**
 * Sends a test: what is stored from the server, with its headers, and what came back is said; what is only written in the form
 * from this browser, which says that it was tried, never how it went.
 */
export function SendTest({ webhook, domain, stored, tested, onSave }: SendTestProps) {
	const t = useDomainTexts();
	const language = useLanguage();
	const [triedAt, setTriedAt] = useState<Date | null>(null);
	const test = useCall(testWebhook);
	const [sent, setSent] = useState<Came | null>(null);
	const came = test.data?.data ?? (test.isIdle && stored !== null ? sent : null);
	const button = useRef<HTMLButtonElement>(null);
	const said = useRef<HTMLParagraphElement>(null);
	useEffect(() => {
		if (!tested) return;
		// what was pressed is gone with the form that was saved
		button.current?.focus();
		void tested.then(setSent);
	}, [tested]);
	// on a phone it stands below what is seen, and the notice of the saving lies over the rest
	useEffect(() => {
		if (came) said.current?.scrollIntoView({ block: 'center' });
	}, [came]);
	const ready = webhook.url !== '' && NewWebHook.safeParse(webhook).success;
	return (
		<div className="stack-6">
			<div className="wrap-8">
				<Button
					ref={button}
					variant="default"
					leftSection={<IconSend size={16} stroke={1.75} aria-hidden="true" />}
					disabled={!ready}
					loading={test.isPending}
					onClick={() => {
						setTriedAt(new Date());
						setSent(null);
						test.reset();
						if (stored !== null) test.mutate({ params: { id: stored } });
						else void sendTest(webhook, domain);
					}}
				>
					{t('sendTest')}
				</Button>
				{stored === null && onSave && ready ? (
					<Button variant="default" onClick={onSave}>
						{t('saveAndTest')}
					</Button>
				) : null}
			</div>
			<p className={styles.text}>{t(stored === null ? 'sendTestHint' : 'sendTestStored')}</p>
			<p ref={said} role="status" className={`${styles.text} breaks`}>
				{came
					? came.status === 0
						? t('testFailed', { error: failureText(t, came) })
						: t(came.error === null ? 'testAnswered' : 'testRefused', { status: came.status, ms: came.ms })
					: triedAt && test.isIdle
						? t('testTried', { time: timeText(triedAt, language) })
						: tested && !triedAt && stored !== null
							? t('testSent')
							: null}
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
		<div className="stack-6">
			<h3>{t('sample')}</h3>
			<pre className={styles.code}>{JSON.stringify(sample, null, 2)}</pre>
			<p className={styles.text}>{t('sampleText')}</p>
		</div>
	);
}
