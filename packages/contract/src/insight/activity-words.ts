/** What the portal's activity says: actions and things. A later word stands as it was written until it is here. */
import type { Words } from '../words.ts';

export const ACTIONS = {
	added: { en: 'Added', fi: 'Lisäsi' },
	changed: { en: 'Changed', fi: 'Muutti' },
	deleted: { en: 'Deleted', fi: 'Poisti' },
	removed: { en: 'Removed', fi: 'Irrotti' },
	published: { en: 'Published', fi: 'Julkaisi' },
	assigned: { en: 'Assigned', fi: 'Liitti' },
	unassigned: { en: 'Unassigned', fi: 'Irrotti asiakkaan' },
	promoted: { en: 'Promoted', fi: 'Ylensi' },
	demoted: { en: 'Demoted', fi: 'Alensi' },
	deactivated: { en: 'Deactivated', fi: 'Poisti käytöstä' },
	signed_in: { en: 'Signed in', fi: 'Kirjautui sisään' },
	signed_out: { en: 'Signed out', fi: 'Kirjautui ulos' },
	invited: { en: 'Invited', fi: 'Kutsui' },
	accepted: { en: 'Accepted', fi: 'Hyväksyi' },
	revoked: { en: 'Revoked', fi: 'Perui' },
	registered: { en: 'Registered', fi: 'Rekisteröi' },
	rotated: { en: 'Renewed', fi: 'Uusi' },
	ended: { en: 'Ended', fi: 'Päätti' },
} as const satisfies Words;

export const THINGS = {
	application: { en: 'Application', fi: 'Sovellus' },
	application_secret: { en: 'Secret of an application', fi: 'Sovelluksen salaisuus' },
	assistance: { en: 'Assisted session', fi: 'Avustettu istunto' },
	invite: { en: 'Invitation', fi: 'Kutsu' },
	passkey: { en: 'Passkey', fi: 'Pääsyavain' },
	configuration: { en: 'Configuration', fi: 'Asetukset' },
	customer: { en: 'Customer', fi: 'Asiakas' },
	customer_admin: { en: 'Customer admin', fi: 'Asiakkaan ylläpitäjä' },
	domain: { en: 'Domain', fi: 'Verkkotunnus' },
	partner: { en: 'Partner', fi: 'Kumppani' },
	partner_customer: { en: 'Customer of a partner', fi: 'Kumppanin asiakas' },
	partner_user: { en: 'User of a partner', fi: 'Kumppanin käyttäjä' },
	role: { en: 'Role', fi: 'Rooli' },
	session: { en: 'Session', fi: 'Istunto' },
	user: { en: 'User', fi: 'Käyttäjä' },
	user_domains: { en: 'Domains of a user', fi: 'Käyttäjän verkkotunnukset' },
	user_rights: { en: 'Rights of a user', fi: 'Käyttäjän oikeudet' },
} as const satisfies Words;
