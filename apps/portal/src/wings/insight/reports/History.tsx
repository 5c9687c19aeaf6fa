/** What this person answered to this purpose over time, and the wordings in between. */
import type { LedgerRecord } from '@luvalla/contract/consent/ledger';
import { IconCheck, IconFileText, IconX } from '@tabler/icons-react';
import { RowLink } from '#portal/ui/list/DataTable.tsx';
import { SaidTime } from '#portal/ui/times.tsx';
import { howText } from './choices.tsx';
import styles from './History.module.css';
import { useReportTexts } from './texts.ts';

export function History({ record, customer }: { record: LedgerRecord; customer: Record<string, string> }) {
	const t = useReportTexts();
	const earliest = record.history.at(-1)?.at ?? record.at;
	const answers = record.history.map((one) => ({
		key: one.id,
		at: one.at,
		how: one.how,
		Icon: one.value ? IconCheck : IconX,
		hue: one.value ? 'teal' : 'gray',
		title: one.value ? t('saidYes') : t('saidNo'),
		about: howText(one.how),
		more:
			one.id === record.id ? (
				<strong>{t('thisRecord')}</strong>
			) : (
				<RowLink to={`/reports/records/${one.id}`} search={customer}>
					{t('openRecord')}
				</RowLink>
			),
	}));
	const wordings = record.wordings
		.filter(({ version, at }) => version > 1 && at >= earliest)
		.map(({ version, at, material }) => ({
			key: `wording ${version}`,
			at,
			how: null,
			Icon: IconFileText,
			hue: 'blue',
			title: t('wordingChanged', { version }),
			about: material ? t('wordingMaterial') : t('wordingSame'),
			more: null,
		}));
	const all = [...answers, ...wordings].sort((a, b) => b.at.localeCompare(a.at));
	return (
		<section className={styles.history} aria-labelledby="history-title">
			<h2 id="history-title">{t('choiceHistory')}</h2>
			<ol>
				{all.map(({ key, at, how, Icon, hue, title, about, more }) => (
					<li key={key}>
						<span className={styles.sign} style={{ color: `var(--l-${hue})`, background: `var(--l-${hue}-ground)` }} aria-hidden="true">
							<Icon size={15} stroke={2} />
						</span>
						<div>
							<strong>{title}</strong>
							<p>{about}</p>
							<p>
								<SaidTime at={at} how={how} />
								{more ? <> · {more}</> : null}
							</p>
						</div>
					</li>
				))}
			</ol>
			{record.person === null ? <p className={styles.quiet}>{t('historyAnonymous')}</p> : null}
		</section>
	);
}
