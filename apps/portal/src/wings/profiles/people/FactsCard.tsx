import type { ProfileFacts } from '@luvalla/contract/profiles/profiles';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { countryName, dayText, numberText } from '#portal/lib/dates.ts';
import { type Language, useLanguage } from '#portal/lib/say.ts';
import { Card } from '#portal/ui/Card.tsx';
import styles from './people.module.css';
import { type ProfileTexts, useProfileTexts } from './profile-texts.ts';

export const FACTS = ['firstName', 'lastName', 'street', 'postalCode', 'city', 'country', 'locale', 'timeZone'] as const;

const isDay = (value: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** A value as people read it. */
const shown = (p: ProfileTexts, value: string | number | boolean, language: Language): string =>
	typeof value === 'boolean'
		? p(value ? 'yes' : 'no')
		: typeof value === 'number'
			? numberText(value, language)
			: isDay(value)
				? dayText(value, language)
				: value;

/** Names, address and attributes: those that are known. */
export function FactsCard({ facts, onEdit }: { facts: ProfileFacts; onEdit?: (() => void) | undefined }) {
	const p = useProfileTexts();
	const language = useLanguage();
	const known = FACTS.flatMap((name) => (facts[name] === null ? [] : [{ name, label: p(`fact_${name}`), value: facts[name] }]));
	const attributes = Object.entries(facts.attributes).sort(([a], [b]) => a.localeCompare(b, language));
	return (
		<Card
			title={p('facts')}
			aside={
				onEdit ? (
					<Button variant="default" size="xs" leftSection={<IconPencil size={14} stroke={1.75} aria-hidden="true" />} onClick={onEdit}>
						{p('edit')}
					</Button>
				) : undefined
			}
		>
			{known.length === 0 && attributes.length === 0 ? (
				<p className={styles.quiet}>{p('noFacts')}</p>
			) : (
				<dl className={styles.known}>
					{known.map(({ name, label, value }) => (
						<div key={name}>
							<dt>{label}</dt>
							<dd>{name === 'country' ? countryName(value ?? '', language) : value}</dd>
						</div>
					))}
					{attributes.map(([name, value]) => (
						<div key={`attribute ${name}`}>
							<dt className="mono" translate="no">
								{name}
							</dt>
							<dd translate="no">{shown(p, value, language)}</dd>
						</div>
					))}
				</dl>
			)}
		</Card>
	);
}
