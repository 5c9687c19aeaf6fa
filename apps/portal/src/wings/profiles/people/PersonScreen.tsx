import { type PersonDetail, person } from '@luvalla/contract/consent/people';
import { type ProfileDetail, personEvents, profile } from '@luvalla/contract/profiles/profiles';
import { Button, Skeleton } from '@mantine/core';
import { IconCode, IconGitMerge, IconPencilPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { dateText, momentText } from '#portal/lib/dates.ts';
import { type Language, useLanguage, useSay } from '#portal/lib/say.ts';
import { useReloadOnNews } from '#portal/lib/use-reload-on-news.ts';
import { type PatchSearch, useScreenSearch } from '#portal/lib/use-search.ts';
import { useThing } from '#portal/lib/use-title.ts';
import { Card } from '#portal/ui/Card.tsx';
import { CustomerGate } from '#portal/ui/CustomerGate.tsx';
import { channelSigns } from '#portal/ui/channels.ts';
import { Failed } from '#portal/ui/Empty.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { usePageCustomer } from '#portal/ui/list/pickers.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { Devices } from './Devices.tsx';
import { ErasePerson } from './ErasePerson.tsx';
import { Examples } from './Examples.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { FactsCard } from './FactsCard.tsx';
import { FactsForm } from './FactsForm.tsx';
import { History } from './History.tsx';
import { Identifiers } from './Identifiers.tsx';
import { InSegments } from './InSegments.tsx';
import { Merge } from './Merge.tsx';
import { Merged } from './Merged.tsx';
import { Present } from './Present.tsx';
import styles from './people.module.css';
import { type PersonSearch, personSearch } from './people.search.ts';
import { useProfileTexts } from './profile-texts.ts';
import { type PeopleTexts, usePeopleTexts } from './texts.ts';
import { calledOf, shortId } from './words.tsx';

/** By what they may be reached, since when somebody is known, and when they last answered. */
function aboutText(t: PeopleTexts, { createdAt, records: [last] }: PersonDetail, by: readonly string[] | null, language: Language): string {
	const names = new Intl.ListFormat(language).format(by ?? []);
	return [
		by === null ? '' : by.length === 0 ? t('reachedByNone') : t('reachedBy', { channels: names }),
		t('knownSinceDay', { day: dateText(createdAt, language) }),
		last ? t('lastAnswerAt', { when: momentText(last.receivedAt, language) }) : '',
	]
		.filter((sentence) => sentence !== '')
		.join(' ');
}

/** `/profiles/{id}` and `/domainprofiles/{id}`: who somebody is, what is known of them, what holds, and what they said and did. */
export function PersonScreen() {
	const t = usePeopleTexts();
	const p = useProfileTexts();
	const { id = '' } = useParams({ strict: false });
	const { pathname } = useLocation();
	const base = pathname.toLowerCase().startsWith('/profiles') ? '/profiles' : '/domainprofiles';
	const [search, patch] = useScreenSearch(personSearch);
	const page = usePageCustomer(search);
	const { customerId, domains, picker } = page;
	const scope = { customerId };
	const enabled = customerId !== null;
	const consents = useQuery({ ...asQuery(person, { params: { id }, query: {} }, scope), enabled });
	const known = useQuery({ ...asQuery(profile, { params: { id }, query: {} }, scope), enabled });
	useReloadOnNews('consents', [person, profile, personEvents], customerId, false);
	const customer: Record<string, string> = search.customer ? { customer: String(search.customer) } : {};
	const language = useLanguage();
	const say = useSay();
	const failed = [consents, known].find(({ isError, data }) => isError && !data);
	const data = consents.data?.data;
	const facts = known.data?.data;
	// Drawn in slices: pressing and typing elsewhere do not wait for all of it.
	const ready = useDeferredValue(data !== undefined && facts !== undefined);
	const there = ready && data && facts ? { data, facts } : null;
	const name = there ? calledOf(there.facts.facts, there.data.identifiers, there.data.luvallaId) : t('personTitle');
	const channels = there?.facts.channels?.map((channel) => say(channelSigns[channel].by)) ?? null;
	useThing(there ? name : undefined);
	const list = { label: p(base === '/profiles' ? 'profiles' : 'domainProfiles'), to: base, search: customer };
	return (
		<CustomerGate title={t('personTitle')} page={page}>
			<PageHeader
				title={name}
				busy={[consents, known].some(({ isFetching, isPending }) => isFetching && !isPending)}
				crumbs={[list, { label: there ? shortId(there.data.luvallaId) : '…', mono: true }]}
				about={there ? aboutText(t, there.data, channels, language) : failed ? undefined : <AboutWaits />}
				actions={
					<>
						{picker}
						{there && customerId !== null ? (
							<>
								<Button
									variant="default"
									leftSection={<IconCode size={16} stroke={1.75} aria-hidden="true" />}
									onClick={() => patch({ open: 'api' })}
								>
									{p('api')}
								</Button>
								<ExportMenu id={there.data.luvallaId} customerId={customerId} />
								{there.facts.can.merge ? (
									<Button
										variant="default"
										leftSection={<IconGitMerge size={16} stroke={1.75} aria-hidden="true" />}
										onClick={() => patch({ open: 'merge' })}
									>
										{p('merge')}
									</Button>
								) : null}
								{there.data.can.erase ? (
									<ErasePerson name={name} id={there.data.luvallaId} customerId={customerId} back={base} customer={customer} />
								) : null}
							</>
						) : failed ? null : (
							<Skeleton height={36} width={524} maw="100%" />
						)}
						<Button
							disabled={!there}
							leftSection={<IconPencilPlus size={16} stroke={1.75} aria-hidden="true" />}
							onClick={() => patch({ answer: 'new' })}
						>
							{t('record')}
						</Button>
					</>
				}
			/>
			{failed ? (
				<Failed
					sentence={t('personFailed')}
					back={list}
					error={failed.error}
					onRetry={() => void Promise.all([consents, known].map(({ refetch }) => refetch()))}
				/>
			) : there && customerId !== null ? (
				<Detail {...there} customer={customer} customerId={customerId} search={search} patch={patch} />
			) : (
				<PageSkeleton />
			)}
			{there && customerId !== null ? (
				<Drawers {...there} name={name} domains={domains} customerId={customerId} search={search} patch={patch} />
			) : null}
		</CustomerGate>
	);
}

/** The place of the sentence, so that nothing moves when it comes. */
function AboutWaits() {
	const t = usePeopleTexts();
	const language = useLanguage();
	const now = new Date();
	return (
		<span style={{ visibility: 'hidden' }} aria-hidden="true">
			{t('reachedByNone')} {t('knownSinceDay', { day: dateText(now, language) })} {t('lastAnswerAt', { when: momentText(now, language) })}
		</span>
	);
}

interface PartProps {
	data: PersonDetail;
	facts: ProfileDetail;
	customerId: number;
	search: PersonSearch;
	patch: PatchSearch<PersonSearch>;
}

function Detail({ data, facts, customer, customerId, search, patch }: PartProps & { customer: Record<string, string> }) {
	const t = usePeopleTexts();
	const p = useProfileTexts();
	return (
		<div className={styles.person}>
			<div className="narrow stack-16">
				<Present data={data} customer={customer} />
				{facts.saleRefused.length > 0 ? (
					<p className={styles.quiet}>{p('saleRefused', { domains: facts.saleRefused.join(', ') })}</p>
				) : null}
				<FactsCard facts={facts.facts} onEdit={facts.can.edit ? () => patch({ open: 'facts' }) : undefined} />
				<Card title={t('history')}>
					<History
						data={data}
						customerId={customerId}
						customer={customer}
						see={search.see}
						onSee={(see) => patch({ see }, { replace: true })}
					/>
				</Card>
			</div>
			<div className={styles.aside}>
				<Identifiers data={data} customerId={customerId} />
				<Merged data={facts} customerId={customerId} />
				<InSegments data={facts} customerId={customerId} customer={customer} />
				<Devices id={data.luvallaId} customerId={customerId} apps={facts.apps} />
			</div>
		</div>
	);
}

function Drawers({
	data,
	facts,
	name,
	domains,
	customerId,
	search,
	patch,
}: PartProps & { name: string; domains: readonly { id: string; domain: string }[] }) {
	const t = usePeopleTexts();
	const p = useProfileTexts();
	const close = () => patch({ answer: undefined, open: undefined });
	const id = data.luvallaId;
	return (
		<>
			<FormDrawer opened={search.answer !== undefined} title={t('record')} subtitle={name} onClose={close}>
				<AnswerForm customerId={customerId} known={id} purposeId={data.present.find((one) => one.purposeId === search.answer)?.purposeId} />
			</FormDrawer>
			<FormDrawer opened={search.open === 'facts' && facts.can.edit} title={p('facts')} subtitle={p('factsWhat')} onClose={close}>
				{search.open === 'facts' ? <FactsForm id={id} facts={facts.facts} customerId={customerId} /> : null}
			</FormDrawer>
			<FormDrawer opened={search.open === 'merge' && facts.can.merge} title={p('mergeTitle')} subtitle={p('mergeWhat')} onClose={close}>
				{search.open === 'merge' ? <Merge id={id} customerId={customerId} onDone={close} /> : null}
			</FormDrawer>
			<FormDrawer wide opened={search.open === 'api'} title={p('api')} subtitle={p('apiWhat')} onClose={close}>
				{search.open === 'api' ? <Examples data={data} domains={domains} /> : null}
			</FormDrawer>
		</>
	);
}
