import type { Person } from '#portal/lib/session.ts';

/** Whether somebody adds, orders and removes hosts: a partner looks after companies and does not order certificates in their names. */
export const mayEdit = ({ isAdmin, customerAdmin, isPartner }: Pick<Person, 'isAdmin' | 'customerAdmin' | 'isPartner'>): boolean =>
	isAdmin || customerAdmin || !isPartner;
