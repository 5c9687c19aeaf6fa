/** One vendor of two lists: what moved in a sentence, then field by field, the older list over the newer, and who asks for it. */
import { type GvlEntry, gvlFile, isLegal, type Vendor, type VendorField, type VendorsAsked } from '@luvalla/contract/consent/vendor-lists';
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { asQuery } from '#portal/lib/calls.ts';
import { listDateText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Badge } from '#portal/ui/Badge.tsx';
import { FormDrawer } from '#portal/ui/form/FormDrawer.tsx';
import { useUpdatesTexts } from './texts.ts';
import styles from './updates.module.css';
import { movesOf, valueText } from './what-changed.ts';

interface VendorDrawerProps {
	/** Undefined: closed. */
	id: number | undefined;
	entry: GvlEntry | undefined;
	versions: { current: number; previous: number };
	/** Null: there is no customer whose banners could name it. */
	asked: readonly VendorsAsked[] | null;
	loading: { isError: boolean; isSuccess: boolean; error: unknown; refetch: () => unknown };
	/** The customer in the URL. */
	customer: Record<string, string>;
	onClose: () => void;
}

export function VendorDrawer({ id, entry, versions, asked, loading, customer, onClose }: VendorDrawerProps) {
	const t = useUpdatesTexts();
	return (
		<FormDrawer
			opened={id !== undefined}
			title={entry?.currentVendor.name ?? t('vendor')}
			subtitle={id === undefined ? null : t('vendorId', { id: String(id) })}
			onClose={onClose}
			loading={entry ? undefined : loading}
			missing={t('notThere')}
		>
			{entry ? (
				<div className={styles.vendor}>
					<Moves entry={entry} version={versions.current} />
					{entry.previousVendor
						? entry.fields.map((field) => <FieldOf key={field} field={field} entry={entry} versions={versions} />)
						: null}
					<Policy vendor={entry.currentVendor} />
					{asked === null ? null : <Banners entry={entry} asked={asked} customer={customer} />}
				</div>
			) : null}
		</FormDrawer>
	);
}

/** What the vendor itself says, in the reader’s language where it does. */
function Policy({ vendor: { urls } }: { vendor: Vendor }) {
	const t = useUpdatesTexts();
	const language = useLanguage();
	const { privacy = '' } = urls.find(({ langId }) => langId === language) ?? urls[0] ?? {};
	if (!URL.canParse(privacy) || !/^https?:$/.test(new URL(privacy).protocol)) return null;
	return (
		<p className={styles.field}>
			<a href={privacy} target="_blank" rel="noreferrer" className="link">
				{t('policy')}
			</a>
		</p>
	);
}

/** Purposes are named in the framework's words as soon as these are there. */
function Moves({
	entry: { status, currentVendor: current, previousVendor: previous, undeleted, gone },
	version,
}: {
	entry: GvlEntry;
	version: number;
}) {
	const t = useUpdatesTexts();
	const language = useLanguage();
	const { toConsent, toInterest } = previous && status === 'changed' ? movesOf(current, previous) : { toConsent: [], toInterest: [] };
	const named = useQuery({
		...asQuery(gvlFile, { params: { id: version }, query: { language } }),
		enabled: toConsent.length + toInterest.length > 0,
	});
	const nameOf = (id: number): string => {
		const name = named.data?.data.list.purposes[id]?.name;
		return name === undefined ? '' : language === 'fi' ? `, ”${name}”,` : `, “${name}”,`;
	};
	if (status === 'added') return <p>{undeleted ? t('isBack') : t('isNew')}</p>;
	if (status === 'deleted')
		return (
			<p>{gone || current.deletedDate === undefined ? t('isGone') : t('isDated', { date: listDateText(current.deletedDate, language) })}</p>
		);
	return (
		<>
			{toConsent.map((id) => (
				<p key={`consent ${id}`}>{t('nowConsent', { id: String(id), name: nameOf(id) })}</p>
			))}
			{toInterest.map((id) => (
				<p key={`interest ${id}`}>{t('nowInterest', { id: String(id), name: nameOf(id) })}</p>
			))}
		</>
	);
}

function FieldOf({ field, entry, versions }: { field: VendorField; entry: GvlEntry; versions: VendorDrawerProps['versions'] }) {
	const t = useUpdatesTexts();
	const { currentVendor: current, previousVendor: previous } = entry;
	if (!previous) return null;
	const legal = isLegal(field);
	const value = (vendor: Vendor, marks: boolean) =>
		isLegal(field) ? (
			<Numbers now={vendor[field]} before={marks ? previous[field] : vendor[field]} />
		) : (
			<span className={styles.value}>{valueText(t, vendor, field)}</span>
		);
	return (
		<section className={styles.field}>
			<div className={styles.fieldHead}>
				<h3>{t(`field_${field}`)}</h3>
				{legal ? (
					<Badge hue="amber" icon={IconAlertTriangle}>
						{t('isMaterial')}
					</Badge>
				) : (
					<span className="aside">{t('isCosmetic')}</span>
				)}
			</div>
			<dl className={styles.versions}>
				<dt>{t('v', { version: String(versions.previous) })}</dt>
				<dd>{value(previous, false)}</dd>
				<dt>{t('v', { version: String(versions.current) })}</dt>
				<dd>{value(current, true)}</dd>
			</dl>
		</section>
	);
}

/** Numbers of purposes, those that came and went marked. */
function Numbers({ now, before }: { now: readonly number[]; before: readonly number[] }) {
	const t = useUpdatesTexts();
	const all = [...new Set([...before, ...now])].sort((a, b) => a - b);
	if (all.length === 0) return <span className="aside">{t('none')}</span>;
	return (
		<ul className={styles.numbers}>
			{all.map((id) => {
				const sign = !before.includes(id) ? '+' : !now.includes(id) ? '−' : '';
				return (
					<li key={id} data-sign={sign || undefined}>
						{sign === '' ? (
							id
						) : (
							<>
								<span aria-hidden="true">{`${sign}${id}`}</span>
								<span className="visually-hidden">{t(sign === '+' ? 'plus' : 'minus', { id: String(id) })}</span>
							</>
						)}
					</li>
				);
			})}
		</ul>
	);
}

function Banners({ entry, asked, customer }: { entry: GvlEntry; asked: readonly VendorsAsked[]; customer: Record<string, string> }) {
	const t = useUpdatesTexts();
	const { id, name } = entry.currentVendor;
	const naming = asked.filter(({ vendors }) => vendors.includes(id));
	return (
		<section className={styles.field}>
			<p className="aside">{naming.length === 0 ? t('notNamed', { vendor: name }) : t('named', { count: naming.length, vendor: name })}</p>
			{naming.length === 0 ? null : (
				<ul className={styles.banners}>
					{naming.map((one) => (
						<li key={`${one.id} ${one.version}`}>
							<Link to={`/tcfconfig/${one.id}`} search={customer} className="link" aria-label={t('openBanner', { title: one.title })}>
								{one.title}
							</Link>
							<span className="aside">
								{t('bannerVersion', { version: String(one.version), list: String(one.vendorListVersion) })} · {one.domain}
							</span>
							<IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
						</li>
					))}
				</ul>
			)}
		</section>
	);
}
