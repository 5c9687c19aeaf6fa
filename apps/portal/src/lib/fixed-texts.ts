/**
 * The specification's fixed texts (failure, success and invalid of each call) in Finnish, keyed by the English words.
 * A call whose text is missing here does not compile; English stays word for word as specified.
 */

import type * as configurations from '@luvalla/contract/consent/configurations';
import type * as drafts from '@luvalla/contract/consent/drafts';
import type * as ledger from '@luvalla/contract/consent/ledger';
import type * as myConsents from '@luvalla/contract/consent/my-consents';
import type * as people from '@luvalla/contract/consent/people';
import type * as proof from '@luvalla/contract/consent/proof';
import type * as purposes from '@luvalla/contract/consent/purposes';
import type * as rates from '@luvalla/contract/consent/rates';
import type * as snippet from '@luvalla/contract/consent/snippet';
import type * as tcf from '@luvalla/contract/consent/tcf';
import type * as vendorLists from '@luvalla/contract/consent/vendor-lists';
import type * as webhooks from '@luvalla/contract/consent/webhooks';
import type * as content from '@luvalla/contract/guidance/content';
import type * as views from '@luvalla/contract/guidance/views';
import type * as account from '@luvalla/contract/identity/account';
import type * as applications from '@luvalla/contract/identity/applications';
import type * as passkeys from '@luvalla/contract/identity/passkeys';
import type * as sessions from '@luvalla/contract/identity/sessions';
import type * as signin from '@luvalla/contract/identity/signin';
import type * as users from '@luvalla/contract/identity/users';
import type * as activity from '@luvalla/contract/insight/activity';
import type * as counts from '@luvalla/contract/insight/counts';
import type * as addresses from '@luvalla/contract/people/addresses';
import type * as audiences from '@luvalla/contract/profiles/audiences';
import type * as connectors from '@luvalla/contract/profiles/connectors';
import type * as profiles from '@luvalla/contract/profiles/profiles';
import type * as segments from '@luvalla/contract/profiles/segments';
import type * as uploads from '@luvalla/contract/profiles/uploads';
import type * as visitors from '@luvalla/contract/profiles/visitors';
import type * as runs from '@luvalla/contract/runs';
import type * as customers from '@luvalla/contract/tenancy/customers';
import type * as domains from '@luvalla/contract/tenancy/domains';
import type * as invites from '@luvalla/contract/tenancy/invites';
import type * as partners from '@luvalla/contract/tenancy/partners';
import type { Language } from './say.ts';

type Calls = typeof configurations &
	typeof ledger &
	typeof proof &
	typeof people &
	typeof myConsents &
	typeof addresses &
	typeof audiences &
	typeof connectors &
	typeof profiles &
	typeof uploads &
	typeof visitors &
	typeof tcf &
	typeof vendorLists &
	typeof purposes &
	typeof rates &
	typeof snippet &
	typeof webhooks &
	typeof content &
	typeof views &
	typeof account &
	typeof sessions &
	typeof passkeys &
	typeof applications &
	typeof invites &
	typeof signin &
	typeof users &
	typeof activity &
	typeof counts &
	typeof customers &
	typeof domains &
	typeof partners;
type TextsIn<M> = {
	[K in keyof M]: M[K] extends { method: string }
		?
				| Extract<M[K] extends { failure: infer F } ? F : never, string>
				| Extract<M[K] extends { success: infer S } ? S : never, string>
				| Extract<M[K] extends { invalid: infer I } ? I : never, string>
		: never;
}[keyof M];
/** Sentences that a screen chooses by what was done. */
type ChosenText =
	| typeof partners.ASSIGNED
	| typeof partners.UNASSIGNED
	| typeof invites.NOT_CONFIRMED
	| typeof drafts.CONFIGURATION_UPDATED
	| typeof applications.INVALID_APPLICATION
	| typeof domains.INVALID_DOMAIN
	| typeof domains.TOKEN_NOT_REVOKED;
export type FixedText = TextsIn<Calls> | Extract<TextsIn<typeof runs> | TextsIn<typeof segments>, string> | ChosenText;

