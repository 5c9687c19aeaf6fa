/**
 * THE consent rate, wherever one is shown or compared: dashboard, report, file, and tests of two banners.
 *
 * Of the choices that visitors made in banners, the part that said yes to at least one purpose (*Accepted all* and
 * *Accepted some*). Who was shown a banner and did not answer is in neither number. Answers that came another way (a file,
 * the API, a person's own page, somebody who wrote them down) are no choices of a banner and are not counted. Nor is taking single yeses back (a choice that says
 * no alone, to fewer purposes than the banner asks for): lists call it an answer to single purposes.
 */
import type { Words } from '../words.ts';

export interface BannerChoices {
	/** Choices made in banners; one a visitor and time, however many purposes it answered. */
	choices: number;
	/** Of these, the ones with at least one yes. */
	accepted: number;
}

/** 0 to 1; null while nobody chose. */
export const consentRate = ({ choices, accepted }: BannerChoices): number | null => (choices === 0 ? null : accepted / choices);

/** Its name, and what it means, as people read them. */
export const CONSENT_RATE = {
	name: { en: 'Consent rate', fi: 'Suostumusaste' },
	means: {
		en: 'Of all choices made in a banner, the part that said yes to at least one purpose: accepted all or accepted some. Answers that came by file or API, or that somebody wrote down for a person, are not counted.',
		fi: 'Kuinka suuri osa bannerissa tehdyistä valinnoista hyväksyi vähintään yhden käyttötarkoituksen eli kaikki tai osan. Tiedostosta tai rajapinnasta tulleita ja henkilön puolesta kirjattuja vastauksia ei lasketa.',
	},
} as const satisfies Words;
