/** What the ledger holds, as people read it. */
import type { Words } from '../words.ts';

/** What a visitor chose in a banner; and that an answer came another way. */
export const KINDS = {
	all: { en: 'Accepted all', fi: 'Hyväksyi kaikki' },
	some: { en: 'Accepted some', fi: 'Hyväksyi osan' },
	none: { en: 'Refused all', fi: 'Kieltäytyi kaikesta' },
	answer: { en: 'Answer to single purposes', fi: 'Vastaus yksittäisiin käyttötarkoituksiin' },
} as const satisfies Words;

/** What an answer to single purposes said. */
export const ANSWERS = {
	yes: { en: 'Said yes', fi: 'Suostui' },
	no: { en: 'Said no', fi: 'Kieltäytyi' },
	both: { en: 'Yes and no', fi: 'Osin kyllä, osin ei' },
} as const satisfies Words;

/** Which of them an answer is. */
export const answerOf = ({ yes, no }: { yes: readonly string[]; no: readonly string[] }): keyof typeof ANSWERS =>
	no.length === 0 ? 'yes' : yes.length === 0 ? 'no' : 'both';

/** How an answer came. */
export const WAYS = {
	banner: { en: 'Banner', fi: 'Banneri' },
	identification: { en: 'Banner, before it was known who', fi: 'Bannerissa, ennen kuin antaja tunnettiin' },
	'privacy-centre': { en: 'The person, signed in', fi: 'Henkilö itse, kirjautuneena' },
	api: { en: 'API', fi: 'Rajapinta (API)' },
	import: { en: 'Imported file', fi: 'Tuotu tiedosto' },
	assisted: { en: 'Written down for the person', fi: 'Kirjattu henkilön puolesta' },
	unsubscribe: { en: 'Unsubscribed', fi: 'Perui tilauksen' },
	complaint: { en: 'Reported as spam', fi: 'Ilmoitti roskapostiksi' },
	'stop-word': { en: 'Stopped by text message', fi: 'Lopetti tekstiviestillä' },
	pause: { en: 'Asked for a pause', fi: 'Pyysi taukoa' },
	'preference-page': { en: 'Chosen by a letter’s link', fi: 'Valitsi viestin linkistä' },
	form: { en: 'Sign-up form', fi: 'Liittymislomake' },
} as const satisfies Words;

export const DEVICES = {
	desktop: { en: 'Desktop', fi: 'Tietokone' },
	phone: { en: 'Phone', fi: 'Puhelin' },
	tablet: { en: 'Tablet', fi: 'Tabletti' },
} as const satisfies Words;
