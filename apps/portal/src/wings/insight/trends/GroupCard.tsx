/** One of the two groups: its days and its domains. */
import { Card } from '#portal/ui/Card.tsx';
import { DayField, isDay } from '#portal/ui/form/DayField.tsx';
import { ManyField } from '#portal/ui/form/ManyField.tsx';
import { type Group, lengthOf } from './groups.ts';
import styles from './Trends.module.css';
import { useTrendTexts } from './texts.ts';

interface GroupCardProps {
	name: string;
	side: 'a' | 'b';
	group: Group;
	fault: 'turned' | 'tooLong' | null;
	domains: readonly { id: string; domain: string }[];
	onChange: (group: Group) => void;
}

export function GroupCard({ name, side, group, fault, domains, onChange }: GroupCardProps) {
	const t = useTrendTexts();
	/** What is no day yet is still being written. */
	const take = (change: Partial<Group>) => {
		const next = { ...group, ...change };
		if (isDay(next.from) && isDay(next.to)) onChange(next);
	};
	return (
		<Card
			title={
				<span className={styles.name}>
					<span className={styles.line} data-side={side} aria-hidden="true" />
					{name}
				</span>
			}
			aside={fault === 'turned' ? null : t('days', { count: lengthOf(group) })}
		>
			<fieldset className={styles.fields} aria-label={name}>
				<DayField iso label={t('from')} value={group.from} onChange={(from) => take({ from })} />
				<DayField iso label={t('to')} value={group.to} onChange={(to) => take({ to })} />
				<div className={styles.domains}>
					<ManyField
						label={t('domains')}
						hint={t('domainsHint')}
						placeholder={group.domains.length === 0 ? t('allDomains') : undefined}
						data={domains.map(({ id, domain }) => ({ value: id, label: domain }))}
						value={group.domains.filter((id) => domains.some((one) => one.id === id))}
						onChange={(chosen) => take({ domains: chosen })}
					/>
				</div>
			</fieldset>
		</Card>
	);
}
