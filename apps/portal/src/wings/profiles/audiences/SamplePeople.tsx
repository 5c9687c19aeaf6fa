/** The newest people of the choice, to see whether they are who was meant. */
import { audiencePeople } from '@luvalla/contract/profiles/audiences';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { asList } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import styles from './builder.module.css';
import { type Choice, chosenQuery, isNobody } from './draft.ts';
import { People } from './People.tsx';
import { useAudienceTexts } from './texts.ts';

const SAMPLE = 10;

export function SamplePeople({ choice, scope }: { choice: Choice; scope: Scope }) {
	const t = useAudienceTexts();
	const nobody = isNobody(choice);
	const sample = useQuery({
		...asList(audiencePeople, { query: { ...chosenQuery(choice), size: SAMPLE } }, scope),
		enabled: !nobody && scope.customerId !== null,
	});
	if (nobody) return null;
	const people = sample.data?.data.people;
	const count = people === undefined || people.length === 0 ? SAMPLE : people.length;
	return (
		<section className={styles.samplePart} aria-label={t('sample', { count })}>
			<div>
				<h2>{t('sample', { count })}</h2>
				<p className={styles.quiet}>{t('sampleWhy')}</p>
			</div>
			{sample.isError ? (
				<Failed sentence={t('peopleFailed')} query={sample} />
			) : people === undefined ? (
				<Skeleton height={150} />
			) : people.length === 0 ? (
				<p className={styles.quiet}>{t('sampleNone')}</p>
			) : (
				<div className={styles.sample} data-behind={sample.isPlaceholderData ? '' : undefined}>
					<People people={people} customerId={scope.customerId} />
				</div>
			)}
		</section>
	);
}
