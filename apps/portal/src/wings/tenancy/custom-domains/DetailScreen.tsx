/** One custom domain: what is wrong as the title, its records, its certificate, and the press that leads on. */
import { nameOf } from '@luvalla/contract/call';
import {
	type CustomDomain,
	checkCustomDomain,
	customDomains,
	renewCustomDomain,
	validateCustomDomain,
	validatedCustomDomains,
} from '@luvalla/contract/tenancy/custom-domains';
import { Button } from '@mantine/core';
import { IconCertificate, IconRefresh, IconSearch } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asList, useCall } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { notifyFailure } from '#portal/lib/notices.ts';
import type { Say } from '#portal/lib/say.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { useThing } from '#portal/lib/use-title.ts';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { whoseOf } from '#portal/ui/list/picker-search.ts';
import { NextStep } from '#portal/ui/NextStep.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { RelativeTime } from '#portal/ui/times.tsx';
import { Certificate } from './Certificate.tsx';
import styles from './custom-domains.module.css';
import type { CustomDomainSearch } from './custom-domains.search.ts';
import type { en } from './messages/en.ts';
import { Records } from './Records.tsx';
import { StatusOf } from './StatusOf.tsx';
import { useCustomDomainTexts } from './texts.ts';

/** An order goes on after its answer. */
const LOOK_AGAIN_MS = 2000;

const isServed = ({ status }: CustomDomain): boolean => status === 'Validated' || status === 'Renewed';

/** What is wrong, or what comes next. */
const titleOf = (one: CustomDomain, t: Say<typeof en>): string => {
	const domain = one.letters ?? one.domain;
	if (one.ordering) return t('ordering', { domain });
	if (isServed(one)) return one.differing > 0 ? t('recordsChanged', { count: one.differing }) : t('served', { domain });
	if (one.status === 'Invalid') return t('notServed', { domain });
	if (one.status === 'Created') return t('waitsFor', { domain });
	return one.dns.isValid ? t('readyToOrder') : t('toSet', { domain });
};

interface DetailProps {
	customerId: number;
	id: string;
	search: CustomDomainSearch;
	patch: PatchSearch<CustomDomainSearch>;
	mayEdit: boolean;
}

export function DetailScreen({ customerId, id, search, patch, mayEdit }: DetailProps) {
	const t = useCustomDomainTexts();
	const { asking, check } = useCheck(customerId);
	const query = useQuery({
		...asList(customDomains, { params: { id: customerId }, query: { filter: [`id:${id}`] } }),
		refetchInterval: ({ state }) => (state.data?.data.some((row) => row.id === id && row.ordering) ? LOOK_AGAIN_MS : false),
	});
	const one = query.data?.data.find((row) => row.id === id);
	useThing(one?.domain);
	const whose = whoseOf(search);
	const crumbs = [{ label: t('title'), to: '/managecustomdomains', search: whose }, { label: one?.letters ?? one?.domain ?? '…' }];
	if (query.isPending)
		return (
			<>
				<PageHeader title={t('title')} crumbs={crumbs} />
				<PageSkeleton />
			</>
		);
	if (!one)
		return (
			<>
				<PageHeader title={t('title')} crumbs={crumbs} />
				{query.isError ? (
					<Failed sentence={t('failed')} query={query} />
				) : (
					<Empty title={t('missing')} action={<Button onClick={() => patch({ open: undefined })}>{t('back')}</Button>} />
				)}
			</>
		);
	const served = isServed(one);
	return (
		<>
			<PageHeader
				title={titleOf(one, t)}
				badge={<StatusOf status={one.status} />}
				crumbs={crumbs}
				busy={query.isFetching}
				about={
					<>
						<span className="machine">{one.domain}</span>
						{one.nextTryAt === null ? null : (
							<>
								{' · '}
								{t('nextTry')} <RelativeTime at={one.nextTryAt} ahead />
							</>
						)}
					</>
				}
				actions={<Acts {...{ one, customerId, mayEdit, asking }} onCheck={() => void check(one.domain)} />}
			/>
			{(one.warning ?? one.reason?.sentence) ? (
				<p role="status" className={styles.warning}>
					{[one.warning, one.reason?.sentence].filter(Boolean).join(' ')}
				</p>
			) : null}
			<Records dns={one.dns} domain={one.domain} />
			<Certificate one={one} />
			{served ? (
				<NextStep
					said={t('served', { domain: one.letters ?? one.domain })}
					steps={[{ label: t('toConfigurator'), to: '/firstpartyconfigurator', search: { ...whose, host: one.domain } }]}
				/>
			) : null}
		</>
	);
}

interface ActsProps extends Pick<DetailProps, 'customerId' | 'mayEdit'> {
	one: CustomDomain;
	/** The DNS is being asked. */
	asking: boolean;
	onCheck: () => void;
}

/** Looking at the DNS, and ordering a certificate or a new one. */
function Acts({ one, customerId, mayEdit, asking, onCheck }: ActsProps) {
	const t = useCustomDomainTexts();
	const settings = { reload: [customDomains, validatedCustomDomains], quiet: true } as const;
	const validate = useCall(validateCustomDomain, settings);
	const renew = useCall(renewCustomDomain, settings);
	const params = { customerId, id: one.id };
	const served = isServed(one);
	const mayOrder = mayEdit && !served && !one.ordering;
	return (
		<>
			{mayEdit && served && !one.ordering ? (
				<Button
					variant="default"
					loading={renew.isPending}
					leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden="true" />}
					onClick={() => renew.mutate({ params })}
				>
					{t('renew')}
				</Button>
			) : null}
			<Button
				variant={mayOrder && one.dns.isValid ? 'default' : 'filled'}
				loading={asking}
				leftSection={<IconSearch size={16} stroke={1.75} aria-hidden="true" />}
				onClick={onCheck}
			>
				{t('check')}
			</Button>
			{mayOrder ? (
				<Button
					variant={one.dns.isValid ? 'filled' : 'default'}
					loading={validate.isPending}
					leftSection={<IconCertificate size={16} stroke={1.75} aria-hidden="true" />}
					onClick={() => validate.mutate({ params })}
				>
					{t('validate')}
				</Button>
			) : null}
		</>
	);
}

/** Looks now at what the DNS says of a host. */
function useCheck(customerId: number) {
	const client = useQueryClient();
	const [asking, setAsking] = useState(false);
	const check = async (domain: string): Promise<void> => {
		setAsking(true);
		try {
			await ask(checkCustomDomain, { params: { customerId, domain } });
			await client.invalidateQueries({ queryKey: [nameOf(customDomains)] });
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			notifyFailure(error.message);
		} finally {
			setAsking(false);
		}
	};
	return { asking, check };
}
