import type { PersonDetail } from '@luvalla/contract/consent/people';
import type { PersonKey } from '@luvalla/contract/people/identifiers';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiExamples } from '#portal/ui/api/ApiExamples.tsx';
import { DomainPicker } from '#portal/ui/list/pickers.tsx';
import styles from './people.module.css';
import { useProfileTexts } from './profile-texts.ts';

/** As a customer's own program would name them: by its own id, else an address. */
const keyOf = ({ identifiers, luvallaId }: PersonDetail): PersonKey => {
	const by = (kind: 'externalId' | 'email' | 'phone') => identifiers.find((one) => one.kind === kind)?.value;
	const [externalId, email, phone] = [by('externalId'), by('email'), by('phone')];
	return externalId ? { externalId } : email ? { email } : phone ? { phone } : { luvallaId };
};

/** Requests of the public API about this person. */
export function Examples({ data, domains }: { data: PersonDetail; domains: readonly { id: string; domain: string }[] }) {
	const p = useProfileTexts();
	const [chosen, choose] = useState<string | undefined>(undefined);
	const domain = domains.find(({ id }) => id === chosen) ?? domains[0];
	return (
		<div className={styles.importBody}>
			<p className={styles.quiet}>
				{p('apiToken')}{' '}
				<Link to="/customerdomains" className="link">
					{p('toDomains')}
				</Link>
			</p>
			{domains.length > 1 ? <DomainPicker domains={domains} value={domain?.id} onChange={choose} /> : null}
			{domain ? <ApiExamples domainId={domain.id} person={keyOf(data)} action="read" /> : <p>{p('apiNoDomain')}</p>}
		</div>
	);
}
