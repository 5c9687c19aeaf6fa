import type { SegmentMember } from '@luvalla/contract/profiles/segments';
import { Link } from '@tanstack/react-router';
import { usePerson } from '#portal/lib/use-session.ts';
import styles from './builder.module.css';

/** Who they are, as far as the asker may see it; each leads to the person's page. */
export function People({
	people,
	customerId,
}: {
	people: readonly Pick<SegmentMember, 'luvallaId' | 'name' | 'email'>[];
	customerId: number | null | undefined;
}) {
	const { isAdmin } = usePerson();
	const search = isAdmin && customerId ? { customer: String(customerId) } : {};
	return (
		<ul className={styles.people}>
			{people.map(({ luvallaId, name, email }) => (
				<li key={luvallaId}>
					<Link to="/domainprofiles/$id" params={{ id: luvallaId }} search={search} className={name || email ? 'link' : 'link mono'}>
						{name || email || luvallaId}
					</Link>
					{name && email ? <span className={styles.quiet}>{email}</span> : null}
				</li>
			))}
		</ul>
	);
}
