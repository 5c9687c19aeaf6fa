import { PICTURED_LANGUAGES } from '@luvalla/contract/consent/configurations';
import { BannerLanguage } from '@luvalla/contract/consent/languages';
import { type LedgerRecord, shownConfiguration } from '@luvalla/contract/consent/ledger';
import { LightConfig } from '@luvalla/contract/consent/light';
import { Button, Skeleton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod';
import { asQuery } from '#portal/lib/calls.ts';
import { languageTitle } from '#portal/lib/language-names.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { BannerPreview } from '#portal/ui/BannerPreview.tsx';
import { Card } from '#portal/ui/Card.tsx';
import { Failed } from '#portal/ui/Empty.tsx';
import { Facts } from '#portal/ui/Facts.tsx';
import { ExactTime } from '#portal/ui/times.tsx';
import styles from './Record.module.css';
import { isForm, ShownForm, Wording } from './ShownForm.tsx';
import { useReportTexts } from './texts.ts';

const HASH_ENDS = [4, 4] as const;

interface ShownProps {
	record: LedgerRecord;
	customerId: number | null;
}

/** What the person saw: the published configuration, or that the answer was given elsewhere. */
export function Shown({ record, customerId }: ShownProps) {
	const t = useReportTexts();
	const { configuration } = record;
	if (configuration !== null && isForm(configuration.folder)) return <ShownForm record={record} configuration={configuration} />;
	if (configuration !== null) return <Published record={record} configuration={configuration} customerId={customerId} />;
	return (
		<Card title={t('shown')}>
			<p className={styles.text}>{record.how === 'privacy-centre' ? t('shownOwnPage') : t('shownElsewhere')}</p>
			<Facts facts={[{ label: t('wording'), value: <Wording record={record} /> }]} />
		</Card>
	);
}

/** A light banner is drawn by itself, any other shown as it was pictured; and the wording they answered. */
function Published({ record, configuration, customerId }: ShownProps & { configuration: NonNullable<LedgerRecord['configuration']> }) {
	const t = useReportTexts();
	const shown = useQuery(asQuery(shownConfiguration, { params: { folder: configuration.folder } }, { customerId }));
	const own = useLanguage();
	const language = BannerLanguage.safeParse(record.language.slice(0, 2).toLowerCase()).data ?? 'en';
	const config = shown.data ? LightConfig.safeParse(JSON.parse(shown.data.data.config)).data : undefined;
	const picture =
		shown.data && configuration.measured ? picturesOf(record, configuration.folder, spokenOf(shown.data.data.config)).at(1) : null;
	return (
		<Card
			title={t('shown')}
			aside={
				<>
					<span>
						{t('shownMeta', {
							language: languageTitle(language, own),
							title: configuration.title,
							version: configuration.version,
						})}
					</span>
					<code>
						sha256 {configuration.hash.slice(0, HASH_ENDS[0])}…{configuration.hash.slice(-HASH_ENDS[1])}
					</code>
					{picture === null && !shown.isPending ? null : (
						<Button
							variant="default"
							size="compact-md"
							component="a"
							className={styles.late}
							data-there={picture === null ? undefined : ''}
							href={picture ?? undefined}
							target="_blank"
							rel="noopener"
							aria-label={t('fullSizeOpens')}
							leftSection={<IconExternalLink size={16} stroke={1.75} aria-hidden="true" />}
						>
							{t('fullSize')}
						</Button>
					)}
				</>
			}
		>
			{shown.isError ? (
				<Failed sentence={t('shownFailed')} query={shown} />
			) : shown.data && config ? (
				<>
					<div className={styles.shown} data-pictured={configuration.measured ? '' : undefined}>
						<BannerPreview
							config={config}
							template={shown.data.data.template}
							version={shown.data.data.bundleVersion}
							host={record.domain}
							language={language}
							device={record.device === 'phone' ? 'phone' : 'desktop'}
							still
						/>
					</div>
					{/* banners are never printed, so paper shows the pictures that publishing took */}
					{configuration.measured ? (
						<div className={styles.onPaper}>
							<Pictures record={record} configuration={configuration} languages={config.languages} />
						</div>
					) : null}
				</>
			) : shown.isPending ? (
				<Skeleton height={300} />
			) : (
				<Pictures record={record} configuration={configuration} languages={spokenOf(shown.data.data.config)} />
			)}
			<div className="above-16">
				<Facts
					facts={[
						{ label: t('wording'), value: <Wording record={record} /> },
						...(record.tcString === null ? [] : [{ label: t('tcString'), value: record.tcString, mono: true }]),
						{
							label: t('published'),
							value: (
								<>
									<ExactTime at={configuration.publishedAt} seconds={false} /> · {configuration.measured ? t('measured') : t('notMeasured')}
								</>
							),
						},
					]}
				/>
			</div>
		</Card>
	);
}

/** As much of any configuration as its pictures are named by. */
const Spoken = z.object({ languages: z.array(z.string()).min(1) });
const spokenOf = (config: string): readonly string[] => Spoken.parse(JSON.parse(config)).languages;

/** On which kind of screen a configuration was pictured that comes closest to the person's, and where its pictures are. */
function picturesOf(record: LedgerRecord, folder: string, languages: readonly string[]) {
	const wanted = record.language.slice(0, 2).toLowerCase();
	const language = languages.includes(wanted) ? wanted : languages[0];
	const pictured = languages.indexOf(language ?? '') < PICTURED_LANGUAGES;
	const screen = record.device === 'phone' || !pictured ? 'phone' : 'desktop';
	return { screen, at: (layer: 1 | 2) => `/cmp/${folder}/pictures/${language}-${screen}-${layer}.png` };
}

interface PicturesProps {
	record: LedgerRecord;
	configuration: NonNullable<LedgerRecord['configuration']>;
	languages: readonly string[];
}

/** The pictures that publishing took of both layers, in the person's language and on their kind of screen. */
function Pictures({ record, configuration: { folder, measured }, languages }: PicturesProps) {
	const t = useReportTexts();
	if (!measured) return <p className={styles.text}>{t('noPicture')}</p>;
	const { screen, at } = picturesOf(record, folder, languages);
	return (
		<div className={styles.pictures} data-phone={screen === 'phone' ? '' : undefined}>
			{([1, 2] as const).map((layer) => (
				<figure key={layer}>
					<img src={at(layer)} alt={t(layer === 1 ? 'firstLayer' : 'secondLayer')} loading="lazy" />
					<figcaption>{t(layer === 1 ? 'firstLayer' : 'secondLayer')}</figcaption>
				</figure>
			))}
		</div>
	);
}
