/** Loads what the editor needs: the content, or the domain that a new one is for. */
import { INVALID_CONTENT } from '@luvalla/contract/engagement/contents';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { NoDomain } from '#portal/ui/NoDomain.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { usePlace } from '#portal/ui/use-place.ts';
import { editorSearch } from './contents.search.ts';
import { Editor } from './Editor.tsx';
import styles from './editor.module.css';
import { readContent } from './read-content.ts';
import { useContentTexts } from './texts.ts';

/** `/contents/new` */
export function NewContentScreen() {
	const t = useContentTexts();
	const { isAdmin } = usePerson();
	const [search, patch] = useScreenSearch(editorSearch);
	const { page, domains, domain: chosen } = usePlace(search, patch);
	const domain = chosen ?? (isAdmin ? (domains[0] ?? null) : null);
	if (!domain && page.customerId !== null && !page.list.isPending) return <NoDomain title={t('newTitle')} any={domains.length > 0} t={t} />;
	return (
		<CustomerGate page={page} title={t('newTitle')}>
			{domain ? (
				<Editor
					stored={null}
					domain={domain}
					customerId={page.customerId}
					search={search}
					patch={patch}
					pick={isAdmin ? { page, domains, onDomain: (id) => patch({ domain: id }) } : null}
				/>
			) : (
				<Waiting />
			)}
		</CustomerGate>
	);
}

/** `/contents/$id` */
export function ContentScreen() {
	const t = useContentTexts();
	const language = useLanguage();
	const { id } = useParams({ strict: false });
	const [search, patch] = useScreenSearch(editorSearch);
	const { page, scope } = usePlace(search, patch);
	const read = useQuery({ ...readContent(id ?? '', scope), enabled: page.customerId !== null });
	const [row] = read.data?.data ?? [];
	return (
		<CustomerGate page={page} title={t('title')}>
			{row ? (
				<Editor
					key={row.id}
					stored={row}
					domain={{ id: row.domainId, domain: row.domain }}
					customerId={page.customerId}
					search={search}
					patch={patch}
					pick={null}
				/>
			) : read.isPending ? (
				<Waiting />
			) : (
				<>
					<PageHeader title={t('title')} crumbs={[{ label: t('contents'), to: '/contents' }, { label: t('title') }]} />
					{read.isError ? (
						<Failed sentence={t('loadFailed')} error={read.error} onRetry={() => void read.refetch()} />
					) : (
						<Empty
							title={fixedText(INVALID_CONTENT, language)}
							action={
								<Button variant="default" renderRoot={(props: object) => <Link {...props} to="/contents" />}>
									{t('toContents')}
								</Button>
							}
						>
							{t('missing')}
						</Empty>
					)}
				</>
			)}
		</CustomerGate>
	);
}

/** The editor's own layout, empty. */
function Waiting() {
	return (
		<div className={styles.page} aria-busy="true">
			<div className={styles.bar}>
				<Skeleton height={52} width={320} />
			</div>
			<div className={styles.editor}>
				<div className={styles.form}>
					<Skeleton height={62} />
					<Skeleton height={34} width={240} />
					<Skeleton height={62} />
					<Skeleton height={220} />
				</div>
			</div>
		</div>
	);
}
