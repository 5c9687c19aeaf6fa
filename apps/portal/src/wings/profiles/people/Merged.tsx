/** Ids that turned out to be this person too, and taking one of them apart again. */
import { people, person } from '@luvalla/contract/consent/people';
import { type ProfileDetail, personEvents, profile, profiles, unmergeProfile } from '@luvalla/contract/profiles/profiles';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import { dateText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import styles from './people.module.css';
import { useProfileTexts } from './profile-texts.ts';
import { shortId } from './words.tsx';

export function Merged({ data, customerId }: { data: ProfileDetail; customerId: number }) {
	const p = useProfileTexts();
	const language = useLanguage();
	const [asking, setAsking] = useState<string | null>(null);
	const separate = useCall(unmergeProfile, { reload: [profile, profiles, person, people, personEvents], scope: { customerId } });
	if (data.merged.length === 0) return null;
	return (
		<section className={styles.side} aria-labelledby="merged">
			<h2 id="merged">{p('merged')}</h2>
			<ul>
				{data.merged.map(({ luvallaId, at }) => (
					<li key={luvallaId} className={styles.segment}>
						<span>
							<span className="mono" translate="no">
								{shortId(luvallaId)}
							</span>
							<span className={styles.quiet}>{p('mergedSince', { day: dateText(at, language) })}</span>
						</span>
						{data.can.merge ? (
							<Button
								variant="default"
								size="xs"
								aria-label={p('separateOf', { id: shortId(luvallaId) })}
								onClick={() => setAsking(luvallaId)}
							>
								{p('separate')}
							</Button>
						) : null}
					</li>
				))}
			</ul>
			<ConfirmDialog
				opened={asking !== null}
				title={p('separateTitle', { id: asking === null ? '' : shortId(asking) })}
				verb={p('separate')}
				working={separate.isPending}
				onCancel={() => setAsking(null)}
				onConfirm={() =>
					asking !== null &&
					separate.mutate({ params: { id: data.luvallaId }, query: {}, body: { gone: asking } }, { onSettled: () => setAsking(null) })
				}
			>
				<p>{p('separateText')}</p>
			</ConfirmDialog>
		</section>
	);
}
