/** Segments of the domain that other domains use: one press gives them there, so that nothing becomes empty. */
import { giveSegments, type RequestDetail, readDeletion } from '@luvalla/contract/tenancy/deletion-requests';
import { Button } from '@mantine/core';
import { useCall } from '#portal/lib/calls.ts';
import styles from './requests.module.css';
import { useRequestTexts } from './texts.ts';

export function UsedSegments({ request: { id, usedSegments } }: { request: RequestDetail }) {
	const t = useRequestTexts();
	const give = useCall(giveSegments, { reload: [readDeletion] });
	const domains = [...new Map(usedSegments.flatMap(({ on }) => on).map((one) => [one.id, one])).values()];
	return (
		<div className={styles.strip}>
			<p>
				<strong>{t('usedTitle', { count: usedSegments.length, domains: domains.map(({ domain }) => domain).join(', ') })}</strong>
			</p>
			{usedSegments.map((one) => (
				<p key={one.id}>{t('usedBy', { segment: one.name, people: t('people', { count: one.people }), by: one.by.join(', ') })}</p>
			))}
			<div className="above-4 wrap-8">
				{domains.map((to) => (
					<Button
						key={to.id}
						variant="default"
						loading={give.isPending}
						onClick={() =>
							give.mutate({
								params: { id },
								body: {
									segments: usedSegments.filter(({ on }) => on.some((one) => one.id === to.id)).map((one) => one.id),
									domainId: to.id,
								},
							})
						}
					>
						{t('give', { domain: to.domain })}
					</Button>
				))}
			</div>
		</div>
	);
}