const finnish: Record<FixedText, string> = {
	'error occured': 'Jokin meni vikaan. Yritä uudelleen.',
	'Could not load domains': 'Verkkotunnuksia ei saatu ladattua',
	'Could not load users': 'Käyttäjiä ei saatu ladattua',
	'Failed to add the domain.': 'Verkkotunnusta ei saatu lisättyä.',
	'Could not update domain': 'Verkkotunnusta ei saatu tallennettua',
	'We could not generate the access token for domain X': 'Verkkotunnuksen X rajapinta-avainta ei saatu luotua',
	'We could not revoke the access token for domain X': 'Verkkotunnuksen X rajapinta-avainta ei saatu peruttua',
	'Domain added successfully.': 'Verkkotunnus lisättiin.',
	'Domain updated successfully.': 'Verkkotunnus tallennettiin.',
	'Please enter valid domain details': 'Täytä verkkotunnuksen tiedot',
	'Something went wrong': 'Jokin meni pieleen',
	'Connector added successfully.': 'Yhdistin lisättiin.',
	'Connector updated successfully.': 'Yhdistin päivitettiin.',
	'The run has begun.': 'Ajo alkoi.',
	'Audience added successfully.': 'Kohderyhmä lisättiin.',
	'Audience updated successfully.': 'Kohderyhmä tallennettiin.',
	'Audience approved successfully.': 'Kohderyhmä hyväksyttiin.',
	'Audience deleted successfully.': 'Kohderyhmä poistettiin.',
	'Could not update audience': 'Kohderyhmää ei saatu tallennettua',
	'Please enter valid audidence details': 'Täytä kohderyhmän tiedot',
	'Failed to fetch the customer details.': 'Asiakkaan tietoja ei saatu haettua.',
	'New customer added successfully.': 'Uusi asiakas lisättiin.',
	'Customer onboarding Failed.': 'Asiakasta ei saatu otettua käyttöön.',
	'Customer onboarded successfully.': 'Asiakas otettiin käyttöön.',
	'Customer updation Failed.': 'Asiakkaan tietoja ei saatu tallennettua.',
	'Customer updated successfully.': 'Asiakkaan tiedot tallennettiin.',
	'Please enter valid customer details': 'Täytä asiakkaan tiedot',
	'Purpose added successfully.': 'Käyttötarkoitus lisättiin.',
	'Answer recorded successfully.': 'Vastaus kirjattiin.',
	'The people could not be erased.': 'Henkilöitä ei saatu poistettua.',
	'The people could not be exported.': 'Henkilöitä ei saatu vietyä.',
	'The domains could not be looked at.': 'Verkkotunnuksia ei saatu katsottua.',
	'View saved successfully.': 'Näkymä tallennettiin.',
	'View deleted successfully.': 'Näkymä poistettiin.',
	'Person erased successfully.': 'Henkilö poistettiin.',
	'Your data was erased successfully.': 'Tietosi poistettiin.',
	'The run could not be cancelled.': 'Ajoa ei saatu keskeytettyä.',
	'Memory deleted successfully.': 'Muistettu kielto poistettiin.',
	'Address removed successfully.': 'Tunniste poistettiin.',
	'Purpose updated successfully.': 'Käyttötarkoitus tallennettiin.',
	'Configuration added successfully.': 'Asetukset lisättiin.',
	'Configuration updated successfully.': 'Asetukset tallennettiin.',
	'Status changed successfully': 'Tila vaihdettiin.',
	'Address added successfully.': 'Osoite lisättiin.',
	'Configuration published successfully.': 'Asetukset julkaistiin.',
	'Configuration deleted successfully.': 'Asetukset poistettiin.',
	'Could not delete configuration': 'Asetuksia ei saatu poistettua',
	'Please enter valid configuration details': 'Täytä asetusten tiedot',
	'Invalid Application': 'Tällaista sovellusta ei ole',
	'Invalid Domain': 'Tällaista verkkotunnusta ei ole',
	'Invalid template': 'Mallipohja ei kelpaa',
	'Invalid version': 'Versio ei kelpaa',
	'Invalid path': 'Polku ei kelpaa',
	'Error while fetching gvl versions': 'Kumppaniluettelon versioita ei saatu haettua',
	'Could not submit feedback.Please try again later.': 'Palautetta ei saatu lähetettyä. Yritä myöhemmin uudelleen.',
	'Thank you.': 'Kiitos.',
	'Could not update user': 'Käyttäjää ei saatu tallennettua',
	'Could not assign domains for the selected user.': 'Käyttäjän verkkotunnuksia ei saatu tallennettua.',
	'Could not delete user': 'Käyttäjää ei saatu poistettua',
	'User updated successfully.': 'Käyttäjän tiedot tallennettiin.',
	'User deleted successfully.': 'Käyttäjä poistettiin.',
	'Role added successfully.': 'Rooli lisättiin.',
	'Role deleted successfully.': 'Rooli poistettiin.',
	'Failed to update your profile please try later.': 'Omia tietojasi ei saatu tallennettua. Yritä myöhemmin uudelleen.',
	'Profile updated successfully.': 'Omat tietosi tallennettiin.',
	'Opps, we faced problems while fetching activity data.': 'Portaalin tapahtumia ei saatu haettua.',
	'New partner added successfully.': 'Uusi kumppani lisättiin.',
	'Partner updated successfully.': 'Kumppanin tiedot tallennettiin.',
	'Partner deactivated successfully.': 'Kumppani poistettiin käytöstä.',
	'User added successfully to this partnership.': 'Käyttäjä lisättiin tälle kumppanille.',
	'User removed successfully from partnership.': 'Käyttäjä poistettiin kumppanilta.',
	'New customer assigned to this partnership.': 'Kumppani sai uuden asiakkaan.',
	'Session ended successfully.': 'Kirjauduttiin ulos.',
	'Sessions ended successfully.': 'Kirjauduttiin ulos muualta.',
	'Could not login as user': 'Käyttäjänä ei voitu kirjautua',
	'Passkey added successfully.': 'Pääsyavain lisättiin.',
	'Passkey updated successfully.': 'Pääsyavaimen nimi tallennettiin.',
	'Passkey deleted successfully.': 'Pääsyavain poistettiin.',
	'Invitation sent successfully.': 'Kutsu lähetettiin.',
	'Invitation deleted successfully.': 'Kutsu peruttiin.',
	'Please enter valid invite details': 'Täytä kutsun tiedot',
	'We faced problem while validating your invitation.': 'Kutsuasi ei voitu vahvistaa.',
	'There was an error while registering you as customer, please contact support.':
		'Yritystäsi ei saatu rekisteröityä. Ota yhteyttä tukeen.',
	'We could not confirm your registration, please contact luvalla support.':
		'Rekisteröintiäsi ei voitu vahvistaa. Ota yhteyttä Luvallan tukeen.',
	'Team member deleted successfully.': 'Henkilö poistettiin tiimistä.',
	'Please enter valid team member details': 'Valitse poistettava henkilö',
	'Application added successfully.': 'Sovellus lisättiin.',
	'Application updated successfully.': 'Sovellus tallennettiin.',
	'Application deleted successfully.': 'Sovellus poistettiin.',
	'Could not update application': 'Sovellusta ei saatu tallennettua',
	'Could not delete application': 'Sovellusta ei saatu poistettua',
	'Please enter valid application details': 'Täytä sovelluksen tiedot',
	'Person updated successfully.': 'Henkilön tiedot tallennettiin.',
	'Profiles merged successfully.': 'Henkilöt yhdistettiin.',
	'Profiles separated successfully.': 'Henkilöt erotettiin.',
	'Events setting updated successfully.': 'Tapahtumien asetus tallennettiin.',
	'Segment added successfully.': 'Segmentti lisättiin.',
	'Segment updated successfully.': 'Segmentti tallennettiin.',
	'Segment deleted successfully.': 'Segmentti poistettiin.',
	'People added successfully.': 'Henkilöt lisättiin.',
	'People removed successfully.': 'Henkilöt poistettiin segmentistä.',
	'Customer is unassigned from this partnership.': 'Asiakas ei ole enää kumppanin hoidossa.',
};

const known: Readonly<Record<string, string>> = finnish;

/** A fixed text in a language; a text nobody has translated falls back to its English words. */
export const fixedText = (text: string, language: Language): string => (language === 'fi' ? (known[text] ?? text) : text);
