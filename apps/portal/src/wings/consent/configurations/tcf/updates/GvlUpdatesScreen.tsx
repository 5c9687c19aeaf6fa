import {
	compareGvlFiles,
	type GvlEntry,
	type GvlFile,
	gvlFiles,
	type VendorsAsked,
	vendorsAsked,
} from '@luvalla/contract/consent/vendor-lists';
import { IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { asQuery } from '#portal/lib/calls.ts';
import { listDateText, numberText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { usePerson } from '#portal/lib/use-session.ts';
import { Empty, Failed } from '#portal/ui/Empty.tsx';
import { SelectField } from '#portal/ui/form/fields.tsx';
import { PageSkeleton } from '#portal/ui/Loading.tsx';
import { CsvExport } from '#portal/ui/list/CsvExport.tsx';
import { SearchBox } from '#portal/ui/list/ListTools.tsx';
import { whoseOf } from '#portal/ui/list/picker-search.ts';
import { usePage } from '#portal/ui/list/pickers.tsx';
import { PageHeader } from '#portal/ui/PageHeader.tsx';
import { Segmented } from '#portal/ui/Segmented.tsx';
import { LateUpload } from '../LateUpload.tsx';
import { ListActs } from '../ListActs.tsx';
import { GroupTable, groupsOf, namedBy } from './Groups.tsx';
import { useUpdatesTexts } from './texts.ts';
import styles from './updates.module.css';
import { SHOWN, type Shown, updatesSearch } from './updates.search.ts';
import { VendorDrawer } from './VendorDrawer.tsx';
import { whatChanged } from './what-changed.ts';

/** `/gvlupdates`: what changed between two stored vendor lists, and which of it concerns the customer's published banners. */
export function GvlUpdatesScreen() {
	const t = useUpdatesTexts();
	const { isAdmin } = usePerson();
	const { search, patch, customerId, picker, list: customers } = usePage(updatesSearch);
	const [uploads, setUploads] = useState(false);
	const files = useQuery(asQuery(gvlFiles, {}));
	const stored = files.data?.data;
	const versions = versionsOf(stored ?? [], search);
	const compared = useQuery({
		...asQuery(compareGvlFiles, { query: { currentFileid: versions?.current ?? 1, previousFileid: versions?.previous ?? 1 } }),
		enabled: versions !== null,
	});
	const mine = useQuery({ ...asQuery(vendorsAsked, { params: { customerId: customerId ?? 0 } }), enabled: customerId !== null });
	const entries = compared.data?.data;
	const asked = mine.data?.data ?? null;
	const waits = customerId === null ? customers.isPending : mine.isPending;
	const failed = [files, ...(versions ? [compared] : []), ...(customerId === null ? [] : [mine])].filter(
		({ isError, data }) => isError && !data,
	);
	const material = entries?.filter((one) => one.material).length ?? 0;
	const acts = isAdmin ? <ListActs filled={stored?.length === 0} onUpload={() => setUploads(true)} /> : null;
	const all = [files, compared, mine];
	return (
		<>
			<PageHeader
				title={!entries ? t('title') : material === 0 ? t('noneMaterial') : t('material', { count: material })}
				about={t('about')}
				busy={all.some(({ isFetching, isPending }) => isFetching && !isPending)}
				actions={
					<>
						{picker}
						{stored?.length === 0 ? null : acts}
					</>
				}
			/>
			{failed.length > 0 ? (
				<Failed sentence={t('failed')} error={failed[0]?.error} onRetry={() => failed.forEach((one) => void one.refetch())} />
			) : stored && versions === null ? (
				<Few stored={stored} acts={stored.length === 0 ? acts : null} isAdmin={isAdmin} />
			) : !stored || !versions || !entries || waits ? (
				<PageSkeleton />
			) : (
				<Comparison stored={stored} versions={versions} entries={entries} asked={asked} search={search} patch={patch} />
			)}
			{versions ? (
				<VendorDrawer
					id={search.id}
					entry={entries?.find(({ currentVendor }) => currentVendor.id === search.id)}
					versions={versions}
					asked={asked}
					loading={compared}
					customer={whoseOf(search)}
					onClose={() => patch({ id: undefined })}
				/>
			) : null}
			{isAdmin ? <LateUpload opened={uploads} onClose={() => setUploads(false)} /> : null}
		</>
	);
}

interface Versions {
	current: number;
	previous: number;
}

/** What the URL names where it is stored, else the newest list and the one before. Null: there are no two. */
const versionsOf = (stored: readonly GvlFile[], search: Partial<Versions>): Versions | null => {
	const ids = stored.map(({ id }) => id).sort((a, b) => b - a);
	const [newest, before] = ids;
	if (newest === undefined || before === undefined) return null;
	const current = ids.find((id) => id === search.current) ?? newest;
	const older = ids.filter((id) => id < current);
	return { current, previous: ids.find((id) => id === search.previous) ?? older[0] ?? before };
};

/** There is nothing to compare yet. */
function Few({ stored: [one], acts, isAdmin }: { stored: readonly GvlFile[]; acts: ReactNode; isAdmin: boolean }) {
	const t = useUpdatesTexts();
	const language = useLanguage();
	if (!one)
		return (
			<Empty title={t('noList')} action={acts}>
				{t('noListText')}
			</Empty>
		);
	const values = { version: String(one.vendorListVersion), date: listDateText(one.lastUpdated, language) };
	return <Empty title={t('oneList')}>{isAdmin ? t('oneListText', values) : t('oneListOther', values)}</Empty>;
}

interface ComparisonProps {
	stored: readonly GvlFile[];
	versions: Versions;
	entries: readonly GvlEntry[];
	/** Null: there is no customer. */
	asked: readonly VendorsAsked[] | null;
	search: { show?: Shown; q?: string };
	patch: (patch: Partial<Versions & { show: Shown; q: string }>, options?: { replace?: boolean }) => void;
}

/** It is new, or says something else than what a published banner says of it. */
const isYours = (entry: GvlEntry, asked: readonly VendorsAsked[] | null): boolean =>
	asked !== null && entry.status !== 'added' && namedBy(entry, asked).length > 0;

function Comparison({ stored, versions, entries, asked, search, patch }: ComparisonProps) {
	const t = useUpdatesTexts();
	const language = useLanguage();
	const of: Record<Shown, readonly GvlEntry[]> = {
		added: entries.filter(({ status }) => status === 'added'),
		deleted: entries.filter(({ status }) => status === 'deleted'),
		changed: entries.filter(({ status }) => status === 'changed'),
		undeleted: entries.filter(({ undeleted }) => undeleted),
		yours: entries.filter((one) => isYours(one, asked)),
	};
	const fileOf = (id: number) => stored.find((one) => one.id === id);
	const options = stored.map(({ id, vendorListVersion, lastUpdated }) => ({
		value: String(id),
		label: t('version', { version: String(vendorListVersion), date: listDateText(lastUpdated, language) }),
	}));
	const { q = '', show } = search;
	const word = q.trim().toLowerCase();
	const shown = (show === undefined ? entries : of[show]).filter(
		({ currentVendor: { id, name } }) => word === '' || String(id) === word || name.toLowerCase().includes(word),
	);
	const choose = (which: keyof Versions) => (value: string | null) => value !== null && patch({ [which]: Number(value) });
	const shownWords: readonly (Shown | undefined)[] = [undefined, ...SHOWN.filter((one) => one !== 'yours' || asked !== null)];
	return (
		<>
			<div className={styles.lists}>
				<SelectField
					label={t('from')}
					data={options}
					value={String(versions.previous)}
					allowDeselect={false}
					onChange={choose('previous')}
				/>
				<IconArrowRight size={18} stroke={1.75} aria-hidden="true" />
				<SelectField label={t('to')} data={options} value={String(versions.current)} allowDeselect={false} onChange={choose('current')} />
			</div>
			<Numbers
				of={of}
				asked={asked !== null}
				now={fileOf(versions.current)?.vendors ?? 0}
				before={fileOf(versions.previous)?.vendors ?? 0}
			/>
			{entries.length === 0 ? (
				<Empty title={t('same')}>{t('sameText')}</Empty>
			) : (
				<>
					<div className={styles.tools}>
						<SearchBox value={q} label={t('search')} onSearch={(text) => patch({ q: text || undefined }, { replace: true })} />
						<Segmented label={t('show')} options={shownWords} value={show} onChange={(value) => patch({ show: value })}>
							{(value) =>
								`${value === undefined ? t('all') : t(value)} ${numberText((value === undefined ? entries : of[value]).length, language)}`
							}
						</Segmented>
						<p role="status" className="visually-hidden">
							{t('shown', { count: shown.length })}
						</p>
						<CsvExport
							short
							name={t('file', { previous: String(versions.previous), current: String(versions.current) })}
							rows={() => [
								[t('status'), t('vendor'), t('id'), t('what'), ...(asked === null ? [] : [t('yours')])],
								...shown.map((entry) => [
									t(entry.status),
									entry.currentVendor.name,
									entry.currentVendor.id,
									whatChanged(t, language, entry),
									...(asked === null
										? []
										: [
												namedBy(entry, asked)
													.map(({ title }) => title)
													.join('; '),
											]),
								]),
							]}
						/>
					</div>
					{shown.length === 0 ? (
						<Empty part title={t('noMatch')}>
							{t('noMatchText')}
						</Empty>
					) : (
						groupsOf(shown).map((group) => (
							<GroupTable key={group.key} group={group} whole={word !== '' || show !== undefined} asked={asked} />
						))
					)}
				</>
			)}
		</>
	);
}

interface NumbersProps {
	of: Record<Shown, readonly GvlEntry[]>;
	/** There are published banners that a change may concern. */
	asked: boolean;
	/** Vendors of the list, and of the one before. */
	now: number;
	before: number;
}

/** How many of each kind of change. */
function Numbers({ of, asked, now, before }: NumbersProps) {
	const t = useUpdatesTexts();
	const language = useLanguage();
	return (
		<dl className={styles.tiles} aria-label={t('numbers')}>
			<Tile
				name={t('added')}
				value={of.added.length}
				more={t('addedMore', {
					now: now,
					before: numberText(before, language),
				})}
			/>
			<Tile
				name={t('deleted')}
				value={of.deleted.length}
				more={t('deletedMore', {
					gone: of.deleted.filter(({ gone }) => gone).length,
					dated: of.deleted.filter(({ gone }) => !gone).length,
				})}
			/>
			<Tile
				name={t('changed')}
				value={of.changed.length}
				more={t('changedMore', {
					material: of.changed.filter((one) => one.material).length,
					cosmetic: of.changed.filter((one) => !one.material).length,
				})}
			/>
			{asked ? <Tile name={t('yours')} value={of.yours.length} more={t('yoursMore')} /> : null}
		</dl>
	);
}

function Tile({ name, value, more }: { name: string; value: number; more: string }) {
	const language = useLanguage();
	return (
		<div>
			<dt>{name}</dt>
			<dd>
				<strong>{numberText(value, language)}</strong>
				<span>{more}</span>
			</dd>
		</div>
	);
}
