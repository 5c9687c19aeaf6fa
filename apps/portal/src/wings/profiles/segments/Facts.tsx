/** What a segment is beside its rule: name, who may use it, weight, cost, switches, and how people come into it. */
import type { Segment } from '@luvalla/contract/profiles/segments';
import { usePerson } from '#portal/lib/use-session.ts';
import { useWorkedFor } from '#portal/lib/worked-for.ts';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import { SwitchField } from '#portal/ui/form/SwitchField.tsx';
import type { Draft } from './draft.ts';
import styles from './segments.module.css';
import { useSegmentTexts } from './texts.ts';
import { choicesFor } from './who-may.ts';

interface FactsProps {
	draft: Draft;
	segment: Segment | null;
	domains: readonly { id: string; domain: string }[];
	/** It belongs to a domain, whoever may use it. */
	ofDomain: boolean;
	/** Sentences by field. */
	wrong: Readonly<Record<string, string>>;
	onWrite: (next: Partial<Draft>) => void;
}

export function Facts({ draft, segment, domains, ofDomain, wrong, onWrite }: FactsProps) {
	const t = useSegmentTexts();
	const person = usePerson();
	const worked = useWorkedFor();
	// ADMIN has no current customer, but one whose page this is
	const customer = segment?.customerName ?? (person.isAdmin ? worked : person.currentCustomer)?.name ?? '';
	const may = choicesFor(person);
	const choices = may.includes(draft.who) ? may : [...may, draft.who];
	// people who were put in rule a rule out, and a rule's segment takes nobody by hand
	const locked = segment !== null && (segment.rule !== null || segment.count > 0);
	return (
		<>
			<div className={styles.facts}>
				<TextField
					label={t('name')}
					maxLength={120}
					value={draft.name}
					error={wrong.name}
					autoFocus={segment === null}
					onChange={(event) => onWrite({ name: event.currentTarget.value })}
				/>
				<SelectField
					label={t('who')}
					allowDeselect={false}
					data={choices.map((one) => ({
						value: one,
						label: one === 'all' || one === 'customer' ? t(`who_${one}`, { customer }) : t(`who_${one}`),
					}))}
					value={draft.who}
					error={wrong.isAdminOnly}
					onChange={(value) => {
						const who = choices.find((one) => one === value);
						if (who) onWrite({ who });
					}}
				/>
				<TextField
					label={t('weight')}
					inputMode="numeric"
					value={draft.weight}
					error={wrong.weight}
					onChange={(event) => onWrite({ weight: event.currentTarget.value })}
				/>
				<TextField
					label={t('cost')}
					inputMode="decimal"
					value={draft.cost}
					error={wrong.cost}
					onChange={(event) => onWrite({ cost: event.currentTarget.value })}
				/>
				{draft.who === 'domain' || (ofDomain && domains.length > 1) ? (
					<SelectField
						label={t('domain')}
						placeholder={t('chooseDomain')}
						searchable
						allowDeselect={false}
						data={domains.map((one) => ({ value: one.id, label: one.domain }))}
						value={draft.domainId}
						error={wrong.domainId}
						onChange={(domainId) => onWrite({ domainId })}
					/>
				) : null}
			</div>
			<div className={styles.switches}>
				<SwitchField
					label={t('public')}
					hint={t('publicHint')}
					checked={draft.isPublic}
					onChange={(event) => onWrite({ isPublic: event.currentTarget.checked })}
				/>
			</div>
			{locked ? null : (
				<fieldset className={styles.fills}>
					<legend>{t('howFilled')}</legend>
					{(['rule', 'hand'] as const).map((one) => (
						<label key={one} className={styles.fill}>
							<input type="radio" name="fill" checked={draft.fill === one} onChange={() => onWrite({ fill: one })} />
							<span>
								<b>{t(`fill_${one}`)}</b>
								<span className="aside">{t(`fill_${one}Hint`)}</span>
							</span>
						</label>
					))}
				</fieldset>
			)}
		</>
	);
}
