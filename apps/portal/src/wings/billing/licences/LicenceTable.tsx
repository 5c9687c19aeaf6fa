/** A row a domain: how its licence stands, when it ends, all of its licences on one line of time; the form of a new one opens in its row. */
import type { Licence } from '@luvalla/contract/billing/licences';
import { IconPlayerStop, IconPlus } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { dayText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { Bar } from '#portal/ui/chart/Bar.tsx';
import { useLate } from '#portal/ui/Loading.tsx';
import { RowMenu } from '#portal/ui/list/DataTable.tsx';
import { LicenceBadge } from './LicenceBadge.tsx';
import { LicenceBars } from './LicenceBars.tsx';
import styles from './licences.module.css';
import { useLicenceTexts } from './texts.ts';
import { addDays, marksOf, timeLineOf } from './time-line.ts';

interface Wanted {
	domainId: string | null;
	startsOn: string;
	endsOn: string;
	/** Both are days, in order. */
	drawable: boolean;
	refused: boolean;
}

interface LicenceTableProps {
	/** Undefined while they are on their way. */
	rows: readonly Licence[] | undefined;
	today: string;
	/** What is being written, and its form: it stands in the row of its domain. */
	wanted: Wanted | null;
	form: ReactNode;
	/** Whoever may not change anything has none of these. */
	onAdd?: ((domainId: string) => void) | undefined;
	onEnd?: ((licence: Licence) => void) | undefined;
}

const ORDER = { on: 0, notBegun: 1, ended: 2 } as const;
/** Licences by domain; first the one that counts now, else the next, else the last. */
export function byDomain(rows: readonly Licence[]): Licence[][] {
	const groups = Map.groupBy(rows, ({ domainId }) => domainId);
	return [...groups.values()].map((group) =>
		group.toSorted(
			(a, b) =>
				ORDER[a.state] - ORDER[b.state] || (a.state === 'ended' ? b.endsOn.localeCompare(a.endsOn) : a.startsOn.localeCompare(b.startsOn)),
		),
	);
}

export function LicenceTable({ rows, today, wanted, form, onAdd, onEnd }: LicenceTableProps) {
	const t = useLicenceTexts();
	const language = useLanguage();
	const line = timeLineOf(today);
	const ends = { from: dayText(line.from, language), to: dayText(addDays(line.until, -1), language) };
	return (
		<table className={styles.table} aria-busy={rows === undefined}>
			<caption className="visually-hidden">{t('licences')}</caption>
			<thead>
				<tr>
					<th>{t('domain')}</th>
					<th>{t('state')}</th>
					<th>{t('ends')}</th>
					<th className={styles.lineHead}>
						<span className="visually-hidden">{t('line', ends)}</span>
						<span className={styles.marks} aria-hidden="true">
							{marksOf(line, language).map(({ place, text }) => (
								<span key={place} style={{ left: `${place * 100}%` }}>
									{text}
								</span>
							))}
						</span>
					</th>
					{onAdd ? (
						<th className={styles.menuCell}>
							<span className="visually-hidden">{t('acts')}</span>
						</th>
					) : null}
				</tr>
			</thead>
			<tbody>
				{rows === undefined ? (
					<Skeleton menu={onAdd !== undefined} />
				) : (
					byDomain(rows).map((group) => {
						const [first] = group;
						if (!first) return null;
						const own = wanted?.domainId === first.domainId ? wanted : null;
						const followed = group.some(({ startsOn, state }) => state !== 'ended' && startsOn === addDays(first.endsOn, 1));
						const last = group.filter(({ state }) => state !== 'ended').at(-1);
						return (
							<Fragment key={first.domainId}>
								<tr data-open={own && form ? '' : undefined}>
									<th scope="row">{first.domain}</th>
									<td>
										<LicenceBadge licence={first} followed={followed} />
									</td>
									<td className="num" data-label={t('ends')}>
										{dayText((last ?? first).endsOn, language)}
									</td>
									<td className={styles.lineCell}>
										<LicenceBars rows={group} line={line} today={today} wanted={own?.drawable ? own : null} />
									</td>
									{onAdd ? (
										<td className={styles.menuCell}>
											<RowMenu
												name={first.domain}
												actions={[
													{ label: t('add'), icon: IconPlus, onSelect: () => onAdd(first.domainId) },
													...group
														.filter(({ state, endedAt }) => state !== 'ended' && endedAt === null)
														.map((one) => ({
															label:
																one.state === 'on'
																	? t('end', { day: dayText(one.endsOn, language) })
																	: t('drop', { day: dayText(one.startsOn, language) }),
															icon: IconPlayerStop,
															danger: true,
															onSelect: () => onEnd?.(one),
														})),
												]}
											/>
										</td>
									) : null}
								</tr>
								{own && form ? (
									<tr className={styles.formRow}>
										<td colSpan={onAdd ? 5 : 4}>{form}</td>
									</tr>
								) : null}
							</Fragment>
						);
					})
				)}
			</tbody>
		</table>
	);
}

function Skeleton({ menu }: { menu: boolean }) {
	const late = useLate();
	return [0, 1, 2, 3, 4].map((row) => (
		<tr key={row} className={late ? undefined : styles.early}>
			<td>
				<Bar width={150} />
			</td>
			<td>
				<Bar width={60} />
			</td>
			<td>
				<Bar width={80} />
			</td>
			<td>
				<Bar width={220} />
			</td>
			{menu ? <td /> : null}
		</tr>
	));
}
