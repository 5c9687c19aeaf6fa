/** What somebody said, did and was sent, newest first. Answers and messages come at once, at most 200 of each; events by pages, as far as is looked. */

import { nameOf as nameOfCall } from '@luvalla/contract/call';
import type { PersonDetail } from '@luvalla/contract/consent/people';
import { dayGiven } from '@luvalla/contract/consent/said';
import { channelOf } from '@luvalla/contract/engagement/content-types';
import { personMessages } from '@luvalla/contract/engagement/person-messages';
import { type ProfileEvent, personEvents } from '@luvalla/contract/profiles/profiles';
import { IconBolt, IconCheck, IconMail, IconMailOff, IconX } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { ask } from '#portal/lib/client.ts';
import { dateText, momentText, numberText } from '#portal/lib/dates.ts';
import { type Language, useLanguage, useSay } from '#portal/lib/say.ts';
import { channelSigns } from '#portal/ui/channels.ts';
import { useDeliveryTexts } from '#portal/ui/deliveries/texts.ts';
import { reasonText } from '#portal/ui/deliveries/words.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { Segmented } from '#portal/ui/Segmented.tsx';
import { useSourceText } from '#portal/ui/source-text.ts';
import { type Happening, Timeline } from '#portal/ui/Timeline.tsx';
import styles from './people.module.css';
import { useProfileTexts } from './profile-texts.ts';
import { RecordLink } from './RecordLink.tsx';
import { usePeopleTexts } from './texts.ts';
import { howText } from './words.tsx';

/** Entries that are shown at first, and more at a time. */
const SHOWN = 25;
const SEEN = [undefined, 'consents', 'messages', 'events'] as const;

interface HistoryProps {
	data: PersonDetail;
	customerId: number;
	customer: Record<string, string>;
	/** Any other word than those of `SEEN` is everything. */
	see: string | undefined;
	onSee: (see: string | undefined) => void;
}

export function History({ data, customerId, customer, see: wanted, onSee }: HistoryProps) {
	const see = SEEN.find((one) => one === wanted);
	const t = usePeopleTexts();
	const p = useProfileTexts();
	const [shown, setShown] = useState(SHOWN);
	const { events, query } = useEvents(data.luvallaId, customerId);
	const said = useAnswers(data, customer);
	const done = useHappened(events);
	const sent = useMessages(data.luvallaId, customerId, customer);
	const ended = !query.hasNextPage;
	// what stands before the events that were read may have others between
	const horizon = ended || query.isError ? '' : (events.at(-1)?.at ?? '');
	const all =
		see === 'consents'
			? said
			: see === 'events'
				? done
				: see === 'messages'
					? sent.happenings
					: merged([...said, ...sent.happenings], done, horizon);
	const more = see !== 'consents' && see !== 'messages' && query.hasNextPage;
	const older = shown < all.length || more;
	const load = () => {
		setShown(shown + SHOWN);
		if (more && shown + SHOWN >= all.length && !query.isFetchingNextPage) void query.fetchNextPage();
	};
	const nothing =
		see === 'consents' ? t('noHistory') : see === 'messages' ? p('noMessages') : see === 'events' ? p('noEvents') : p('nothingYet');
	const waits = see === 'messages' ? sent.query.isPending : see !== 'consents' && query.isPending;
	return (
		<>
			<div className={styles.shows}>
				<Segmented label={p('see')} options={SEEN} value={see} onChange={onSee}>
					{(one) => p(`see_${one ?? 'all'}`)}
				</Segmented>
			</div>
			{see !== 'consents' && see !== 'messages' && query.isError && events.length === 0 ? (
				<Failed sentence={p('eventsFailed')} error={query.error} onRetry={() => void query.refetch()} />
			) : null}
			{sent.query.isError && (see === 'messages' || see === undefined) ? (
				<Failed sentence={p('messagesFailed')} error={sent.query.error} onRetry={() => void sent.query.refetch()} />
			) : all.length === 0 && !older && !waits ? (
				<p className={styles.quiet}>{nothing}</p>
			) : null}
			<Timeline
				label={t('history')}
				happenings={all.slice(0, shown)}
				older={
					older
						? { load, loading: query.isFetchingNextPage, failed: query.isFetchNextPageError ? p('eventsFailed') : undefined }
						: undefined
				}
			/>
			{sent.more && see === 'messages' && shown >= all.length ? (
				<p className={styles.quiet}>{p('newestMessages', { count: all.length })}</p>
			) : null}
			{data.more && see !== 'events' && see !== 'messages' && shown >= all.length && !more ? (
				<p className={styles.quiet}>{t('newestOnly', { count: data.records.length })}</p>
			) : null}
		</>
	);
}

