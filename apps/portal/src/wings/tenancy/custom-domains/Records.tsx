/** What has to stand in DNS beside what stands there, record by record, with what is wrong in a sentence. */
import type { DnsCheck, DnsRecord } from '@luvalla/contract/tenancy/custom-domains';
import { ActionIcon, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy, IconMinus, IconX } from '@tabler/icons-react';
import { Badge } from '#portal/ui/Badge.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import styles from './custom-domains.module.css';
import { useCustomDomainTexts } from './texts.ts';

function Copied({ value, label }: { value: string; label: string }) {
	return (
		<CopyButton value={value} timeout={2000}>
			{({ copied, copy }) => (
				<ActionIcon variant="default" size={24} aria-label={label} onClick={copy}>
					{copied ? <IconCheck size={14} aria-hidden="true" /> : <IconCopy size={14} stroke={1.75} aria-hidden="true" />}
				</ActionIcon>
			)}
		</CopyButton>
	);
}

function StateOf({ record: { ok, state, needed } }: { record: DnsRecord }) {
	const t = useCustomDomainTexts();
	if (state === 'unasked')
		return (
			<Badge hue="gray" icon={IconMinus}>
				{t('unasked')}
			</Badge>
		);
	if (ok)
		return (
			<Badge hue={state === 'optional' ? 'gray' : 'green'} icon={state === 'optional' ? IconMinus : IconCheck}>
				{t(state === 'optional' ? 'optional' : 'right')}
			</Badge>
		);
	return (
		<Badge hue={needed ? 'red' : 'amber'} icon={IconX}>
			{t(state === 'missing' ? 'missingRecord' : 'wrong')}
		</Badge>
	);
}

function RecordRows({ record }: { record: DnsRecord }) {
	const t = useCustomDomainTexts();
	const { type, name, expected, found, ok, state, sentence } = record;
	return (
		<>
			<tr>
				<td data-label={t('type')}>{type}</td>
				<td data-label={t('name')}>
					<span className={styles.copied}>
						<span className="machine">{name}</span>
						<Copied value={name} label={t('copyName', { type })} />
					</span>
				</td>
				<td data-label={t('expected')}>
					{expected.length === 0 ? <span className="aside">{t('noneExpected')}</span> : null}
					{expected.map((value) => (
						<span key={value} className={styles.copied}>
							<span className="machine">{value}</span>
							<Copied value={value} label={t('copyValue', { type })} />
						</span>
					))}
				</td>
				<td data-label={t('found')}>
					{state === 'unasked' ? (
						'—'
					) : found.length === 0 ? (
						<span className="aside">{t('nothingFound')}</span>
					) : (
						found.map((value) => (
							<span key={value} className={`machine ${ok ? '' : styles.bad}`}>
								{value}{' '}
							</span>
						))
					)}
				</td>
				<td data-label={t('status')}>
					<StateOf record={record} />
				</td>
			</tr>
			{ok || state === 'unasked' ? null : (
				<tr className={styles.said}>
					<td colSpan={5}>{sentence}</td>
				</tr>
			)}
		</>
	);
}

export function Records({ dns, domain }: { dns: DnsCheck; domain: string }) {
	const t = useCustomDomainTexts();
	return (
		<section className={styles.card} aria-labelledby="records">
			<div className={styles.cardHead}>
				<h2 id="records">{t('recordsTitle')}</h2>
				<p className="aside">
					{dns.checkedAt === null ? (
						t('neverAsked')
					) : (
						<>
							{t('asked')} <RelativeTime at={dns.checkedAt} />
						</>
					)}
				</p>
			</div>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
			<section className="scroll-x" tabIndex={0} aria-label={t('dnsOf', { domain })}>
				<table className={styles.records}>
					<thead>
						<tr>
							<th scope="col">{t('type')}</th>
							<th scope="col">{t('name')}</th>
							<th scope="col">{t('expected')}</th>
							<th scope="col">{t('found')}</th>
							<th scope="col">{t('status')}</th>
						</tr>
					</thead>
					<tbody>
						{dns.records.map((record) => (
							<RecordRows key={`${record.type} ${record.name}`} record={record} />
						))}
					</tbody>
				</table>
			</section>
		</section>
	);
}
