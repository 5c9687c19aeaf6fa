/** When, from whom, whether it was rehearsed, what is in the way, what it costs together, and the only button. */
import { isPrinted } from '@luvalla/contract/channels';
import { campaignBefore, executeCampaign } from '@luvalla/contract/engagement/campaign-runs';
import { type Campaign, campaigns, liveCampaigns, publishCampaign } from '@luvalla/contract/engagement/campaigns';
import { channelOf, codeOf } from '@luvalla/contract/engagement/content-types';
import { Button } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconCircleX, IconSend } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '#portal/lib/calls.ts';
import type { Scope } from '#portal/lib/client.ts';
import { creditText } from '#portal/lib/credits.ts';
import { dayText } from '#portal/lib/dates.ts';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { moneyText } from '#portal/ui/deliveries/words.ts';
import { RelativeTime } from '#portal/ui/times.tsx';
import { PublishQuestion, published } from '../PublishQuestion.tsx';
import { useCampaignTexts } from '../texts.ts';
import { localIn } from '../zones.ts';
import { Besides } from './Besides.tsx';
import styles from './before.module.css';
import { clockText, DayStrip, weekdayText } from './DayStrip.tsx';
import { Rehearsal } from './Rehearsal.tsx';
import type { Sheet } from './sheet.ts';
import { wayOf } from './ways.ts';

const MINUTE_MS = 60_000;

interface SidePaneProps {
	campaign: Campaign;
	/** Undefined while it is on its way, or could not be counted. */
	sheet: Sheet | undefined;
	scope: Scope;
	address: Record<string, string>;
	onChanged: () => void;
}

export function SidePane({ campaign, sheet, scope, address, onChanged }: SidePaneProps) {
	const t = useCampaignTexts();
	const language = useLanguage();
	const navigate = useNavigate();
	const { options } = campaign;
	const execute = useCall(executeCampaign, {
		reload: [campaigns, liveCampaigns, campaignBefore],
		scope,
		onSuccess: () => void navigate({ to: '/campaigndashboard', search: { ...address, id: campaign.id } }),
	});
	const publish = useCall(publishCampaign, { reload: [campaigns, campaignBefore], scope });
	const [reasoned, setReasoned] = useState<Campaign | null>(null);
	const publishIt = () => (campaign.isTransactional ? setReasoned(campaign) : publish.mutate(published(campaign)));
	const begins = options.beginsAt === null ? null : localIn(options.beginsAt, options.timeZone);
	const late = options.lateAt === null ? null : localIn(options.lateAt, options.timeZone);
	// By the slowest channel; without a pace nobody knows, and whose hours are quiet gets it later.
	const slowest = Math.max(0, ...(sheet?.lanes.map((lane) => lane.minutes ?? 0) ?? []));
	const ends =
		options.beginsAt === null || slowest === 0 || options.quiet !== null
			? null
			: localIn(new Date(new Date(options.beginsAt).getTime() + slowest * MINUTE_MS).toISOString(), options.timeZone);
	const moment = (local: string): string =>
		`${dayText(local.slice(0, 10), language)}${language === 'fi' ? ' klo ' : ', '}${clockText(local, language)}`;
	const ahead = options.beginsAt !== null && new Date(options.beginsAt) > new Date();
	const day = begins === null ? '' : dayText(begins.slice(0, 10), language).replace(/[-]?\d{4}$/, '');
	const open = campaign.status === 2;
	const problems = sheet?.problems ?? [];
	// Of one that begins later credits may come until then.
	const short = sheet?.warnings.find(({ code }) => code === 'no_credits');
	// One that ended is published anew before it goes to everybody again.
	const draft = campaign.status !== 1 && !open;
	const cost = sheet?.lanes.reduce((sum, lane) => sum + lane.costMicros, 0) ?? 0;
	// Of letters alone it matters whose address they bear.
	const byMail = campaign.constellation.length === 0 || campaign.constellation.some(({ channel }) => channel === codeOf('email'));
	const mayNot = sheet === undefined || problems.length > 0 || draft || open;
	return (
		<aside className={styles.side} aria-label={t('sideTitle')}>
			<section className={styles.part}>
				<div className={styles.partHead}>
					<h2>{t('when')}</h2>
					<Link to="/campaigns" search={{ ...address, id: campaign.id }} className="link">
						{t('changeIt')}
					</Link>
				</div>
				<When {...{ options, sheet, begins, ends, late, moment }} />
			</section>
			{sheet && byMail ? <Sender sheet={sheet} campaign={campaign} address={address} /> : null}
			<Besides campaign={campaign} />
			{campaign.constellation.some(({ channel }) => isPrinted(channel)) ? (
				<section className={styles.part}>
					<div className={styles.partHead}>
						<h2>{t('proofTitle')}</h2>
						<Link to="/campaigns/proof" search={{ ...address, id: campaign.id }} className="link">
							{t('wayProof')}
						</Link>
					</div>
					<p className="small">{t('proofWhy')}</p>
				</section>
			) : null}
			<Rehearsal campaign={campaign} ready={sheet?.state !== 'unready'} scope={scope} address={address} onChanged={onChanged} />
			<div className="above-auto grid-8">
				{draft || problems.length > 0 || open ? (
					<InTheWay {...{ campaign, problems, draft, open, address }} publishing={publish.isPending} onPublish={publishIt} />
				) : null}
				{sheet && sheet.had > 0 && !open ? <p className={styles.had}>{t('hadSaid', { count: sheet.had })}</p> : null}
				<p className="small">{t('together')}</p>
				<p className={styles.total}>{sheet?.state === 'ready' ? moneyText(cost, sheet.currency, language) : '…'}</p>
				{sheet?.credits ? <Credits credits={sheet.credits} later={short} address={address} /> : null}
				<Button
					fullWidth
					size="lg"
					disabled={mayNot}
					loading={execute.isPending}
					leftSection={<IconSend size={18} stroke={1.75} aria-hidden="true" />}
					onClick={() => execute.mutate({ params: { id: campaign.id }, query: {}, body: { lastUpdatedAt: campaign.lastUpdatedAt } })}
				>
					{ahead && begins !== null ? t('executeOn', { day, time: clockText(begins, language) }) : t('execute')}
				</Button>
				<p className="small">{t('checkedAgain')}</p>
			</div>
			<PublishQuestion row={reasoned} scope={scope} onClose={() => setReasoned(null)} />
		</aside>
	);
}

