/** What became of messages by channel; numbers lead to their rows. */
import { channelAt } from '@luvalla/contract/channels';
import type { ChannelCount } from '@luvalla/contract/insight/event-counts';
import { Link } from '@tanstack/react-router';
import { numberText } from '#portal/lib/dates.ts';
import { useLanguage, useSay } from '#portal/lib/say.ts';
import { channelSigns } from '../channels.ts';
import { Bar } from './Bar.tsx';
import styles from './ChannelTable.module.css';
import { Scroll } from './Scroll.tsx';
import { useChartTexts } from './texts.ts';

interface ChannelTableProps {
	/** Names the table. */
	caption: string;
	/** Undefined while loading. */
	counts: readonly ChannelCount[] | undefined;
	/** People who may be reached stand before what was sent. */
	reach?: boolean;
	/** Where campaigns are looked at; null: the asker has none. */
	rows: { to: string; search: Record<string, string> } | null;
}

const SENT = ['accepted', 'opened', 'clicked', 'skipped', 'failed'] as const;
const HEADS = { accepted: 'accepted', opened: 'opened', clicked: 'clicked', skipped: 'leftOut', failed: 'failedOnes' } as const;
const WAITING = [0, 1, 2, 3, 4, 5, 6];

export function ChannelTable({ caption, counts, reach = false, rows }: ChannelTableProps) {
	const t = useChartTexts();
	const say = useSay();
	const language = useLanguage();
	const columns = reach ? (['count', ...SENT] as const) : SENT;
	return (
		<Scroll className={styles.scroll} label={caption}>
			<table className={styles.table} aria-busy={counts === undefined}>
				<caption className="visually-hidden">{caption}</caption>
				<thead>
					<tr>
						<th>{t('channel')}</th>
						{columns.map((column) => (
							<th key={column}>{column === 'count' ? t('reachable') : t(HEADS[column])}</th>
						))}
					</tr>
				</thead>
				<tbody>
					{counts === undefined
						? WAITING.map((row) => (
								<tr key={row}>
									<td>
										<Bar width={96} />
									</td>
									{columns.map((column) => (
										<td key={column}>
											<Bar width={32} />
										</td>
									))}
								</tr>
							))
						: counts.map((row) => {
								const { label, icon: Icon } = channelSigns[channelAt(row.channel)];
								return (
									<tr key={row.channel}>
										<th scope="row">
											<span className={styles.name}>
												<Icon size={16} stroke={1.75} aria-hidden="true" />
												{say(label)}
											</span>
										</th>
										{columns.map((column) => (
											<td key={column} data-strong={column === 'accepted' || column === 'count' ? '' : undefined}>
												{/* what nobody was written by is not the same as nobody who answered */}
												{column !== 'count' && row.accepted + row.failed + row.skipped === 0 ? (
													'—'
												) : rows && row[column] > 0 && (column === 'skipped' || column === 'failed') ? (
													<Link to={rows.to} search={rows.search} className="link">
														{numberText(row[column], language)}
													</Link>
												) : (
													numberText(row[column], language)
												)}
											</td>
										))}
									</tr>
								);
							})}
				</tbody>
			</table>
		</Scroll>
	);
}
