import { channelOf } from '@luvalla/contract/engagement/content-types';
import type { JourneyStep, TriggeredProgress } from '@luvalla/contract/engagement/journeys';
import { IconArrowsSplit2, IconBolt, IconCheck, IconHourglass, IconMinus, IconSend, type TablerIcon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { timeText, tookText } from '#portal/lib/dates.ts';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { channelSigns } from '#portal/ui/channels.ts';
import { NumberText } from '#portal/ui/times.tsx';
import { Marked, marked, oftenText, spanText, whenText } from './said.tsx';
import { useTriggeredTexts } from './texts.ts';
import styles from './triggered.module.css';

type Step = TriggeredProgress['steps'][number];

interface LineProps {
	of: TriggeredProgress;
	/** Whose page it is, for links. */
	to: Record<string, string>;
}

/** What happens to one person, a line a step, with how many are where. */
export function Line({ of, to }: LineProps) {
	const t = useTriggeredTexts();
	const language = useLanguage();
	const { journey, options } = of;
	const { after } = journey;
	const step = (wanted: JourneyStep): Step | undefined => of.steps.find((one) => one.step === wanted);
	const [first, wait, yes, neither] = [step('first'), step('wait'), step('yes'), step('neither')];
	const clock = (hour: number) => timeText(new Date(2026, 0, 1, hour), language);
	const quiet = options.quiet ? t('quietSaid', { from: clock(options.quiet.from), to: clock(options.quiet.to) }) : undefined;
	const ask = after?.ask ?? null;
	const handed = first ? first.entered - first.waiting - first.left : 0;
	const speed =
		of.medianMs === null || handed <= 0 ? undefined : t('handedOver', { count: handed, after: tookText(of.medianMs, language) });
	const asked = (yes?.entered ?? 0) + (neither?.entered ?? 0);
	return (
		<table className={styles.line}>
			<caption className="visually-hidden">{t('whatHappens')}</caption>
			<thead>
				<tr>
					<th scope="col">{t('whatHappens')}</th>
					<th scope="col">{t('entered')}</th>
					<th scope="col">{t('waiting')}</th>
					<th scope="col">{t('left')}</th>
				</tr>
			</thead>
			<tbody>
				<Row icon={IconBolt} said={whenText(t, of, of.names)} about={oftenText(t, of, language)} entered={of.entered} strong />
				<Message of={of} step={first} to={to} about={quiet} speed={speed} delay={journey.delayMinutes} />
				{after && wait ? (
					<>
						<Row
							icon={IconHourglass}
							hue="gray"
							said={t('waitFor', { what: marked(spanText(t, after.waitMinutes)) })}
							about={quiet}
							entered={wait.entered}
							waiting={wait.waiting}
							left={wait.left}
						/>
						{ask ? (
							<Row
								icon={IconArrowsSplit2}
								said={t(`asked_${ask}`, {
									what: marked(ask === 'joined' ? (of.names[after.segmentId ?? ''] ?? '…') : t(`what_${ask}`)),
								})}
								about={t('askedOnce')}
								entered={asked}
							/>
						) : null}
						{ask && yes ? (
							<Way
								sign={
									<Badge hue="green" icon={IconCheck}>
										{t('wayYes')}
									</Badge>
								}
								about={t('people', { count: yes.entered })}
							/>
						) : null}
						{ask && yes ? <Message of={of} step={yes} to={to} inner nothing={after.yes === null} /> : null}
						{ask && neither ? (
							<Way
								sign={
									<Badge hue="gray" icon={IconMinus}>
										{t(ask === 'either' ? 'wayNeither' : 'wayNo')}
									</Badge>
								}
								about={`${t('people', { count: neither.entered })}${neither.unseen > 0 ? `. ${t('unseen', { count: neither.unseen })}` : ''}`}
							/>
						) : null}
						{neither ? <Message of={of} step={neither} to={to} inner={ask !== null} nothing={after.neither === null} /> : null}
					</>
				) : null}
				<Row icon={IconCheck} hue="gray" said={t('end', { count: of.finished })} entered={of.finished} last />
			</tbody>
		</table>
	);
}

interface RowProps {
	icon: TablerIcon;
	hue?: 'gray';
	said: string;
	about?: ReactNode;
	entered: number;
	waiting?: number;
	left?: number;
	/** Whose message it is: where they are listed. */
	to?: Record<string, string> | undefined;
	strong?: boolean;
	/** It belongs to one of two ways. */
	inner?: boolean;
	last?: boolean;
}

function Row({ icon: Icon, hue, said, about, entered, waiting, left, to, strong = false, inner = false, last = false }: RowProps) {
	const t = useTriggeredTexts();
	const none = <span aria-hidden="true">—</span>;
	return (
		<tr data-inner={inner || undefined} data-last={last || undefined}>
			<th scope="row">
				<span className={styles.step}>
					<span className={styles.sign} data-hue={hue}>
						<Icon size={16} stroke={1.75} aria-hidden="true" />
					</span>
					<span className={styles.said}>
						<span>
							<Marked>{said}</Marked>
						</span>
						{about ? <small>{about}</small> : null}
					</span>
				</span>
			</th>
			<td data-label={t('entered')} data-strong={strong || undefined}>
				<Listed count={entered} to={to} />
			</td>
			<td data-label={t('waiting')} data-none={waiting === undefined || undefined}>
				{waiting === undefined ? none : <NumberText value={waiting} />}
			</td>
			<td data-label={t('left')} data-none={left === undefined || undefined}>
				{left === undefined ? none : <Listed count={left} to={to && { ...to, state: 'skipped' }} />}
			</td>
		</tr>
	);
}

/** A number that opens its people. */
function Listed({ count, to }: { count: number; to: Record<string, string> | undefined }) {
	const number = <NumberText value={count} />;
	if (to === undefined || count === 0) return number;
	return (
		<Link to="/campaigndashboard/deliveries" search={to} className="link">
			{number}
		</Link>
	);
}

/** One of the two ways, and who goes it. */
function Way({ sign, about }: { sign: ReactNode; about: string }) {
	return (
		<tr data-way="">
			<th scope="rowgroup" colSpan={4}>
				<span className={styles.way}>
					{sign} <small>{about}</small>
				</span>
			</th>
		</tr>
	);
}

interface MessageProps {
	of: TriggeredProgress;
	step: Step | undefined;
	to: Record<string, string>;
	about?: string | undefined;
	/** How many got it, and how soon. */
	speed?: string | undefined;
	delay?: number;
	inner?: boolean;
	/** Nothing is sent here. */
	nothing?: boolean;
}

/** A message that is sent, by its channel. */
function Message({ of, step, to, about, speed, delay, inner = false, nothing = false }: MessageProps) {
	const t = useTriggeredTexts();
	const say = useSay();
	if (!step) return null;
	const channel = step.channel === null ? null : channelOf(step.channel);
	const what = marked(step.title);
	const said = nothing
		? t('nothingSent')
		: delay === undefined
			? t('send', { what })
			: delay === 0
				? t('sendAtOnce', { what })
				: t('sendAfter', { what, after: marked(spanText(t, delay)) });
	const by = channel ? t('byChannel', { channel: say(channelSigns[channel].by) }) : '';
	return (
		<Row
			icon={nothing ? IconMinus : channel ? channelSigns[channel].icon : IconSend}
			{...(nothing && { hue: 'gray' as const })}
			said={said}
			about={[by, about ?? '', speed ?? ''].filter((one) => one !== '').join(' · ')}
			entered={step.entered}
			waiting={step.waiting}
			left={step.left}
			to={step.run === null ? undefined : { ...to, id: of.id, run: step.run }}
			inner={inner}
		/>
	);
}
