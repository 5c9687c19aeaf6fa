/** The profile report: who came to be known, and how many there are. */
import { IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { markOf } from '#portal/ui/chart/clock.ts';
import { StackChart } from '#portal/ui/chart/StackChart.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { CsvExport } from '#portal/ui/list/CsvExport.tsx';
import { whoseOf } from '#portal/ui/list/picker-search.ts';
import { Answer } from './Answer.tsx';
import styles from './Reports.module.css';
import { ReportTools, type TabProps } from './ReportTools.tsx';
import { rateDaysOf } from './reports.search.ts';
import { useReportTexts } from './texts.ts';
import { useEventCounts } from './use-report.ts';

export function ProfilesTab({ search, patch, customerId, domains }: TabProps) {
	const t = useReportTexts();
	const language = useLanguage();
	const days = rateDaysOf(search);
	const query = useEventCounts({ search, customerId, tab: 'profiles', days });
	const { now, before, looked } = query.data ?? {};
	const whose = whoseOf(search);
	return (
		<div className="column-16">
			<ReportTools search={search} patch={patch} domains={domains} days={days}>
				<CsvExport
					short
					name="profiles"
					rows={() => [[t('time'), t('newProfiles')], ...(now?.steps ?? []).map((step) => [step.at, step.profiles])]}
				/>
			</ReportTools>
			{query.isError && !query.data ? (
				<Failed sentence={t('countsFailed')} query={query} />
			) : (
				<StackChart
					title={t('newProfiles')}
					head={
						<Answer now={now?.profiles} before={before?.profiles} one={t('profileCame')} moreIsGood>
							{t('profilesCame')}
						</Answer>
					}
					stepLabel={t('time')}
					groups={[{ key: 'profiles', label: t('newProfiles'), colour: 1 }]}
					steps={
						looked &&
						now?.steps.map(({ at, profiles }) => ({
							key: at,
							...markOf(at, now.steps.at(-1)?.at ?? at, looked, language),
							values: { profiles },
						}))
					}
					format={(value) => numberText(value, language)}
				>
					<p className="aside">
						<span className={styles.waits} data-there={now === undefined ? undefined : ''} aria-hidden={now === undefined || undefined}>
							{t('profilesThere', { count: now?.profilesAtEnd ?? 0 })}
						</span>{' '}
						<Link to="/domainprofiles" search={whose} className="link">
							<IconUsers size={15} stroke={1.75} aria-hidden="true" />
							{t('openPeople')}
						</Link>
					</p>
				</StackChart>
			)}
		</div>
	);
}
