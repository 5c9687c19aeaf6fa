/** A domain's access token: made after a question where one would end, shown once, revoked after a question; and what to send with it. */

import { nameOf } from '@luvalla/contract/call';
import { allDomains, customerDomains, type Domain, generateToken, readDomain, TOKEN_NOT_REVOKED } from '@luvalla/contract/tenancy/domains';
import { Button } from '@mantine/core';
import { IconKey, IconKeyOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '#portal/lib/client.ts';
import { Unauthenticated } from '#portal/lib/failure.ts';
import { type FixedText, fixedText } from '#portal/lib/fixed-texts.ts';
import { notifyFailure, notifySuccess } from '#portal/lib/notices.ts';
import { currentLanguage } from '#portal/lib/say.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { ApiExamples } from '#portal/ui/api/ApiExamples.tsx';
import { Badge } from '#portal/ui/Badge.tsx';
import { CopyText } from '#portal/ui/CopyText.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import styles from './domains.module.css';
import { useDomainTexts } from './texts.ts';

/** Somebody who is made known by the first request: an address of nobody. */
const SOMEBODY = { email: 'anna@example.com' };

/** The specification's text, X being the domain (calls.md section 8). */
const failureOf = (row: Domain, revoking: boolean): string => {
	const text: FixedText = revoking ? TOKEN_NOT_REVOKED : generateToken.failure;
	return fixedText(text, currentLanguage()).replace(/\bX\b/, () => row.letters ?? row.domain);
};

type Step = 'closed' | 'replacing' | 'revoking' | 'made';

export function AccessToken({ row }: { row: Domain }) {
	const t = useDomainTexts();
	const person = usePerson();
	const client = useQueryClient();
	const may = person.isAdmin || person.isPartner || person.customerAdmin;
	// each step puts the focus on its own next button, so that nobody is left without one
	const [step, setStep] = useState<Step>('closed');
	const [back, setBack] = useState(false);
	const change = useMutation({
		mutationFn: (revoking: boolean) => ask(generateToken, { body: { id: row.id, ...(revoking && { accessToken: null }) } }),
		onSuccess: async ({ data }) => {
			setStep(data.accessToken === null ? 'closed' : 'made');
			setBack(true);
			if (data.accessToken === null) notifySuccess(fixedText(generateToken.success, currentLanguage()));
			await Promise.all([customerDomains, allDomains, readDomain].map((one) => client.invalidateQueries({ queryKey: [nameOf(one)] })));
		},
		onError: (error: Error, revoking) => {
			if (error instanceof Unauthenticated) return;
			const said = error.message !== fixedText(generateToken.failure, currentLanguage());
			notifyFailure(said ? error.message : failureOf(row, revoking));
		},
	});
	const token = step === 'made' ? change.data?.data.accessToken : null;
	const close = () => {
		setStep('closed');
		setBack(true);
	};
	return (
		<div className={styles.body}>
			<div className="stack-6">
				<p className={styles.text}>{t('tokenWhat')}</p>
				<TokenState row={row} />
				{token ? (
					<div className="stack-6" role="status">
						<p>{t('tokenOnce')}</p>
						<code className={styles.code} translate="no">
							{token}
						</code>
						<div>
							<CopyText value={token} label={t('copyToken')} autoFocus />
						</div>
					</div>
				) : null}
				{may ? null : <p className={styles.text}>{t('tokenWho')}</p>}
				{may && (step === 'replacing' || step === 'revoking') ? (
					<fieldset className={styles.question}>
						<legend className="visually-hidden">{t(step === 'revoking' ? 'revokeToken' : 'newToken')}</legend>
						<p>{t(step === 'revoking' ? 'revokeQuestion' : 'replaceQuestion', { domain: row.letters ?? row.domain })}</p>
						<div className="above-8 wrap-8">
							<Button variant="default" autoFocus onClick={close}>
								{t('keepToken')}
							</Button>
							<Button variant="default" data-strong loading={change.isPending} onClick={() => change.mutate(step === 'revoking')}>
								{t(step === 'revoking' ? 'revokeToken' : 'newToken')}
							</Button>
						</div>
					</fieldset>
				) : may ? (
					<div className="above-8 wrap-8">
						<Button
							variant="default"
							autoFocus={back && step === 'closed'}
							loading={change.isPending}
							leftSection={<IconKey size={16} stroke={1.75} aria-hidden="true" />}
							onClick={() => (row.hasToken ? setStep('replacing') : change.mutate(false))}
						>
							{t(row.hasToken ? 'newToken' : 'makeToken')}
						</Button>
						{row.hasToken ? (
							<Button
								variant="default"
								leftSection={<IconKeyOff size={16} stroke={1.75} aria-hidden="true" />}
								onClick={() => setStep('revoking')}
							>
								{t('revokeToken')}
							</Button>
						) : null}
					</div>
				) : null}
			</div>
			<section className={styles.examples} aria-labelledby="api-examples">
				<h3 id="api-examples">{t('examples')}</h3>
				<p className={styles.text}>{t('examplesWhat')}</p>
				<ApiExamples domainId={row.id} person={SOMEBODY} action="write" />
			</section>
		</div>
	);
}

/** Whether there is one, and when it was last used. */
function TokenState({ row }: { row: Domain }) {
	const t = useDomainTexts();
	return (
		<p className="in-row-4-8">
			<Badge hue={row.hasToken ? 'teal' : 'gray'} icon={row.hasToken ? IconKey : IconKeyOff}>
				{t(row.hasToken ? 'tokenThere' : 'tokenNone')}
			</Badge>
			{row.hasToken ? (
				<span className={styles.text}>
					{row.tokenLastUsedAt ? (
						<>
							{t('tokenUsed')} <RelativeTime at={row.tokenLastUsedAt} />
						</>
					) : (
						t('tokenUnused')
					)}
				</span>
			) : null}
		</p>
	);
}
