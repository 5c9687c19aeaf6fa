/** Whose a domain's host is: what shows it, or how to show it and what a look has found. */
import { lookReason, type ProofLook, proveDomain } from '@luvalla/contract/consent/snippet';
import { customerDomainList } from '@luvalla/contract/tenancy/customers';
import { allDomains, confirmDomain, customerDomains, type Domain, readDomain, type ToProve } from '@luvalla/contract/tenancy/domains';
import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconAlertTriangle, IconCheck, IconCopy, IconRadar2, IconRosetteDiscountCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Badge, BadgeLink } from '#portal/ui/Badge.tsx';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { ExactTime } from '#portal/ui/times.tsx';
import styles from './domains.module.css';
import { useDomainTexts } from './texts.ts';

const CHANGED = [customerDomains, allDomains, readDomain, customerDomainList];

/** *Unproven*, where it is; for whoever may, it leads to how that is shown. */
export function UnprovenBadge({ row, leads }: { row: Domain; leads: boolean }) {
	const t = useDomainTexts();
	if (row.proof) return null;
	const badge = { hue: 'amber', icon: IconAlertTriangle, children: t('unproven') } as const;
	return leads ? (
		<BadgeLink {...badge} search={{ id: row.id, tab: 'proof' }} name={t('unprovenHow', { domain: row.domain })} />
	) : (
		<Badge {...badge} />
	);
}

export function Proof({ row }: { row: Domain }) {
	const t = useDomainTexts();
	if (row.proof)
		return (
			<div className={styles.body}>
				<p className={styles.shown}>
					<IconRosetteDiscountCheck size={16} stroke={1.75} aria-hidden="true" />
					{t(`shownBy_${row.proof.by}`)}
				</p>
				<p className={styles.text}>
					{t('proofSince')} <ExactTime at={row.proof.at} />
				</p>
			</div>
		);
	if (row.toProve?.elsewhere)
		return (
			<div className={styles.body}>
				<p className={styles.question}>
					<strong>{t('proofElsewhere', { domain: row.domain })}</strong> {t('proofElsewhereText')}
				</p>
			</div>
		);
	return (
		<div className={styles.body}>
			<h3 className={styles.legend}>{t('proofTitle', { domain: row.domain })}</h3>
			<p className={styles.text}>{t('proofText')}</p>
			{row.toProve ? <Ways row={row} toProve={row.toProve} /> : null}
		</div>
	);
}

function Ways({ row, toProve: { txt, snippet } }: { row: Domain; toProve: ToProve }) {
	const t = useDomainTexts();
	const { isAdmin } = usePerson();
	const look = useCall(proveDomain, { quiet: true, reload: CHANGED });
	return (
		<div className={styles.ways}>
			<section className="stack-6">
				<h4>{t('wayDns')}</h4>
				<p className={styles.text}>{t('wayDnsText')}</p>
				<Copied name={t('dnsName')} text={txt.name} />
				<Copied name={t('dnsValue')} text={txt.value} />
			</section>
			<section className="stack-6">
				<h4>{t('waySnippet')}</h4>
				<p className={styles.text}>{t('waySnippetText', { domain: row.domain })}</p>
				<Copied text={snippet} />
			</section>
			<section className="stack-6">
				<h4>{t('wayAdmin')}</h4>
				<p className={styles.text}>{isAdmin ? t('wayAdminOwn') : t('wayAdminText')}</p>
				{isAdmin ? <Confirm row={row} /> : null}
			</section>
			<section className="stack-6">
				<div className="in-row-4-8">
					<Button
						variant="default"
						data-strong
						loading={look.isPending}
						leftSection={<IconRadar2 size={16} stroke={1.75} aria-hidden="true" />}
						onClick={() => look.mutate({ params: { id: row.id } })}
					>
						{t('lookNow')}
					</Button>
					<span className={styles.text}>{t('lookHint')}</span>
				</div>
				<div role="status">{look.data && !look.isPending ? <Found look={look.data.data} /> : null}</div>
			</section>
		</div>
	);
}

/** `_other` would be a plural's ending. */
const dnsTexts = {
	found: 'recordFound',
	none: 'recordNone',
	other: 'recordOther',
	alias: 'recordAlias',
	wildcard: 'recordWildcard',
	failed: 'recordFailed',
} as const;

/** What a look found at each place. */
function Found({ look: { snippet, dns } }: { look: ProofLook }) {
	const t = useDomainTexts();
	const language = useLanguage();
	return (
		<ul className={styles.found}>
			{dns ? <Line ok={dns.state === 'found'}>{t(dnsTexts[dns.state], { about: dns.about ?? '' })}</Line> : null}
			{snippet ? (
				<Line ok={snippet.state === 'found'}>
					{t(`foundSnippet_${snippet.state}`)} {snippet.problem ? lookReason(snippet.problem.code, snippet.problem.about, language) : null}
				</Line>
			) : null}
		</ul>
	);
}

function Line({ ok, children }: { ok: boolean; children: React.ReactNode }) {
	const Icon = ok ? IconCheck : IconX;
	return (
		<li data-ok={ok}>
			<Icon size={16} stroke={1.75} aria-hidden="true" />
			<span>{children}</span>
		</li>
	);
}

/** A platform admin's word; the call asks for fresh proof of who gives it. */
function Confirm({ row }: { row: Domain }) {
	const t = useDomainTexts();
	const [asks, setAsks] = useState(false);
	const confirm = useCall(confirmDomain, { reload: CHANGED, onSuccess: () => setAsks(false) });
	return (
		<div>
			<Button variant="default" onClick={() => setAsks(true)}>
				{t('confirmTheirs')}
			</Button>
			<ConfirmDialog
				opened={asks}
				title={t('confirmQuestion', { domain: row.domain })}
				verb={t('confirmTheirs')}
				working={confirm.isPending}
				onConfirm={() => confirm.mutate({ params: { id: row.id } })}
				onCancel={() => setAsks(false)}
			>
				{t('confirmText', { customer: row.customerName, domain: row.domain })}
			</ConfirmDialog>
		</div>
	);
}

/** A text to be copied; `name` says what it is, where several stand together. */
function Copied({ name, text }: { name?: string; text: string }) {
	const t = useDomainTexts();
	const { copied, copy } = useClipboard({ timeout: 2000 });
	return (
		<div className={styles.copied}>
			{name ? <span className={styles.text}>{name}</span> : null}
			<code className={styles.code}>{text}</code>
			<Button
				variant="default"
				size="xs"
				leftSection={copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} stroke={1.75} aria-hidden="true" />}
				aria-label={name && `${t('copy')}: ${name}`}
				onClick={() => copy(text)}
			>
				{copied ? t('copied') : t('copy')}
			</Button>
			<span role="status" className="visually-hidden">
				{copied ? t('copied') : ''}
			</span>
		</div>
	);
}
