/** Actions and things as words. What a later part of the portal writes stands as it was written until it has a word here. */
import type { useActivityTexts } from './texts.ts';

type Say = ReturnType<typeof useActivityTexts>;

export const actions = {
	added: 'actionAdded',
	changed: 'actionChanged',
	deleted: 'actionDeleted',
	removed: 'actionRemoved',
	published: 'actionPublished',
	assigned: 'actionAssigned',
	unassigned: 'actionUnassigned',
	promoted: 'actionPromoted',
	demoted: 'actionDemoted',
	deactivated: 'actionDeactivated',
	signed_in: 'actionSignedIn',
	signed_out: 'actionSignedOut',
	invited: 'actionInvited',
	accepted: 'actionAccepted',
	revoked: 'actionRevoked',
	registered: 'actionRegistered',
	rotated: 'actionRotated',
	ended: 'actionEnded',
	erased: 'actionErased',
	confirmed: 'actionConfirmed',
	dropped: 'actionDropped',
} as const;
const things = {
	application: 'thingApplication',
	application_secret: 'thingApplicationSecret',
	assistance: 'thingAssistance',
	invite: 'thingInvite',
	passkey: 'thingPasskey',
	configuration: 'thingConfiguration',
	customer: 'thingCustomer',
	customer_admin: 'thingCustomerAdmin',
	domain: 'thingDomain',
	erasure_memory: 'thingErasureMemory',
	partner: 'thingPartner',
	partner_customer: 'thingPartnerCustomer',
	partner_user: 'thingPartnerUser',
	person: 'thingPerson',
	person_address: 'thingPersonAddress',
	role: 'thingRole',
	session: 'thingSession',
	user: 'thingUser',
	user_domains: 'thingUserDomains',
	user_rights: 'thingUserRights',
} as const;

const has = <T extends object>(table: T, key: PropertyKey): key is keyof T => Object.hasOwn(table, key);
const plain = (word: string): string => word.replaceAll('_', ' ');

export const actionText = (t: Say, action: string): string => (has(actions, action) ? t(actions[action]) : plain(action));
export const thingText = (t: Say, thing: string): string => (has(things, thing) ? t(things[thing]) : plain(thing));

/** A kept value for a person: lists by commas, yes and no in words, anything deeper as JSON. Empty is ''. */
export function valueText(t: Say, value: unknown): string {
	if (value === null || value === undefined) return '';
	if (typeof value === 'boolean') return value ? t('yes') : t('no');
	if (typeof value === 'string' || typeof value === 'number') return String(value);
	if (Array.isArray(value) && value.every((one) => typeof one === 'string' || typeof one === 'number')) return value.join(', ');
	return JSON.stringify(value);
}