interface WhenProps {
	options: Campaign['options'];
	sheet: Sheet | undefined;
	/** Moments on the campaign's own clock; null: at once, unknown, and never. */
	begins: string | null;
	ends: string | null;
	late: string | null;
	moment: (local: string) => string;
}

/** When it begins and ends, and whom it waits for. */
function When({ options, sheet, begins, ends, late, moment }: WhenProps) {
	const t = useCampaignTexts();
	const language = useLanguage();
	return (
		<>
			<p className={styles.moment}>{begins === null ? t('atOnce') : `${weekdayText(begins, language)} ${moment(begins)}`}</p>
			<p className="small">{ends === null ? options.timeZone : t('allBy', { zone: options.timeZone, at: clockText(ends, language) })}</p>
			{begins !== null || options.quiet !== null ? <DayStrip begins={begins} late={late} quiet={options.quiet} /> : null}
			{options.quiet ? (
				<p className="small">
					{t('quietSaid', { from: clockText(options.quiet.from, language), to: clockText(options.quiet.to, language) })}{' '}
					{sheet?.later
						? t('laterSaid', {
								count: sheet.later.count,
								at: moment(localIn(sheet.later.until, options.timeZone)),
								zone: options.timeZone,
							})
						: sheet?.state === 'ready'
							? t('laterNobody')
							: null}
				</p>
			) : null}
			{late ? <p className="small">{t('lateSaid', { at: moment(late) })}</p> : null}
		</>
	);
}

interface InTheWayProps {
	campaign: Campaign;
	problems: Sheet['problems'];
	draft: boolean;
	/** It runs, or waits to. */
	open: boolean;
	address: Record<string, string>;
	publishing: boolean;
	onPublish: () => void;
}

