/** What forms, the letter that asks and the pages of ours say around the words of a purpose. */
import { CONFIRM_DAYS, type FormLanguage, type KnownField } from '@luvalla/contract/consent/forms.ts';

interface Words {
	readonly other: string;
	readonly email: string;
	readonly fields: Readonly<Record<KnownField, string>>;
	readonly optional: string;
	readonly note: string;
	readonly noteSignedIn: string;
	readonly taken: string;
	readonly takenSignedIn: string;
	readonly failed: string;
	/** The letter. */
	readonly asked: (host: string, customer: string) => string;
	readonly about: string;
	readonly confirm: string;
	readonly notYou: string;
	readonly sender: string;
	/** Pages. */
	readonly askedTitle: string;
	readonly askedText: string;
	readonly missingTitle: string;
	readonly missingText: string;
	readonly manyText: string;
	readonly signInTitle: string;
	readonly signInText: string;
	readonly signIn: string;
	readonly confirmTitle: string;
	readonly confirmText: (address: string) => string;
	readonly kept: string;
	readonly yes: string;
	readonly no: string;
	readonly doneTitle: string;
	readonly doneText: (customer: string) => string;
	readonly stoppedText: (customer: string) => string;
	readonly back: string;
	readonly droppedTitle: string;
	readonly droppedText: string;
	readonly overTitle: string;
	readonly overText: string;
}

