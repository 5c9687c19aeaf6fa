/** The files that a run's messages are: what is in each, who took it, and taking it. What is to be taken out elsewhere comes first. */
import { nameOf } from '@luvalla/contract/call';
import { type CampaignFile, campaignFile, campaignFiles } from '@luvalla/contract/engagement/campaign-files';
import { campaignProgress } from '@luvalla/contract/engagement/campaign-runs';
import { channelOf } from '@luvalla/contract/engagement/content-types';
import { Skeleton } from '@mantine/core';
import { IconCheck, IconCircleDashed, IconClock, IconClockX, IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { asQuery } from '#portal/lib/calls.ts';
import { fetchFile, type Scope } from '#portal/lib/client.ts';
import { momentText } from '#portal/lib/dates.ts';
import { notifyFailure } from '#portal/lib/notices.ts';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { ActButton } from '#portal/ui/ActButton.tsx';
import { Badge } from '#portal/ui/Badge.tsx';
import { Card } from '#portal/ui/Card.tsx';
import { channelSigns } from '#portal/ui/channels.ts';
import { downloadFile } from '#portal/ui/download.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { useCampaignDashboardTexts } from '../texts.ts';
import styles from './files.module.css';

interface FilesProps {
	id: string;
	run: string | undefined;
	scope: Scope;
}

const keyOf = ({ channel, form, kind }: CampaignFile): string => `${channel} ${form} ${kind}`;

/** What should be done next: first what takes people out, then what nobody took. */
const nextOf = (files: readonly CampaignFile[]): CampaignFile | undefined =>
	files.find((one) => one.due) ?? files.find((one) => one.kind === 'add' && one.isThere && one.takenAt === null);

export function Files({ id, run, scope }: FilesProps) {
	const t = useCampaignDashboardTexts();
	const language = useLanguage();
	const files = useQuery(asQuery(campaignFiles, { params: { id }, query: { run } }, scope));
	const list = files.data?.data;
	if (files.isError) return <Failed sentence={t('filesFailed')} query={files} />;
	if (list === undefined) return <Skeleton height={164} />;
	const [first] = list;
	if (!first) return null;
	const next = nextOf(list);
	const purposes = [...new Set(list.flatMap((one) => one.purposes))];
	const goes = list.find((one) => one.goesAt !== null)?.goesAt;
	const due = list.filter((one) => one.due);
	const printed = list.some(({ kind }) => kind === 'addresses');
	return (
		<Card title={t('files')}>
			<p className={styles.about}>
				{[
					t('filesMade', { at: momentText(first.madeAt, language) }),
					...(purposes.length > 0 ? [t('filesRest', { purposes: purposes.join(', ') })] : []),
					...(goes ? [t('filesGo', { at: momentText(goes, language) })] : []),
				].join(' · ')}
			</p>
			{due.length > 0 ? (
				<p className={styles.due} role="status">
					{t(printed ? 'filesDuePrinted' : 'filesDue')}
				</p>
			) : null}
			<ul className={styles.files}>
				{list.map((file) => (
					<Row key={keyOf(file)} file={file} filled={file === next} id={id} run={run} scope={scope} />
				))}
			</ul>
			<p className={styles.about}>{t(printed ? 'filesLoggedPrinted' : 'filesLogged')}</p>
		</Card>
	);
}

function Row({ file, filled, id, run, scope }: { file: CampaignFile; filled: boolean } & FilesProps) {
	const t = useCampaignDashboardTexts();
	const say = useSay();
	const client = useQueryClient();
	const word = channelOf(file.channel);
	const name =
		file.kind === 'creative' ? t('creative') : file.form === 'whole' ? (word ? say(channelSigns[word].label) : '') : t(`form_${file.form}`);
	const kind =
		file.kind === 'creative' || file.kind === 'addresses'
			? t(`kind_${file.kind}`)
			: file.form === 'whole'
				? t(file.kind === 'remove' ? 'kind_leaves' : 'kind_whole')
				: t(`kind_${file.kind}`);
	const verb = t(file.kind === 'remove' && file.form !== 'whole' ? 'downloadRemoval' : 'download');
	const take = useMutation({
		mutationFn: () =>
			fetchFile(campaignFile, { params: { id }, query: { run, channel: file.channel, form: file.form, kind: file.kind } }, scope),
		onSuccess: async ({ name: called, blob }) => {
			downloadFile(called, blob.type, blob);
			await Promise.all([campaignFiles, campaignProgress].map((one) => client.invalidateQueries({ queryKey: [nameOf(one)] })));
		},
		onError: (error: Error) => notifyFailure(error.message),
	});
	return (
		<li>
			<div className={styles.name}>
				<strong>{name}</strong>
				<span className={styles.quiet}>{kind}</span>
			</div>
			<div className={styles.holds}>
				{file.columns.length > 0 ? <span>{file.columns.join(', ')}</span> : null}
				{file.form === 'whole' ? null : <span className={styles.quiet}>{t(`hashed_${file.form}`)}</span>}
				{file.fields.length > 0 && file.kind === 'add' ? (
					<span className={styles.quiet}>
						{t('fieldsToSay')} <code>{file.fields.join(' · ')}</code>
					</span>
				) : null}
			</div>
			<span className={styles.rows}>{file.kind === 'creative' ? null : <strong>{t('rows', { count: file.rows })}</strong>}</span>
			<div className={styles.state}>
				<State file={file} />
			</div>
			<ActButton
				variant={filled ? 'filled' : 'default'}
				disabled={!file.isThere}
				loading={take.isPending}
				aria-label={t('downloadOf', { verb, name, kind })}
				sign={IconDownload}
				onClick={() => take.mutate()}
			>
				{verb}
			</ActButton>
		</li>
	);
}

/** Whether it is due, was taken and by whom, or is there no more. */
function State({ file }: { file: CampaignFile }) {
	const t = useCampaignDashboardTexts();
	const language = useLanguage();
	if (file.due)
		return (
			<Badge hue="amber" icon={IconClock}>
				{t('fileDue')}
			</Badge>
		);
	if (file.takenAt !== null)
		return (
			<>
				<Badge hue="green" icon={IconCheck}>
					{t('taken', { at: momentText(file.takenAt, language) })}
				</Badge>
				{file.takenBy === null ? null : <span className={styles.quiet}>{file.takenBy}</span>}
			</>
		);
	if (!file.isThere)
		return (
			<Badge hue="gray" icon={IconClockX}>
				{t('fileGone')}
			</Badge>
		);
	return (
		<Badge hue="gray" icon={IconCircleDashed}>
			{t('notTaken')}
		</Badge>
	);
}
