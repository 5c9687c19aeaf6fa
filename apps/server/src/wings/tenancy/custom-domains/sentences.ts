/** What is wrong with a record, or why nothing is served, as a person reads it. */
import type { Language, Sentences } from '#kernel/http/errors.ts';
import type { Looked, Reason } from './store.ts';

type Say = (record: Looked) => Sentences;

const values = ({ expected }: Looked): string => expected.join(', ');
const wrong = ({ about, found }: Looked): string => about ?? found[0] ?? '';

const RECORD: Readonly<Record<Looked['state'], Say>> = {
	right: ({ type }) => ({ en: `The ${type} record is right.`, fi: `${type}-tietue on oikein.` }),
	unasked: (one) => ({
		en: `Set ${one.type.startsWith('A') ? 'an' : 'a'} ${one.type} record at ${one.name} with the expected value.`,
		fi: `Lisää nimelle ${one.name} ${one.type}-tietue, jossa on odotettu arvo.`,
	}),
	optional: ({ type, expected }) =>
		expected.length === 0
			? { en: `There is no ${type} record, and none is needed.`, fi: `${type}-tietuetta ei ole, eikä sitä tarvita.` }
			: {
					en: `There is no ${type} record; it may be set and does not have to.`,
					fi: `${type}-tietuetta ei ole; sen voi lisätä, mutta se ei ole pakollinen.`,
				},
	missing: (one) => ({
		en: `There is no ${one.type} record at ${one.name}. Set one with the value ${values(one)}.`,
		fi: `Nimellä ${one.name} ei ole ${one.type}-tietuetta. Lisää tietue, jonka arvo on ${values(one)}.`,
	}),
	differs: (one) =>
		one.expected.length === 0
			? {
					en: `The ${one.type} record says ${wrong(one)}, which does not lead here. Take it away.`,
					fi: `${one.type}-tietueessa on ${wrong(one)}, joka ei johda tänne. Poista tietue.`,
				}
			: {
					en: `The ${one.type} record says ${wrong(one)}. Put ${values(one)} there instead. Other servers may keep the old one for up to an hour.`,
					fi: `${one.type}-tietueessa on ${wrong(one)}. Vaihda sen tilalle ${values(one)}. Muut palvelimet voivat muistaa vanhan jopa tunnin.`,
				},
	loop: (one) => ({
		en: `${wrong(one)} points back to this name: it leads round in a circle. Put ${values(one)} there instead.`,
		fi: `${wrong(one)} osoittaa takaisin tähän nimeen: se kiertää kehää. Vaihda sen tilalle ${values(one)}.`,
	}),
	alias: (one) => ({
		en: `${one.name} is an alias of ${wrong(one)}, so its TXT record is somebody else’s. Set a TXT record at ${one.name} itself.`,
		fi: `${one.name} on nimen ${wrong(one)} alias, joten sen TXT-tietue on jonkun muun. Lisää TXT-tietue nimelle ${one.name} itselleen.`,
	}),
	wildcard: (one) => ({
		en: `The value is there, but every name below the host answers with it. Set the TXT record at ${one.name} itself, not at a wildcard.`,
		fi: `Arvo on paikallaan, mutta jokainen nimi palvelimen alla vastaa samoin. Lisää TXT-tietue nimelle ${one.name} itselleen, ei jokerinimelle.`,
	}),
	failed: (one) => ({
		en: `The name server did not answer for ${one.name} (${one.about ?? '?'}). Try again in a moment; if it stays so, ask your DNS provider.`,
		fi: `Nimipalvelin ei vastannut kyselyyn nimestä ${one.name} (${one.about ?? '?'}). Yritä hetken päästä uudelleen; jos vika pysyy, kysy nimipalvelustasi.`,
	}),
};

export const recordSentence = (language: Language, record: Looked): string => RECORD[record.state](record)[language];

type Why = (about: string) => Sentences;

