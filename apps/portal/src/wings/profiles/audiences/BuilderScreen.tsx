/** The builder's page: of a new audience, or of one that is stored. */
import { INVALID_AUDIENCE } from '@luvalla/contract/profiles/audiences';
import { segments } from '@luvalla/contract/profiles/segments';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { fixedText } from '#portal/lib/fixed-texts.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useScreenSearch } from '#portal/lib/use-search.ts';
import { type DraftPlace, DraftScreen } from '#portal/ui/form/DraftScreen.tsx';
import { builderSearch } from './audiences.search.ts';
import { Builder } from './Builder.tsx';
import styles from './builder.module.css';
import { NEW_DRAFT } from './draft.ts';
import { readAudience } from './read-audience.ts';
import { useAudienceTexts } from './texts.ts';

/** `/audiences/new` and `/audiences/$id` */
export function AudienceScreen() {
	const t = useAudienceTexts();
	const title = fixedText(INVALID_AUDIENCE, useLanguage());
	const [search, patch] = useScreenSearch(builderSearch);
	return (
		<DraftScreen
			search={search}
			patch={patch}
			t={t}
			read={readAudience}
			list={{ label: t('audiences'), to: '/audiences' }}
			gone={title}
			waiting={<Waiting />}
		>
			{(row, place) =>
				row ? (
					<Builder key={row.id} stored={row} campaign={search.campaign} {...place} />
				) : (
					<NewBuilder {...place} segment={search.segment} campaign={search.campaign} />
				)
			}
		</DraftScreen>
	);
}

/** Begins with the segment that the address names. */
function NewBuilder({ segment, campaign, ...place }: DraftPlace & { segment: string | undefined; campaign: string | undefined }) {
	const wanted = segment !== undefined;
	const scope = { customerId: place.customerId, domainId: place.domain.id };
	const list = useQuery({ ...asQuery(segments, { query: {} }, scope), enabled: wanted });
	const from = list.data?.data.find(({ id }) => id === segment);
	if (wanted && list.isPending) return <Waiting />;
	const begins = from ? { ...NEW_DRAFT, title: from.name, segments: [from.id] } : NEW_DRAFT;
	return <Builder stored={null} begins={begins} campaign={campaign} {...place} />;
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