/** Why it cannot be executed, each with the way on. */
function InTheWay({ campaign, problems, draft, open, address, publishing, onPublish }: InTheWayProps) {
	const t = useCampaignTexts();
	const say = useSay();
	return (
		<div className={styles.problems} role="note">
			<h2>{t('inTheWay')}</h2>
			<ul>
				{draft ? (
					<li>
						<IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
						<span>
							{t('publishFirst')}{' '}
							{campaign.status === 0 ? (
								<button type="button" className={styles.publish} disabled={publishing} onClick={onPublish}>
									{t('publish')}
								</button>
							) : null}
						</span>
					</li>
				) : null}
				{open ? (
					<li>
						<IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
						{t('runsAlready')}
					</li>
				) : null}
				{problems.map((one) => {
					const way = wayOf(one.code, campaign);
					return (
						<li key={`${one.code} ${one.message.en}`}>
							<IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
							<span>
								{say(one.message)}{' '}
								{way ? (
									<Link to={way.to} search={{ ...address, ...way.search }} className={styles.publish}>
										{t(way.text)}
									</Link>
								) : null}
							</span>
						</li>
					);
				})}
			</ul>
		</div>
	);
}

interface CreditsProps {
	credits: NonNullable<Sheet['credits']>;
	later: Sheet['warnings'][number] | undefined;
	address: Record<string, string>;
}

/** What it takes of the balance, and what is left of it. */
function Credits({ credits: { neededMicros, balanceMicros, shortMicros }, later, address }: CreditsProps) {
	const t = useCampaignTexts();
	const say = useSay();
	const language = useLanguage();
	const [needed, balance] = [creditText(neededMicros, language), creditText(balanceMicros, language)];
	return (
		<>
			<p className="small">
				{shortMicros > 0
					? t('creditsShort', { needed, balance, short: creditText(shortMicros, language) })
					: t('creditsUsed', { needed, balance, left: creditText(balanceMicros - neededMicros, language) })}
			</p>
			{later ? (
				<p role="note" className={styles.warning}>
					<IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
					<span>
						{say(later.message)}{' '}
						<Link to="/manageaccount/credits" search={address} className={styles.publish}>
							{t('wayCredits')}
						</Link>
					</span>
				</p>
			) : null}
		</>
	);
}

/** What the world's mail servers think of who it is from. */
function Sender({
	sheet: { sender, warnings, problems, lanes },
	campaign,
	address,
}: { sheet: Sheet } & Pick<SidePaneProps, 'campaign' | 'address'>) {
	const t = useCampaignTexts();
	const say = useSay();
	const others = warnings.filter(({ code }) => code !== 'no_credits');
	const fails = sender?.checks.some(({ ok }) => !ok) ?? false;
	const byOwnMail = lanes.some(({ channel, connector }) => channelOf(channel) === 'email' && connector === null);
	return (
		<section className={styles.part}>
			<div className={styles.partHead}>
				<h2>{t('sender')}</h2>
				{sender?.checkedAt ? (
					<span className="small">
						{t('checked')} <RelativeTime at={sender.checkedAt} />
					</span>
				) : null}
			</div>
			{sender ? <p className="small">{t('lettersFrom', { name: sender.name, address: sender.address })}</p> : null}
			{others.map((one) => (
				<p key={one.code} role="note" className={styles.warning}>
					<IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
					<span>
						<strong>{say(one.message)}</strong> {one.code === 'no_sender' ? t('senderNoneHere') : null}{' '}
						<Link to="/campaigns" search={{ ...address, id: campaign.id }} className={styles.publish}>
							{t('waySender')}
						</Link>
					</span>
				</p>
			))}
			{sender === null && others.length === 0 ? <p className="small">{t('senderNone')}</p> : null}
			{fails && byOwnMail && !problems.some(({ code }) => code === 'sender_not_checked') ? <p className="small">{t('dnsLater')}</p> : null}
			{sender && sender.checks.length > 0 ? (
				<ul className={styles.checks}>
					{sender.checks.map(({ what, ok, found, wanted }) => {
						const Icon = ok ? IconCircleCheck : IconCircleX;
						return (
							<li key={what} data-ok={ok}>
								<Icon size={16} stroke={1.75} aria-hidden="true" />
								<span>
									<strong>{t(`check_${what}`)}</strong> {ok ? t('checkPasses') : found}
									{ok ? null : <span className="small block">{wanted}</span>}
								</span>
							</li>
						);
					})}
				</ul>
			) : sender ? (
				<p className="small">{t('notChecked')}</p>
			) : null}
			{sender && (fails || sender.checks.length === 0) ? (
				<Link to="/connectors/senders" search={{ ...address, id: sender.id }} className="link">
					{t('wayRecords')}
				</Link>
			) : null}
		</section>
	);
}
