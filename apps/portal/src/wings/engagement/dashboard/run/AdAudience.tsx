/** A finished run of ads on other sites: how many may be shown the ad, the files as they are, on which words they rest, whom to take out. */
import type { CampaignFile } from '@luvalla/contract/engagement/campaign-files';
import { IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { Card } from '#portal/ui/Card.tsx';
import { NumberCard, type Part, PartDot } from '#portal/ui/deliveries/NumberCard.tsx';
import { useDeliveryTexts } from '#portal/ui/deliveries/texts.ts';
import { moneyText, reasonSign, reasonText } from '#portal/ui/deliveries/words.ts';
import { NumberText } from '#portal/ui/times.tsx';
import { type CampaignDashboardTexts, useCampaignDashboardTexts } from '../texts.ts';
import styles from './ad.module.css';
import { type Progress, permittedOf, type To } from './progress.ts';
import run from './run.module.css';

interface AdAudienceProps {
	progress: Progress;
	files: readonly CampaignFile[];
	to: To;
	/** The files. */
	children: ReactNode;
	latest: ReactNode;
	/** Why the rest was left out. */
	beside: ReactNode;
}

export function AdAudience({ progress, files, to, children, latest, beside }: AdAudienceProps) {
	return (
		<>
			<Permitted progress={progress} permitted={permittedOf(files)} to={to} />
			<div className={styles.ad}>
				<div className="column-16">
					{children}
					<AsTheyAre files={files} />
					{latest}
				</div>
				<div className="column-16">
					<Words files={files} />
					{beside}
					{files.map((file) => (file.kind === 'remove' && file.due ? <ToRemove key={file.form} file={file} /> : null))}
				</div>
			</div>
		</>
	);
}

/** Of whom it was made: who may be shown the ad, and who may not. */
function Permitted({ progress, permitted, to }: { progress: Progress; permitted: number; to: To }) {
	const t = useCampaignDashboardTexts();
	const language = useLanguage();
	const { states, targeted, costMicros, currency } = progress;
	const cells: { key: Part; name: string; count: number; state: 'accepted' | 'skipped' | 'failed' }[] = [
		{ key: 'accepted', name: t('permittedNow'), count: permitted, state: 'accepted' },
		{ key: 'deferred', name: t('permittedNoMore'), count: Math.max(0, states.accepted - permitted), state: 'accepted' },
		{ key: 'skipped', name: t('part_skipped'), count: states.skipped, state: 'skipped' },
		{ key: 'failed', name: t('part_failed'), count: states.failed, state: 'failed' },
	];
	const shown = cells.filter(({ key, count }) => key === 'accepted' || key === 'skipped' || count > 0);
	return (
		<NumberCard
			name={t('settledTitle')}
			value={permitted}
			of={t('ofEachOnce', { targeted: numberText(targeted, language) })}
			aside={moneyText(costMicros, currency, language)}
			parts={shown}
		>
			<ul className={run.cells}>
				{shown.map(({ key, name, count, state }) => (
					<li key={key}>
						<Link to="/campaigndashboard/deliveries" search={{ ...to, state }} className={run.cell} activeProps={{}}>
							<span className="strong line-8">
								<PartDot part={key} />
								{name}
							</span>
							<strong>
								<NumberText value={count} />
							</strong>
						</Link>
					</li>
				))}
			</ul>
		</NumberCard>
	);
}

const networkOf = (t: CampaignDashboardTexts, { form }: CampaignFile): string => (form === 'whole' ? '' : t(`network_${form}`));

/** What people said yes to, and whether it names who gets their data. */
function Words({ files }: { files: readonly CampaignFile[] }) {
	const t = useCampaignDashboardTexts();
	const language = useLanguage();
	const lists = files.filter(({ kind }) => kind === 'add');
	const words = lists[0]?.words ?? [];
	if (words.length === 0) return null;
	const namesOf = (isNamed: boolean): string[] => lists.filter((one) => one.isNamed === isNamed).map((one) => networkOf(t, one));
	const [named, missing] = [namesOf(true), namesOf(false)];
	return (
		<Card title={t('purposeTitle')}>
			{words.map(({ purpose, version, wording }) => {
				const spoken = wording[language] ? language : (Object.keys(wording)[0] ?? language);
				const text = wording[spoken];
				return (
					<div key={purpose} className={styles.words} lang={spoken}>
						<strong>{t('purposeVersion', { name: text?.name ?? '', version })}</strong>
						{text?.about ? <p>{t('quoted', { text: text.about })}</p> : null}
					</div>
				);
			})}
			<p className="small">
				{[
					...(named.length > 0 ? [t('networksNamed', { names: new Intl.ListFormat(language).format(named) })] : []),
					...(missing.length > 0
						? [t('networksMissing', { names: new Intl.ListFormat(language, { type: 'disjunction' }).format(missing) })]
						: []),
				].join(' ')}
			</p>
		</Card>
	);
}

/** The first lines of each list, as a network reads them. */
function AsTheyAre({ files }: { files: readonly CampaignFile[] }) {
	const t = useCampaignDashboardTexts();
	const shown = files.filter(({ sample }) => sample.length > 0);
	if (shown.length === 0) return null;
	return (
		<Card title={t('asTheyAre')}>
			<p className="small">{t('asTheyAreSaid')}</p>
			{shown.map((file) => (
				<figure key={file.form} className={styles.file}>
					<figcaption>{networkOf(t, file)}</figcaption>
					<pre translate="no">
						<b>{file.columns.join(',')}</b>
						{`\n${file.sample.map((cells) => cells.join(',')).join('\n')}`}
					</pre>
				</figure>
			))}
		</Card>
	);
}

/** Who is at a network and may not be there any more, and why. */
function ToRemove({ file }: { file: CampaignFile }) {
	const t = useCampaignDashboardTexts();
	const d = useDeliveryTexts();
	const network = networkOf(t, file);
	return (
		<Card
			title={t('toRemove', { network, count: file.rows })}
			beside={
				<Badge hue="amber" icon={IconClock}>
					{t('fileDue')}
				</Badge>
			}
		>
			<ul className={`${run.reasons} ${styles.reasons}`}>
				{file.reasons.map(({ reason, count }) => {
					const Icon = reasonSign(reason);
					return (
						<li key={reason}>
							<Icon size={16} stroke={1.75} aria-hidden="true" />
							<span>{reasonText(d, reason)}</span>
							<strong>
								<NumberText value={count} />
							</strong>
						</li>
					);
				})}
			</ul>
			<p className="small">{t('notRemoved', { network })}</p>
		</Card>
	);
}
