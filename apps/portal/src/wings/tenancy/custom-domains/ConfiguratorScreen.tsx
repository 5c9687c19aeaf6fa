/** `/firstpartyconfigurator`: a host of one's own and a website, and the line that loads the banner of the one from the other. */
import type { ConsentEvent } from '@luvalla/contract/consent/webhooks';
import { type CustomDomain, checkCustomDomain, validatedCustomDomains } from '@luvalla/contract/tenancy/custom-domains';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { asQuery } from '#portal/lib/calls.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { CopyText } from '#portal/ui/CopyText.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { OFFERED, useOffered } from '#portal/ui/form/use-offered.ts';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import styles from './custom-domains.module.css';
import { configuratorSearch } from './custom-domains.search.ts';
import { mayEdit } from './may-edit.ts';
import { Records } from './Records.tsx';
import { useCustomDomainTexts } from './texts.ts';

/** Sought by its name, with those below it. */
const MOST = 100;

const nameOf = ({ domain, letters }: CustomDomain): string => letters ?? domain;

/** Whether one is below the other, or both below the same name of two labels and more. */
const isOneSite = (host: string, website: string): boolean => {
	const [a, b] = [host, website].map((name) => name.split('.').reverse());
	const shared = (a ?? []).findIndex((label, at) => label !== b?.[at]);
	return (shared < 0 ? Math.min(a?.length ?? 0, b?.length ?? 0) : shared) >= 2;
};

export function ConfiguratorScreen() {
	const t = useCustomDomainTexts();
	const person = usePerson();
	const { search, patch, page, customerId, domains, whose } = usePage(configuratorSearch);
	const navigate = useNavigate();
	const ask = (query: { size: number; q?: string | undefined }) => ({
		...asQuery(validatedCustomDomains, { params: { id: customerId ?? 0 }, query: { page: 1, ...query } }),
		enabled: customerId !== null,
	});
	const named = useQuery({ ...ask({ size: MOST, q: search.host }), enabled: customerId !== null && search.host !== undefined });
	const chosen = named.data?.data.find(({ domain }) => domain === search.host);
	const { first: hosts, rows, hint, more, searched } = useOffered((q) => ask({ size: OFFERED, q }), chosen, chosen && nameOf(chosen));
	const host = search.host !== undefined && named.isPending ? undefined : (chosen ?? hosts.data?.data[0]);
	const wanted = search.domain ?? person.currentDomain?.id;
	const website = domains.find(({ id }) => id === wanted) ?? domains[0];
	const dns = useQuery({
		...asQuery(checkCustomDomain, { params: { customerId: customerId ?? 0, domain: host?.domain ?? '' } }),
		enabled: customerId !== null && host !== undefined,
	});
	const snippet = host && website && `<script src="https://${host.domain}/cmp/d/${website.id}.js"></script>`;
	return (
		<CustomerGate page={page} title={t('configTitle')}>
			<PageHeader title={t('configTitle')} about={t('configAbout')} actions={page.picker} busy={hosts.isFetching && !hosts.isPending} />
			{hosts.isPending || (search.host !== undefined && named.isPending && !hosts.isError) ? <PageSkeleton /> : null}
			{hosts.isError ? <Failed sentence={t('failed')} query={hosts} /> : null}
			{hosts.data?.data.length === 0 ? (
				<Empty
					title={t('noHost')}
					action={
						mayEdit(person) ? (
							<Button onClick={() => void navigate({ to: '/managecustomdomains', search: { ...whose, id: 'new' } })}>{t('addHost')}</Button>
						) : undefined
					}
				>
					{t('emptyWhy')}
				</Empty>
			) : null}
			{host ? (
				<>
					<div className={styles.pick}>
						<SelectField
							label={t('host')}
							data={rows.map((one) => ({ value: one.domain, label: nameOf(one) }))}
							value={host.domain}
							hint={hint}
							searchable={more || rows.length > 8}
							{...searched}
							allowDeselect={false}
							onChange={(value) => value !== null && patch({ host: value })}
						/>
						<SelectField
							label={t('website')}
							placeholder={t('noWebsite')}
							data={domains.map(({ id, domain }) => ({ value: id, label: domain }))}
							value={website?.id ?? null}
							searchable
							allowDeselect={false}
							onChange={(value) => value !== null && patch({ domain: value })}
						/>
					</div>
					{website && !isOneSite(host.domain, website.domain) ? (
						<p role="status" className={styles.warning}>
							{t('differentSite', { host: host.domain, website: website.domain })}
						</p>
					) : null}
					{snippet ? (
						<section aria-labelledby="snippet">
							<h2 id="snippet">{t('snippet')}</h2>
							<p className="aside">{t('snippetHint', { origin: location.origin })}</p>
							<pre className={styles.code}>{snippet}</pre>
							<CopyText value={snippet} label={t('copySnippet')} />
						</section>
					) : null}
					{website ? <Sample domain={website.domain} /> : null}
					<h2>{t('dnsOf', { domain: host.domain })}</h2>
					{dns.data ? <Records dns={dns.data.data} domain={host.domain} /> : null}
					{dns.isError ? <Failed query={dns} /> : null}
				</>
			) : null}
		</CustomerGate>
	);
}

/** What is told of a yes, in the specification's fields. */
function Sample({ domain }: { domain: string }) {
	const t = useCustomDomainTexts();
	const sample: ConsentEvent = {
		luvallaId: '0193b2f0-3c1a-7d2e-9b64-5f0a8c1d2e3f',
		Email: 'visitor@example.com',
		EventType: 'consentAdded',
		Domain: domain,
		ConsentName: 'Statistics',
		ConsentValue: true,
		UpdatedTs: '2026-11-20T09:41:07.000Z',
	};
	return (
		<details className={styles.sample}>
			<summary>{t('sample')}</summary>
			<pre className={styles.code}>{JSON.stringify(sample, null, 2)}</pre>
		</details>
	);
}