export const words: Readonly<Record<FormLanguage, Words>> = {
	en: {
		other: 'Suomeksi',
		email: 'Email',
		fields: {
			firstName: 'First name',
			lastName: 'Last name',
			phone: 'Phone',
			street: 'Street address',
			postalCode: 'Postal code',
			city: 'City',
		},
		optional: 'Optional',
		note: 'We first send one letter to ask whether this was you.',
		noteSignedIn: 'Your yes counts when you are signed in.',
		taken:
			'Thank you. Look into your mail: we have sent a letter that asks whether this was you. Nothing else is sent before you press its link.',
		takenSignedIn: 'Sign in to say yes: without that, nothing is sent to you.',
		failed: 'This could not be sent. Wait a moment and try again.',
		asked: (host, customer) => `Somebody typed this address on ${host} and asked ${customer} to write to it. If it was you, say so:`,
		about: 'You would say yes to this:',
		confirm: 'Yes, this was me',
		notYou: `If it was not you, do nothing: nobody writes to you because of it, and what was typed is erased in ${CONFIRM_DAYS} days.`,
		sender: 'This letter is from',
		askedTitle: 'Look into your mail',
		askedText: 'We have sent a letter that asks whether this was you. Nothing else is sent before you press its link.',
		missingTitle: 'Something is missing',
		missingText: 'Go back and fill in every field that is not optional, with an email address as it is written, and tick the box.',
		manyText: 'That was many requests in a short time. Wait a little and try again.',
		signInTitle: 'Sign in to say yes',
		signInText: 'Nothing was kept. Your yes counts when you are signed in.',
		signIn: 'Open My privacy',
		confirmTitle: 'Was this you?',
		confirmText: (address) => `Somebody asked this for ${address}. With your yes, you permit:`,
		kept: 'This was typed with it, and is kept with your yes:',
		yes: 'Yes, this was me',
		no: 'It was not me: erase it',
		doneTitle: 'Thank you, you are in',
		doneText: (customer) =>
			`Your yes to ${customer} is kept with the words that you saw. You can take it back from any letter and in My privacy.`,
		stoppedText: (customer) =>
			`Your yes is kept, but you have stopped everything from ${customer} before, and that stands: nothing is sent. You can take it back in My privacy.`,
		back: 'Back to the site',
		droppedTitle: 'Erased',
		droppedText: 'What was typed is erased, and nobody writes to you because of it.',
		overTitle: 'This link does not work any more',
		overText: `A link works for ${CONFIRM_DAYS} days. What was typed is erased; you can ask again on the site.`,
	},
	fi: {
		other: 'In English',
		email: 'Sähköposti',
		fields: {
			firstName: 'Etunimi',
			lastName: 'Sukunimi',
			phone: 'Puhelin',
			street: 'Katuosoite',
			postalCode: 'Postinumero',
			city: 'Postitoimipaikka',
		},
		optional: 'Valinnainen',
		note: 'Lähetämme ensin yhden viestin, jossa kysymme, olitko se sinä.',
		noteSignedIn: 'Suostumuksesi on voimassa, kun olet kirjautunut.',
		taken:
			'Kiitos. Katso sähköpostiasi: lähetimme viestin, jossa kysymme, olitko se sinä. Muuta emme lähetä, ennen kuin painat viestin linkkiä.',
		takenSignedIn: 'Anna suostumuksesi kirjautuneena: muuten sinulle ei lähetetä mitään.',
		failed: 'Lähettäminen ei onnistunut. Odota hetki ja yritä uudelleen.',
		asked: (host, customer) =>
			`Joku kirjoitti tämän osoitteen sivustolla ${host} ja pyysi viestejä. Lähettäjä olisi ${customer}. Jos se olit sinä, vahvista:`,
		about: 'Antaisit suostumuksen tähän:',
		confirm: 'Kyllä, se olin minä',
		notYou: `Jos se et ollut sinä, sinun ei tarvitse tehdä mitään: kukaan ei kirjoita sinulle tämän vuoksi, ja kirjoitetut tiedot poistetaan ${CONFIRM_DAYS} päivässä.`,
		sender: 'Tämän viestin lähettäjä on',
		askedTitle: 'Katso sähköpostiasi',
		askedText: 'Lähetimme viestin, jossa kysymme, olitko se sinä. Muuta emme lähetä, ennen kuin painat viestin linkkiä.',
		missingTitle: 'Jotain puuttuu',
		missingText: 'Palaa takaisin, täytä kaikki muut paitsi valinnaiset kentät, tarkista sähköpostiosoite ja rastita ruutu.',
		manyText: 'Pyyntöjä tuli monta lyhyessä ajassa. Odota hetki ja yritä uudelleen.',
		signInTitle: 'Anna suostumuksesi kirjautuneena',
		signInText: 'Mitään ei tallennettu. Suostumuksesi on voimassa, kun olet kirjautunut.',
		signIn: 'Avaa Omat tietoni',
		confirmTitle: 'Olitko se sinä?',
		confirmText: (address) => `Tätä pyydettiin osoitteelle ${address}. Suostumuksellasi sallit:`,
		kept: 'Nämä tiedot kirjoitettiin samalla, ja ne tallennetaan suostumuksesi kanssa:',
		yes: 'Kyllä, se olin minä',
		no: 'En se ollut minä: poista tiedot',
		doneTitle: 'Kiitos, olet mukana',
		doneText: (customer) =>
			`Suostumuksesi on tallessa niine sanoineen, jotka näit. Lähettäjä on ${customer}. Voit perua sen jokaisesta viestistä ja Omat tietoni -sivulla.`,
		stoppedText: (customer) =>
			`Suostumuksesi on tallessa, mutta olet aiemmin lopettanut kaiken, ja se pysyy: sinulle ei lähetetä mitään. Lähettäjä on ${customer}. Voit perua lopetuksen Omat tietoni -sivulla.`,
		back: 'Takaisin sivustolle',
		droppedTitle: 'Poistettu',
		droppedText: 'Kirjoitetut tiedot on poistettu, eikä kukaan kirjoita sinulle niiden vuoksi.',
		overTitle: 'Tämä linkki ei enää toimi',
		overText: `Linkki toimii ${CONFIRM_DAYS} päivää. Kirjoitetut tiedot on poistettu. Voit pyytää uudelleen sivustolla.`,
	},
};
