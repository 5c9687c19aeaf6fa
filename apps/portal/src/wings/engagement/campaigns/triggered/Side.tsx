import { type TriggeredProgress, triggeredPerson } from '@luvalla/contract/engagement/journeys';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { dateText, momentText } from '#portal/lib/dates.ts';
import { CallFailure } from '#portal/lib/failure.ts';
import { useLanguage } from '#portal/lib/say.ts';
import type { PatchSearch } from '#portal/lib/use-search.ts';
import { RecordLink } from '#portal/ui/deliveries/RecordLink.tsx';
import { useDeliveryTexts } from '#portal/ui/deliveries/texts.ts';
import { DELIVERY_STATES, reasonSign, reasonText } from '#portal/ui/deliveries/words.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { TextField } from '#portal/ui/form/fields.tsx';
import { downloadCsv } from '#portal/ui/list/csv.ts';
import { NumberText } from '#portal/ui/times.tsx';
import { useTriggeredTexts } from './texts.ts';
import styles from './triggered.module.css';
import type { JourneySearch } from './triggered.search.ts';

interface SideProps {
	of: TriggeredProgress;
	scope: Scope;
	address: Record<string, string>;
	search: JourneySearch;
	patch: PatchSearch<JourneySearch>;
}

/** Why people left, where one of them is, and by what it runs. */
export function Side({ of, scope, address, search, patch }: SideProps) {
	const t = useTriggeredTexts();
	const language = useLanguage();
	const older = of.older.reduce((all, { people }) => all + people, 0);
	return (
		<div className={styles.side}>
			<WhyLeft of={of} />
			<Find of={of} scope={scope} address={address} search={search} patch={patch} />
			{of.since === null ? null : (
				<section>
					<h2>{t('ofVersion', { version: of.version, at: dateText(of.since, language) })}</h2>
					<p className={styles.quiet}>
						{t('editSaid')} {older > 0 ? t('older', { count: older }) : ''}
					</p>
				</section>
			)}
			<section>
				<h2>{t('guarded')}</h2>
				<p className={styles.quiet}>{t('guardedSaid')}</p>
			</section>
		</div>
	);
}

/** Why, in words: what is this wing's own has its word here. */
function useReason() {
	const t = useTriggeredTexts();
	const d = useDeliveryTexts();
	return (reason: string): string => (reason === 'failed' || reason === 'gone' ? t(`reason_${reason}`) : reasonText(d, reason));
}

function WhyLeft({ of: { left, reasons } }: { of: TriggeredProgress }) {
	const t = useTriggeredTexts();
	const language = useLanguage();
	const reasonOf = useReason();
	const title = t('whyLeft', { count: left });
	if (reasons.length === 0) return <section className={styles.quiet}>{t('nobodyLeft')}</section>;
	const save = () => downloadCsv(title, [[t('reason'), t('howMany')], ...reasons.map((one) => [reasonOf(one.reason), one.count])]);
	return (
		<section>
			<div className={styles.sideHead}>
				<h2>{title}</h2>
				<button type="button" className="link" lang={language} aria-label={`${title}: CSV`} onClick={save}>
					CSV
				</button>
			</div>
			<ul className={styles.reasons}>
				{reasons.map(({ reason, count }) => {
					const Icon = reasonSign(reason);
					return (
						<li key={reason}>
							<Icon size={16} stroke={1.75} aria-hidden="true" />
							<span>{reasonOf(reason)}</span>
							<strong>
								<NumberText value={count} />
							</strong>
						</li>
					);
				})}
			</ul>
		</section>
	);
}

/** Where somebody is in it. */
function Find({ of, scope, address, search, patch }: SideProps) {
	const t = useTriggeredTexts();
	const [written, setWritten] = useState(search.person ?? '');
	const q = search.person ?? '';
	const found = useQuery({
		...asQuery(triggeredPerson, { params: { id: of.id }, query: { q } }, scope),
		enabled: q !== '',
		retry: false,
	});
	const look = (event: FormEvent) => {
		event.preventDefault();
		const wanted = written.trim();
		if (wanted === q) void found.refetch();
		patch({ person: wanted === '' ? undefined : wanted }, { replace: true });
	};
	const unknown = found.error instanceof CallFailure && found.error.status === 404;
	return (
		<section>
			<h2>{t('find')}</h2>
			<form className={styles.find} onSubmit={look}>
				<TextField label={t('findLabel')} value={written} onChange={(event) => setWritten(event.currentTarget.value)} />
				<Button type="submit" variant="default" loading={found.isFetching}>
					{t('findPress')}
				</Button>
			</form>
			<div aria-live="polite">
				{q === '' ? null : unknown ? (
					<p className={styles.quiet}>{t('notFound')}</p>
				) : found.isError ? (
					<Failed query={found} />
				) : found.data ? (
					<Places places={found.data.data.places} person={found.data.data.person} address={address} />
				) : null}
			</div>
		</section>
	);
}

type PlaceOf = (typeof triggeredPerson)['answer']['_output']['places'][number];

function Places({ places, person, address }: { places: readonly PlaceOf[]; person: string; address: Record<string, string> }) {
	const t = useTriggeredTexts();
	return (
		<>
			{places.length === 0 ? <p className={styles.quiet}>{t('notInIt')}</p> : null}
			<ol className={styles.places}>
				{places.map((place) => (
					<PlaceOne key={place.id} place={place} address={address} />
				))}
			</ol>
			<Link to={`/domainprofiles/${person}`} search={address} className="link">
				{t('openPerson')}
			</Link>
		</>
	);
}

function PlaceOne({ place, address }: { place: PlaceOf; address: Record<string, string> }) {
	const t = useTriggeredTexts();
	const d = useDeliveryTexts();
	const language = useLanguage();
	const reasonOf = useReason();
	const { message } = place;
	const stateOf = (state: string): string => {
		const known = DELIVERY_STATES.find((one) => one === state);
		return known ? d(`state_${known}`) : state;
	};
	return (
		<li>
			<strong>
				{t(`place_${place.state}`)}
				{place.reason === null ? '' : `: ${reasonOf(place.reason)}`}
			</strong>
			<p className={styles.quiet}>
				{t('came', { at: momentText(place.enteredAt, language) })}{' '}
				{place.dueAt === null ? '' : t('until', { at: momentText(place.dueAt, language) })}{' '}
				{place.endedAt === null ? '' : t('ended', { at: momentText(place.endedAt, language) })}{' '}
				{message === null
					? ''
					: message.at === null
						? t('messageIs', { state: stateOf(message.state) })
						: t('messageWas', { state: stateOf(message.state), at: momentText(message.at, language) })}
			</p>
			{message?.recordId ? <RecordLink id={message.recordId} name={t('permittedBy')} search={address} /> : null}
		</li>
	);
}
