/** What was found in the DNS, and what should be there, in the reader's language. */
import type { Sender } from '@luvalla/contract/engagement/senders.ts';
import type { Language } from '#kernel/http/errors.ts';
import { type Checked, type Finding, keyName, keyText, type Looked } from './dns.ts';

type Sentences = Readonly<Record<Finding, string>>;

const sentences: Readonly<Record<Language, Sentences>> = {
	en: {
		right: 'It is right',
		none: 'There is no record',
		several: 'There are several records, and only one may be there',
		no_end: 'The record has no end: it must say what becomes of mail from elsewhere',
		open_end: 'The record lets everybody send in this name',
		wrong: 'The record cannot be read',
		too_many: 'The record asks the DNS more than 10 times, so mail servers give up',
		no_mechanism: 'The record names nobody who may send',
		other_key: 'The record has another key',
		revoked: 'The record has no key',
		no_policy: 'The record does not say what becomes of forged mail',
		not_signed: 'Signatures for this domain are not believed yet: the DKIM record comes first',
		no_organisation: 'This is not a domain of an organisation',
		unanswered: 'The DNS did not answer. Look again later',
	},
	fi: {
		right: 'Kunnossa',
		none: 'Tietuetta ei ole',
		several: 'Tietueita on useita, vaikka niitä saa olla vain yksi',
		no_end: 'Tietueen loppu puuttuu: sen on kerrottava, mitä muualta tulevalle postille tehdään',
		open_end: 'Tietue antaa kenen tahansa lähettää tällä nimellä',
		wrong: 'Tietuetta ei voi lukea',
		too_many: 'Tietue kysyy nimipalvelusta yli 10 kertaa, joten postipalvelimet luovuttavat',
		no_mechanism: 'Tietue ei nimeä ketään, joka saa lähettää',
		other_key: 'Tietueessa on toinen avain',
		revoked: 'Tietueessa ei ole avainta',
		no_policy: 'Tietue ei kerro, mitä väärennetylle postille tehdään',
		not_signed: 'Verkkotunnuksen allekirjoituksiin ei vielä luoteta: ensin tarvitaan DKIM-tietue',
		no_organisation: 'Tämä ei ole organisaation verkkotunnus',
		unanswered: 'Nimipalvelu ei vastannut. Katso myöhemmin uudelleen',
	},
};

const wanted = {
	en: {
		spf: (domain: string) =>
			`One TXT record at ${domain} that begins with v=spf1, names the servers that send for you, and ends in -all or ~all.`,
		dkim: (name: string, text: string) => `A TXT record at ${name}: ${text}`,
		dmarc: (domain: string) => `A TXT record at _dmarc.${domain}, for example: v=DMARC1; p=none`,
		alignment: (domain: string) => `Letters are signed for ${domain}, the domain of the address.`,
	},
	fi: {
		spf: (domain: string) =>
			`Yksi TXT-tietue nimessä ${domain}: sen alussa on v=spf1, siinä nimetään puolestasi lähettävät palvelimet, ja sen lopussa on -all tai ~all.`,
		dkim: (name: string, text: string) => `TXT-tietue nimessä ${name}: ${text}`,
		dmarc: (domain: string) => `TXT-tietue nimessä _dmarc.${domain}, esimerkiksi: v=DMARC1; p=none`,
		alignment: (domain: string) => `Viestit allekirjoitetaan osoitteen omalla verkkotunnuksella ${domain}.`,
	},
} as const;

/** All four are right. */
export const isReady = (checked: Checked | null): boolean => checked !== null && Object.values(checked).every(({ ok }) => ok);

/** As the portal shows it. */
export const shownChecks = (checked: Checked, looked: Looked, language: Language): NonNullable<Sender['checks']> => {
	const w = wanted[language];
	const shown = (part: keyof Checked, text: string) => {
		const { ok, finding, seen } = checked[part];
		const said = sentences[language][finding];
		return { ok, found: seen === '' ? `${said}.` : `${said}: ${seen}`, wanted: text };
	};
	return {
		spf: shown('spf', w.spf(looked.domain)),
		dkim: shown('dkim', w.dkim(keyName(looked), keyText(looked.publicKey))),
		dmarc: shown('dmarc', w.dmarc(looked.domain)),
		alignment: shown('alignment', w.alignment(looked.domain)),
	};
};
