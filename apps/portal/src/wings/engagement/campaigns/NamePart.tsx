/** What it is called; of a new one, ADMIN's choice of the domain that it is for. */
import { usePerson } from '#portal/lib/use-session.ts';
import { SelectField, TextField } from '#portal/ui/form/fields.tsx';
import type { Form } from '#portal/ui/form/use-form.ts';
import type { NamedDomain, Place } from '#portal/ui/use-place.ts';
import { useCampaignTexts } from './texts.ts';

interface NamePartProps<Draft extends { title: string }> {
	label: string;
	form: Form<Draft>;
	/** Null: a new one. */
	row: object | null;
	place: Place;
	domain: readonly [NamedDomain, (to: NamedDomain) => void];
	/** What is written, without what only the domain before has. */
	without: (draft: Draft) => Draft;
}

export function NamePart<Draft extends Record<string, unknown> & { title: string }>(props: NamePartProps<Draft>) {
	const { label, form, row, place, domain, without } = props;
	const [chosen, setChosen] = domain;
	const move = (to: NamedDomain) => {
		setChosen(to);
		form.setValues(without(form.values));
	};
	return (
		<>
			<TextField label={label} maxLength={120} {...form.getInputProps('title')} />
			{row === null ? <DomainField place={place} domain={chosen} onChange={move} /> : null}
		</>
	);
}

function DomainField({ place, domain, onChange }: { place: Place; domain: NamedDomain; onChange: (to: NamedDomain) => void }) {
	const t = useCampaignTexts();
	const { isAdmin } = usePerson();
	if (!isAdmin) return null;
	return (
		<SelectField
			label={t('domain')}
			data={place.domains.map((one) => ({ value: one.id, label: one.domain }))}
			value={domain.id}
			allowDeselect={false}
			onChange={(id) => {
				const chosen = place.domains.find((one) => one.id === id);
				if (chosen && chosen.id !== domain.id) onChange(chosen);
			}}
		/>
	);
}
