/** ADMIN's choice of the domain that a new one is for. */
import { usePerson } from '#portal/lib/use-session.ts';
import { SelectField } from '#portal/ui/form/fields.tsx';
import type { NamedDomain, Place } from '#portal/ui/use-place.ts';
import { useCampaignTexts } from './texts.ts';

export function DomainField({ place, domain, onChange }: { place: Place; domain: NamedDomain; onChange: (to: NamedDomain) => void }) {
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
