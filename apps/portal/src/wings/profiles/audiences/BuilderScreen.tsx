/** Loads what the builder needs: the audience, or the domain that a new one is for. */
import { INVALID_AUDIENCE } from '@luvalla/contract/profiles/audiences';
import { segments } from '@luvalla/contract/profiles/segments';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { asQuery } from '#portal/lib/calls.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { NoDomain } from '#portal/ui/NoDomain.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { usePlace } from '#portal/ui/use-place.ts';
import { builderSearch } from './audiences.search.ts';
import { Builder } from './Builder.tsx';
import styles from './builder.module.css';
import { NEW_DRAFT } from './draft.ts';
import { readAudience } from './read-audience.ts';
import { useAudienceTexts } from './texts.ts';

/** `/audiences/new` */
export function NewAudienceScreen() {
	const t = useAudienceTexts();
	const { isAdmin } = usePerson();
	const [search, patch] = useScreenSearch(builderSearch);
	const { page, domains, domain: chosen } = usePlace(search, patch);
	const domain = chosen ?? (isAdmin ? (domains[0] ?? null) : null);
	const scope = { customerId: page.customerId, domainId: domain?.id ?? null };
	const wanted = search.segment !== undefined && domain !== null;
	const list = useQuery({ ...asQuery(segments, { query: {} }, scope), enabled: wanted });
	const from = list.data?.data.find(({ id }) => id === search.segment);
	if (!domain && page.customerId !== null && !page.list.isPending) return <NoDomain title={t('newTitle')} any={domains.length > 0} t={t} />;
	return (
		<CustomerGate page={page} title={t('newTitle')}>
			{domain && !(wanted && list.isPending) ? (
				<Builder
					stored={null}
					begins={from ? { ...NEW_DRAFT, title: from.name, segments: [from.id] } : NEW_DRAFT}
					campaign={search.campaign}
					domain={domain}
					customerId={page.customerId}
					pick={isAdmin ? { page, domains, onDomain: (id) => patch({ domain: id }) } : null}
				/>
			) : (
				<Waiting />
			)}
		</CustomerGate>
	);
}

/** `/audiences/$id` */
export function AudienceScreen() {
	const t = useAudienceTexts();
	const language = useLanguage();
	const { id } = useParams({ strict: false });
	const [search, patch] = useScreenSearch(builderSearch);
	const { page, scope } = usePlace(search, patch);
	const read = useQuery({ ...readAudience(id ?? '', scope), enabled: page.customerId !== null });
	const [row] = read.data?.data ?? [];
	return (
		<CustomerGate page={page} title={t('title')}>
			{row ? (
				<Builder
					key={row.id}
					stored={row}
					campaign={search.campaign}
					domain={{ id: row.domainId, domain: row.domain }}
					customerId={page.customerId}
					pick={null}
				/>
			) : read.isPending ? (
				<Waiting />
			) : (
				<>
					<PageHeader title={t('title')} crumbs={[{ label: t('audiences'), to: '/audiences' }, { label: t('title') }]} />
					{read.isError ? (
						<Failed sentence={t('loadFailed')} error={read.error} onRetry={() => void read.refetch()} />
					) : (
						<Empty title={fixedText(INVALID_AUDIENCE, language)}>{t('missing')}</Empty>
					)}
				</>
			)}
		</CustomerGate>
	);
}

/** The builder's own layout, empty. */
function Waiting() {
	return (
		<div className={styles.builder} aria-busy="true">
			<div className={styles.main}>
				<Skeleton height={30} width={220} />
				<Skeleton height={56} />
				<Skeleton height={320} />
			</div>
			<div className={styles.side}>
				<Skeleton height={64} />
				<Skeleton height={280} />
			</div>
		</div>
	);
}
