/** What was published of a configuration, newest first, and the test that runs on its domain. */
import { configurationHistory, lightConfigurations, readConfiguration, rollBack } from '@luvalla/contract/consent/configurations';
import { bannerTests, endBannerTest } from '@luvalla/contract/consent/rates';
import { tcfConfigurations } from '@luvalla/contract/consent/tcf';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asQuery, useCall } from '#portal/lib/calls.ts';
import { notifySuccess } from '#portal/lib/notices.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { ConfirmDialog } from '#portal/ui/ConfirmDialog.tsx';
import { Empty } from '#portal/ui/Empty.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { EarlierTests } from './EarlierTests.tsx';
import styles from './history.module.css';
import { PictureDialog } from './PictureDialog.tsx';
import { type Over, PublicationEntry } from './PublicationEntry.tsx';
import { StartTestDialog } from './StartTestDialog.tsx';
import { TestCard } from './TestCard.tsx';
import { useHistoryTexts } from './texts.ts';

/** Whose history it is. */
export interface HistoryOf {
	id: string;
	title: string;
	domain: string;
	domainId: string;
	customerId: number;
}

/** What shows which publication is served. */
const SERVING = [configurationHistory, bannerTests, lightConfigurations, tcfConfigurations, readConfiguration];

export function HistoryDrawer({ of, onClose }: { of: HistoryOf | null; onClose: () => void }) {
	const t = useHistoryTexts();
	const [over, setOver] = useState<Over | null>(null);
	// Esc is heard by the drawer below too: what is over it leaves after that, so the drawer can tell whom it was for.
	const closeOver = () => void setTimeout(() => setOver(null));
	const history = useQuery({ ...asQuery(configurationHistory, { params: { id: of?.id ?? '' } }), enabled: of !== null });
	const scope = { customerId: of?.customerId ?? null, domainId: of?.domainId ?? null };
	const tests = useQuery({ ...asQuery(bannerTests, {}, scope), enabled: of !== null });
	useReloadOnNews('configurations', [configurationHistory, bannerTests], of?.customerId ?? null);
	const serving = useCall(rollBack, { scope, reload: SERVING, onSuccess: () => setOver(null) });
	const ending = useCall(endBannerTest, {
		scope,
		reload: SERVING,
		quiet: true,
		onSuccess: (test) => {
			setOver(null);
			const kept = test.kept === test.second.folder ? test.second : test.first;
			notifySuccess(t('ended', { version: kept.version }));
		},
	});

	const publications = history.data?.data;
	const here = tests.data?.data.filter((test) => test.domainId === of?.domainId);
	const running = here?.find((test) => test.endedAt === null);
	const waiting = [history, tests].find((query) => query.isError) ?? (history.isSuccess ? tests : history);
	return (
		<>
			<FormDrawer
				opened={of !== null}
				title={t('title')}
				thing={of?.title}
				subtitle={of ? `${of.title} · ${of.domain}` : null}
				wide
				onClose={() => {
					if (over === null) onClose();
				}}
				loading={publications && here ? undefined : waiting}
			>
				<div className={styles.body}>
					{running ? <TestCard test={running} onEnd={(keep) => setOver({ kind: 'end', test: running, keep })} /> : null}
					{publications?.length === 0 ? <Empty title={t('none')}>{t('noneText')}</Empty> : null}
					{publications && publications.length > 0 ? (
						<section aria-label={t('versions')}>
							{publications.map((publication, i) => (
								<PublicationEntry
									key={publication.folder}
									publication={publication}
									before={publications[i + 1]}
									running={running}
									startsOpen={i === 0}
									scope={scope}
									onOver={setOver}
								/>
							))}
						</section>
					) : null}
					<EarlierTests tests={here?.filter((test) => test.endedAt !== null) ?? []} />
				</div>
			</FormDrawer>
			<ConfirmDialog
				opened={over?.kind === 'serve'}
				title={t('serveQuestion', { version: versionOf(over) })}
				verb={t('serveVerb', { version: versionOf(over) })}
				working={serving.isPending}
				onConfirm={() => over?.kind === 'serve' && serving.mutate({ params: { folder: over.publication.folder } })}
				onCancel={closeOver}
			>
				{t('serveText', { domain: of?.domain ?? '' })}
			</ConfirmDialog>
			<ConfirmDialog
				opened={over?.kind === 'end'}
				title={t('endQuestion', { version: versionOf(over) })}
				verb={t('endVerb')}
				working={ending.isPending}
				onConfirm={() => over?.kind === 'end' && ending.mutate({ params: { folder: over.keep.folder } })}
				onCancel={closeOver}
			>
				{over?.kind === 'end' && over.test.verdict === 'early' ? (
					<p className={styles.before}>
						{t('endEarly', { choices: Math.min(over.test.first.choices, over.test.second.choices), sample: over.test.sample })}
					</p>
				) : null}
				<p>{t('endText', { domain: of?.domain ?? '', version: versionOf(over) })}</p>
			</ConfirmDialog>
			<StartTestDialog
				publication={over?.kind === 'start' ? over.publication : null}
				scope={scope}
				reload={SERVING}
				onStarted={() => setOver(null)}
				onCancel={closeOver}
			/>
			<PictureDialog
				shown={over?.kind === 'picture' ? over : null}
				onMove={(at) => over?.kind === 'picture' && setOver({ ...over, at })}
				onClose={closeOver}
			/>
		</>
	);
}

const versionOf = (over: Over | null): number => (over === null ? 0 : over.kind === 'end' ? over.keep.version : over.publication.version);
