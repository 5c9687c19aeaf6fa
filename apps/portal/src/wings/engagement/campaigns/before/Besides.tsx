/** What else happens when it is executed: the second subject, which half of the people get, and the segments that people are moved between. */
import type { Campaign, SegmentChange } from '@luvalla/contract/engagement/campaigns';
import { channelOf } from '@luvalla/contract/engagement/content-types';
import { useLanguage } from '#portal/lib/say.ts';
import { CHANGES } from '../draft.ts';
import { useCampaignTexts } from '../texts.ts';
import styles from './before.module.css';

/** Nothing where nothing else happens. */
export function Besides({ campaign }: { campaign: Campaign }) {
	const t = useCampaignTexts();
	const language = useLanguage();
	const { secondSubject } = campaign.options;
	const hasSubjects = campaign.constellation.some(({ channel }) => channelOf(channel) === 'email');
	const moves = CHANGES.filter((list) => campaign[list].length > 0);
	const namesOf = (changes: readonly SegmentChange[]) => ({
		count: changes.length,
		names: new Intl.ListFormat(language).format(changes.map(({ segmentName }) => segmentName || t('segmentElsewhere'))),
	});
	const saidOf = (changes: readonly SegmentChange[]): string => {
		const { put = [], taken = [] } = Object.groupBy(changes, ({ isRemove }) => (isRemove ? 'taken' : 'put'));
		return [...(put.length > 0 ? [t('putSaid', namesOf(put))] : []), ...(taken.length > 0 ? [t('takenSaid', namesOf(taken))] : [])].join(
			'; ',
		);
	};
	const subject = hasSubjects ? secondSubject : null;
	if (subject === null && moves.length === 0) return null;
	return (
		<section className={styles.part}>
			<h2>{t('besides')}</h2>
			{subject === null ? null : <p className="small">{t('secondSubjectSaid', { subject })}</p>}
			{moves.map((list) => (
				<p key={list} className="small">
					{t(list)}: {saidOf(campaign[list])}
				</p>
			))}
		</section>
	);
}
