/** Users and roles, the platform admin's part: calls.md section 7, "Auth and users". */
import * as z from 'zod';
import { call, filterQuery, listQuery } from '../call.ts';
import { CustomerId, Email, Id, line } from '../fields.ts';

const Phone = line(40);
/** Upper or lower case, letters, digits and `_`; the specification's own are written in capitals. */
export const RoleName = z
	.string()
	.trim()
	.regex(/^[A-Za-z][A-Za-z0-9_]{1,39}$/, { error: 'Use 2 to 40 letters, digits or _' });

export const User = z.object({
	id: Id,
	/** The address they sign in with; also what the user calls name them by. */
	userName: z.string(),
	email: z.string(),
	name: z.string(),
	PhoneNumber: z.string(),
	roles: z.array(z.string()),
	domains: z.array(z.object({ id: Id, domain: z.string(), customerId: z.int() })),
	customers: z.array(z.object({ id: z.int(), name: z.string(), isCustomerAdmin: z.boolean() })),
	createdAt: z.string(),
	signedInAt: z.string().nullable(),
	can: z.object({ logInAs: z.boolean(), delete: z.boolean() }),
});
export type User = z.infer<typeof User>;

export const users = call({
	method: 'GET',
	path: '/user/users',
	about: 'All users. Search by user name or email (one and two letters match the beginning); filters: role.',
	query: z.object({ ...listQuery, role: z.string().max(40).optional(), filter: filterQuery({ role: z.string().max(40) }) }),
	answer: z.array(User),
	paged: true,
	may: ['admin'],
	on: 'platform',
	failure: 'Could not load users',
});

export const userByEmail = call({
	method: 'GET',
	path: '/user/byemail',
	about: 'One user by their address; 404 when nobody has it.',
	query: z.object({ email: z.string().max(254) }),
	answer: User,
	may: ['admin'],
	on: 'platform',
	failure: 'Could not load users',
});

export const changeRoles = call({
	method: 'PUT',
	path: '/user/roles',
	about:
		'Sets the roles that the platform gives, which count wherever the user is mapped, and the phone number, which stays where it is not sent. Roles without DOMAIN_ADMIN also end what customers gave until now, open invitations with it, unless KeepGiven says to leave that: afterwards the user is domain admin nowhere, and what a customer gives later counts at that customer. 409 last_admin when nobody would be left as ADMIN.',
	body: z.object({
		UserName: Email,
		Roles: z.array(RoleName).max(20),
		PhoneNumber: Phone.optional(),
		/** Rights that customers gave stay, whatever Roles says: for changes that are about something else. */
		KeepGiven: z.boolean().optional(),
	}),
	answer: User,
	may: ['admin'],
	on: 'platform',
	failure: 'Could not update user',
	success: 'User updated successfully.',
});

/** What a mapping gives; `member` gives nothing by itself. */
export const GivenRight = z.enum(['customerAdmin', 'domainAdmin', 'partner', 'member']);

export const UserRights = z.object({
	userName: z.string(),
	email: z.string(),
	/** Given by the platform's admins; they count wherever the user is mapped. */
	roles: z.array(z.string()),
	/** The same with who gave them and when, where known. */
	platform: z.array(z.object({ role: z.string(), givenBy: z.string().nullable(), givenAt: z.string().nullable() })),
	/** Rights that belong to a mapping and count at its customer, or on its domain, only. */
	mappings: z.array(
		z.object({
			customerId: z.int(),
			customerName: z.string(),
			domainId: Id.nullable(),
			domain: z.string().nullable(),
			right: GivenRight,
			givenBy: z.string().nullable(),
			givenAt: z.string().nullable(),
		}),
	),
});
export type UserRights = z.infer<typeof UserRights>;

export const readRights = call({
	method: 'GET',
	path: '/user/roles',
	about:
		'The rights of a user, one’s own without userName: the platform’s roles, and what each mapping to a customer or domain gives. ADMIN and the person see all of it; whoever looks after a customer sees what the user has there, and of the platform’s roles those that count there. 404 unknown_user when there is nothing of the user to see.',
	query: z.object({ userName: z.string().max(254).optional() }),
	answer: UserRights,
	may: ['user'],
	on: 'self',
	failure: 'Could not load users',
});

export const assignDomains = call({
	method: 'PUT',
	path: '/user/domains',
	about:
		'Sets the domains of a user, by id; they administer each of them, with or without the role DOMAIN_ADMIN. 404 unknown_user; 422 unknown_domains.',
	body: z.object({ userName: Email, domains: z.array(Id).max(1000) }),
	answer: User,
	may: ['admin'],
	on: 'platform',
	failure: 'Could not assign domains for the selected user.',
	success: 'User updated successfully.',
});

export const setCustomerAdmin = call({
	method: 'PUT',
	path: '/user/customeradmin',
	about:
		'Promotes or demotes a user; demoting revokes open invitations as customer admin. Without customerId the one customer they belong to is meant; 422 choose_customer when there are several or none.',
	body: z.object({ userName: Email, isCustomerAdmin: z.boolean(), customerId: CustomerId.optional() }),
	answer: User,
	may: ['admin'],
	on: 'platform',
	failure: 'Could not update user',
	success: 'User updated successfully.',
});

export const deleteUser = call({
	method: 'DELETE',
	path: '/user',
	about: 'Deletes a user with their sessions and mappings. 409 last_admin, own_account.',
	query: z.object({ email: z.string().max(254) }),
	answer: z.object({ email: z.string() }),
	may: ['admin'],
	on: 'platform',
	failure: 'Could not delete user',
	success: 'User deleted successfully.',
});

export const Role = z.object({ name: z.string(), users: z.int(), builtIn: z.boolean() });

export const roles = call({
	method: 'GET',
	path: '/role/',
	about: 'Roles with how many users hold each; Device and Name are hidden.',
	query: z.object({ q: z.string().max(200).optional() }),
	answer: z.array(Role),
	may: ['admin'],
	on: 'platform',
	failure: 'error occured',
});

export const addRole = call({
	method: 'POST',
	path: '/role',
	about: 'Adds a role: a label for the customer’s own use that opens no call. 409 role_taken.',
	body: z.object({ roleName: RoleName }),
	answer: Role,
	may: ['admin'],
	on: 'platform',
	failure: 'error occured',
	success: 'Role added successfully.',
});

export const deleteRole = call({
	method: 'DELETE',
	path: '/role',
	about: 'Deletes a role and takes it from everyone. 409 built_in_role for those of the specification.',
	query: z.object({ roleName: z.string().max(60) }),
	answer: z.object({ roleName: z.string() }),
	may: ['admin'],
	on: 'platform',
	failure: 'error occured',
	success: 'Role deleted successfully.',
});

export const changeProfile = call({
	method: 'PUT',
	path: '/user',
	api: 'identity',
	about: 'The signed-in person’s own name and phone number, which stays where it is not sent. Nothing else of a user can be set here.',
	body: z.object({ name: line(200), PhoneNumber: Phone.optional() }),
	answer: z.object({ username: z.string(), email: z.string(), name: z.string(), PhoneNumber: z.string() }),
	may: ['user'],
	on: 'self',
	failure: 'Failed to update your profile please try later.',
	success: 'Profile updated successfully.',
	ignore401: true,
});
