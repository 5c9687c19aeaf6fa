/** The builder: whom an audience is of at the left, how many that makes and who of them may be reached at the right. */
import type { Audience } from '@luvalla/contract/profiles/audiences';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { late } from '#portal/lib/late.tsx';
import { usePerson } from '#portal/lib/use-session.ts';
import { DraftDomain, type DraftPlace } from '#portal/ui/form/DraftScreen.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { DraftGuard } from '#portal/ui/form/LeaveGuard.tsx';
import { Meanwhile } from '#portal/ui/form/Meanwhile.tsx';
import { NextStep } from '#portal/ui/NextStep.tsx';
import { NumberedStatus, statusKeyOf } from '#portal/ui/NumberedStatus.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { RadioRow } from '#portal/ui/RadioRow.tsx';
import styles from './builder.module.css';
import { ConsentChoice, useConsents } from './ConsentChoice.tsx';
import { type Choice, type Draft, NEW_DRAFT, toggled } from './draft.ts';
import { EstimatePane } from './EstimatePane.tsx';
import type { Left } from './LeftOut.tsx';
import { SamplePeople } from './SamplePeople.tsx';
import { SegmentChoice, useSegments } from './SegmentChoice.tsx';
import { useAudienceTexts } from './texts.ts';
import { useBuilding } from './use-building.ts';
import { useEstimate } from './use-estimate.ts';
import { Words } from './Words.tsx';

const LeftOut = late(() => import('./LeftOut.tsx').then((module) => module.LeftOut));

interface BuilderProps extends DraftPlace {
	/** Null: not saved yet. */
	stored: Audience | null;
	/** What a new one begins with. */
	begins?: Draft;
	/** The campaign that it is made for. */
	campaign: string | undefined;
}

export function Builder({ stored, begins = NEW_DRAFT, campaign, domain, customerId, pick }: BuilderProps) {
	const t = useAudienceTexts();
	const { isAdmin } = usePerson();
	const scope = useMemo(() => ({ customerId, domainId: domain.id }), [customerId, domain.id]);
	const building = useBuilding(stored, begins, domain, scope);
	const { title, draft, edit, row, wrong, unsaved, busy, dirty, save } = building;
	const { segments: chosenSegments, consents: chosenConsents, isAnd } = draft;
	const choice: Choice = useMemo(
		() => ({ segments: chosenSegments, consents: chosenConsents, isAnd }),
		[chosenSegments, chosenConsents, isAnd],
	);
	const segments = useSegments(scope, stored);
	const consents = useConsents(scope);
	const estimated = useEstimate(choice, scope);
	const [left, setLeft] = useState<Left | null>(null);
	const heading = draft.title.trim() === '' ? t('newTitle') : draft.title;
	const names = { segment: segments.nameOf, consent: consents.nameOf };
	const address: Record<string, string> = isAdmin ? { customer: String(customerId ?? ''), domain: domain.id } : {};
	const approved = row !== null && statusKeyOf(row.status) === 'approved' && !dirty;
	return (
		<div className={styles.builder}>
			<div className={styles.main}>
				<PageHeader
					title={heading}
					crumbs={[
						{ label: t('audiences'), to: '/audiences', search: pick ? { customer: String(customerId ?? '') } : {} },
						{ label: stored ? stored.title : t('newTitle') },
					]}
					badge={<NumberedStatus status={row?.status ?? 0} />}
					actions={pick?.page.picker}
				/>
				<Meanwhile {...building.meanwhile} />
				<div className={styles.fields}>
					<TextField
						ref={title}
						label={t('name')}
						maxLength={120}
						value={draft.title}
						error={wrong?.sentence}
						onChange={(event) => edit({ title: event.currentTarget.value })}
					/>
					{pick ? <DraftDomain label={t('domain')} domain={domain} pick={pick} /> : null}
				</div>
				<section className="narrow stack-12" aria-label={t('segments')}>
					<Joined isAnd={isAnd} onJoin={(all) => edit({ isAnd: all })} />
					<SegmentChoice
						segments={segments}
						chosen={chosenSegments}
						onChoose={(id, on) => edit({ segments: toggled(chosenSegments, id, on) })}
					/>
				</section>
				{segments.list.isPending ? null : (
					<>
						<ConsentChoice
							consents={consents}
							chosen={chosenConsents}
							onChoose={(id, on) => edit({ consents: toggled(chosenConsents, id, on) })}
						/>
						<Words choice={choice} names={names} domain={domain.domain} />
					</>
				)}
			</div>
			<EstimatePane
				estimated={estimated}
				isAnd={isAnd}
				names={names}
				onLeft={setLeft}
				sample={<SamplePeople choice={estimated.settled} scope={scope} />}
				note={row && statusKeyOf(row.status) === 'approved' && dirty ? t('draftAgain') : null}
			>
				{approved && row ? (
					<NextStep
						said={t('ready')}
						steps={[
							{
								label: campaign ? t('toItsCampaign') : t('toCampaign'),
								to: '/campaigns',
								search: { ...address, id: campaign ?? 'new', audience: row.id },
							},
						]}
					/>
				) : null}
				<Button variant="default" data-strong loading={busy === 'draft'} disabled={busy === 'approve'} onClick={() => void save('draft')}>
					{t('saveDraft')}
				</Button>
				{approved ? null : (
					<Button loading={busy === 'approve'} disabled={busy === 'draft'} onClick={() => void save('approve')}>
						{t('saveAndApprove')}
					</Button>
				)}
			</EstimatePane>
			{left ? <LeftOut left={left} choice={estimated.settled} scope={scope} onClose={() => setLeft(null)} /> : null}
			<DraftGuard t={t} unsaved={unsaved} saving={busy !== null} onSave={() => void building.saveAndLeave()} />
		</div>
	);
}

/** Whether people must be in all of the segments, or in any. */
function Joined({ isAnd, onJoin }: { isAnd: boolean; onJoin: (all: boolean) => void }) {
	const t = useAudienceTexts();
	return (
		<div className="row-8-16">
			<h2>{t('joined')}</h2>
			<RadioRow
				label={t('joined')}
				value={isAnd ? 'all' : 'any'}
				onChange={(value) => onJoin(value === 'all')}
				options={[
					{ value: 'all', label: t('allOf') },
					{ value: 'any', label: t('anyOf') },
				]}
			/>
		</div>
	);
}
