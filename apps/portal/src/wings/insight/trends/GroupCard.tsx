/** One of the two groups: its days and its domains. */
import { useState } from 'react';
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
				<GroupDay label={t('from')} day={group.from} onDay={(from) => onChange({ ...group, from })} />
				<GroupDay label={t('to')} day={group.to} onDay={(to) => onChange({ ...group, to })} />
				<div className={styles.domains}>
					<ManyField
						label={t('domains')}
						hint={t('domainsHint')}
						placeholder={group.domains.length === 0 ? t('allDomains') : undefined}
						data={domains.map(({ id, domain }) => ({ value: id, label: domain }))}
						value={group.domains.filter((id) => domains.some((one) => one.id === id))}
						onChange={(chosen) => onChange({ ...group, domains: chosen })}
					/>
				</div>
			</fieldset>
		</Card>
	);
}

/** A day of a group. What is no day is said when the field is left, and the days stay as they were. */
function GroupDay({ label, day, onDay }: { label: string; day: string; onDay: (day: string) => void }) {
	const t = useTrendTexts();
	const [wrong, setWrong] = useState(false);
	const [left, setLeft] = useState(false);
	return (
		<DayField
			iso
			label={label}
			value={day}
			error={wrong && left ? t('noDay', { example: day }) : undefined}
			onChange={(written) => {
				setLeft(false);
				setWrong(!isDay(written));
				if (isDay(written)) onDay(written);
			}}
			onBlur={() => setLeft(true)}
		/>
	);
}