const merged = (said: readonly Happening[], done: readonly Happening[], horizon: string): Happening[] =>
	[...said, ...done].filter(({ at }) => at >= horizon).sort((a, b) => b.at.localeCompare(a.at));

function useEvents(id: string, customerId: number) {
	const query = useInfiniteQuery({
		queryKey: [nameOfCall(personEvents), id, { customerId }],
		queryFn: ({ pageParam }) =>
			ask(personEvents, { params: { id }, query: pageParam === null ? {} : { before: pageParam } }, { customerId }),
		initialPageParam: null as string | null,
		getNextPageParam: ({ data }) => data.before,
	});
	return { query, events: query.data?.pages.flatMap(({ data }) => data.events) ?? [] };
}

/** What they were sent, and what became of it: a message once, where it was settled, with all that came after. */
function useMessages(id: string, customerId: number, customer: Record<string, string>) {
	const p = useProfileTexts();
	const d = useDeliveryTexts();
	const say = useSay();
	const language = useLanguage();
	const query = useQuery(asQuery(personMessages, { params: { id }, query: {} }, { customerId }));
	const happenings = (query.data?.data.messages ?? []).map((one): Happening => {
		const channel = channelOf(one.channel);
		const got = one.state === 'accepted';
		const after = [
			[p('msg_opened'), one.openedAt],
			[p('msg_clicked'), one.clickedAt],
			[p('msg_left'), one.leftAt],
			[p('msg_complained'), one.complainedAt],
			[p('msg_arrived'), one.arrivedAt],
			[p('msg_bounced'), one.bouncedAt],
		] as const;
		return {
			id: one.id,
			at: one.at,
			icon: got ? IconMail : IconMailOff,
			hue: got ? 'blue' : 'gray',
			sentence: (
				<Link to="/campaigndashboard/delivery" search={{ ...customer, id: one.campaignId, delivery: one.id }} className="link">
					{p(got ? 'msg_sent' : one.state === 'skipped' ? 'msg_skipped' : 'msg_lost', { campaign: one.campaign })}
				</Link>
			),
			about: (
				<>
					{[
						channel === null ? '' : say(channelSigns[channel].label),
						one.domain,
						...(got ? [] : [d(`state_${one.state}`)]),
						one.reason === null ? '' : reasonText(d, one.reason),
						...after.flatMap(([what, at]) => (at === null ? [] : [`${what} ${momentText(at, language)}`])),
					]
						.filter((part) => part !== '')
						.join(' · ')}
					{one.recordId ? (
						<>
							{' · '}
							<RecordLink id={one.recordId} purpose={one.campaign} customer={customer} />
						</>
					) : null}
				</>
			),
		};
	});
	return { query, happenings, more: query.data?.data.more ?? false };
}

function useAnswers({ records }: PersonDetail, customer: Record<string, string>): Happening[] {
	const t = usePeopleTexts();
	const language = useLanguage();
	const sourceText = useSourceText();
	// they come as they were received; a history is told as it was said
	return [...records]
		.sort((a, b) => b.at.localeCompare(a.at))
		.map((row) => ({
			id: row.id,
			at: row.at,
			day: dayGiven(row.at, row.how),
			icon: row.value ? IconCheck : IconX,
			hue: row.value ? ('teal' as const) : ('gray' as const),
			sentence: t(row.value ? 'saidYesTo' : 'saidNoTo', { purpose: row.purpose }),
			about: (
				<>
					{[
						row.domain,
						howText(t, row.how),
						row.source === null ? null : sourceText(row.source, row.how),
						t('versionNumber', { version: row.version }),
						dateText(row.receivedAt, language) === dateText(row.at, language)
							? null
							: t('receivedOn', { when: momentText(row.receivedAt, language) }),
					]
						.filter((part) => part !== null && part !== '')
						.join(' · ')}
					{' · '}
					<RecordLink id={row.id} purpose={row.purpose} customer={customer} />
				</>
			),
		}));
}

const propertyText = ([name, value]: [string, string | number | boolean], language: Language): string =>
	`${name} ${typeof value === 'number' ? numberText(value, language) : String(value)}`;

function useHappened(events: readonly ProfileEvent[]): Happening[] {
	const t = usePeopleTexts();
	const p = useProfileTexts();
	const language = useLanguage();
	return events.map((one) => ({
		id: one.id,
		at: one.at,
		icon: IconBolt,
		hue: 'blue' as const,
		sentence: <span translate="no">{one.type}</span>,
		about: [
			p('event'),
			one.domain,
			howText(t, one.how),
			...Object.entries(one.properties).map((property) => propertyText(property, language)),
		].join(' · '),
	}));
}