/** Each reason by its code. */
const REASONS = {
	records_wrong: (about) => ({
		en: `These records are not right yet: ${about}. Nothing was ordered.`,
		fi: `Nämä tietueet eivät ole vielä oikein: ${about}. Varmennetta ei tilattu.`,
	}),
	records_gone: (about) => ({
		en: `The host does not lead here any more: ${about}. It is not served until its records are back and it is validated again.`,
		fi: `Verkkotunnus ei enää johda tänne: ${about}. Se ei ole käytössä, ennen kuin tietueet on palautettu ja verkkotunnus vahvistettu uudelleen.`,
	}),
	dns_silent: (about) => ({
		en: `The name servers did not answer: ${about}. It is tried again by itself.`,
		fi: `Nimipalvelimet eivät vastanneet: ${about}. Yritämme itse uudelleen.`,
	}),
	no_address: (about) => ({
		en: `The installation does not know its own address, as ${about} leads nowhere: whoever runs it has to set CUSTOM_DOMAIN_A.`,
		fi: `Asennus ei tiedä omaa osoitettaan, sillä ${about} ei johda minnekään: ylläpitäjän on asetettava CUSTOM_DOMAIN_A.`,
	}),
	elsewhere: () => ({
		en: 'Another company of this installation has shown that this host is theirs.',
		fi: 'Toinen tämän asennuksen yritys on osoittanut, että tämä verkkotunnus on sen.',
	}),
	no_way: () => ({
		en: 'The certificate authority offers no way of proof that is open here.',
		fi: 'Varmentaja ei tarjoa todentamistapaa, joka olisi täällä käytettävissä.',
	}),
	ca_refused: (about) => ({
		en: `The certificate authority refused: ${about}`,
		fi: `Varmentaja kieltäytyi: ${about}`,
	}),
	ca_limits: (about) => ({
		en: `The certificate authority takes no more orders for now: ${about}`,
		fi: `Varmentaja ei ota juuri nyt tilauksia: ${about}`,
	}),
	ca_slow: (about) => ({
		en: `The certificate authority took too long: ${about}`,
		fi: `Varmentaja oli liian hidas: ${about}`,
	}),
	ca_away: (about) => ({
		en: `The certificate authority cannot be reached: ${about}`,
		fi: `Varmentajaan ei saada yhteyttä: ${about}`,
	}),
	ca_wrong: (about) => ({
		en: `The certificate authority sent a certificate that is not of this host: ${about}`,
		fi: `Varmentaja lähetti varmenteen, joka ei kuulu tälle verkkotunnukselle: ${about}`,
	}),
	expired: () => ({
		en: 'Its certificate came to its end and could not be renewed.',
		fi: 'Varmenne vanheni, eikä sitä saatu uusittua.',
	}),
} as const satisfies Readonly<Record<string, Why>>;
export type ReasonCode = keyof typeof REASONS;

const isKnown = (code: string): code is ReasonCode => Object.hasOwn(REASONS, code);

export const reasonSentence = (language: Language, { code, about }: Reason): string =>
	isKnown(code) ? REASONS[code](about ?? '')[language] : (about ?? code);

/** As the portal writes a day: Dec-05-2026, 5.12.2026. */
const dayOf = (at: Date, language: Language): string =>
	language === 'fi'
		? `${at.getUTCDate()}.${at.getUTCMonth() + 1}.${at.getUTCFullYear()}`
		: `${at.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })}-${at.toISOString().slice(8, 10)}-${at.getUTCFullYear()}`;

/** Served, and records differ. */
export const warningSentence = (language: Language, host: string, count: number, renewAt: Date | null): string => {
	const day = renewAt === null ? undefined : dayOf(renewAt, language);
	return {
		en: `${host} answers today, but ${count === 1 ? 'one record differs' : `${count} records differ`}.${day === undefined ? '' : ` Until that is right again the certificate may not be renewed on ${day}.`}`,
		fi: `${host} vastaa tänään, mutta ${count === 1 ? 'yksi tietue poikkeaa' : `${count} tietuetta poikkeaa`}.${day === undefined ? '' : ` Ennen kuin asia on korjattu, varmennetta ei ehkä voida uusia ${day}.`}`,
	}[language];
};
