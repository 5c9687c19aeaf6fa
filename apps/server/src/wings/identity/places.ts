/**
 * Where people belong, which identity does not know by itself: customers, domains and partners are the tenancy wing's, above
 * it. The program hands this over at its start.
 */
import type { Asker, MappedCustomer, MappedDomain } from '#kernel/access/asker.ts';

/** Of whom there is no session of ours, the token says these. */
export type SessionFacts = Pick<Asker, 'sessionId' | 'actorId' | 'contextKey' | 'confirmedAt' | 'expiresAt' | 'origins'>;

export interface Belongings {
	readonly domains: readonly { user_id: string; domain_id: string; host: string; customer_id: number }[];
	readonly customers: readonly { user_id: string; customer_id: number; name: string; is_customer_admin: boolean }[];
}

export interface PersonOfCustomer {
	readonly id: string;
	readonly userName: string;
	readonly email: string;
	readonly isCustomerAdmin: boolean;
	readonly isDomainAdmin: boolean;
	readonly domains: string[];
}

export interface Places {
	/** A session with its person, roles and places. */
	askerOfSession(sessionId: string): Promise<Asker | null>;
	/** A person without a session of ours: whom a token stands for. */
	askerOfUser(userId: string, session: SessionFacts): Promise<Asker | null>;
	/** As a machine of the customer sees it; null: there is none. */
	customer(customerId: number): Promise<MappedCustomer | null>;
	/** Whose access token this is; null: nobody's. */
	domainOfToken(token: string): Promise<MappedDomain | null>;
	/** Domains and customers of some users. */
	belongings(userIds: readonly string[]): Promise<Belongings>;
	/** All domains of some customers, for people who see whole customers. */
	domainsOfCustomers(customerIds: readonly number[]): Promise<{ domain_id: string; host: string; customer_id: number }[]>;
	/** The people of a customer, or of some of its domains. */
	peopleOf(customerId: number, domainIds: readonly string[] | null): Promise<PersonOfCustomer[]>;
}
