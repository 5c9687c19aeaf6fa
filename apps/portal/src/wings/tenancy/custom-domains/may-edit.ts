import type { Person } from '#portal/lib/session.ts';

/** Whether somebody adds, orders and removes hosts: a partner who is no more than that looks after companies and does not order certificates in their names. */
export const mayEdit = ({
	isAdmin,
	customerAdmin,
	isDomainAdmin,
	isPartner,
}: Pick<Person, 'isAdmin' | 'customerAdmin' | 'isDomainAdmin' | 'isPartner'>): boolean =>
	isAdmin || customerAdmin || isDomainAdmin || !isPartner;
