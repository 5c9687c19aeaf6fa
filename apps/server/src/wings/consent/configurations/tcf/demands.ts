/** What each policy point demands, for the person whose publication it stops. */
import type { TcfPolicyCode } from '@luvalla/banner/tcf/policy.ts';
import type { TcfScreenCode } from '@luvalla/banner/tcf/screen-codes.ts';
import type { Sentences } from '#kernel/http/errors.ts';

export const policyDemands: Readonly<Record<TcfPolicyCode, Sentences>> = {
	tcf_answers: {
		en: 'Accept and refuse must be equal: two different labels of comparable length.',
		fi: 'Hyväksymisen ja hylkäämisen pitää olla tasaveroiset: kaksi eri tekstiä, pituudeltaan lähellä toisiaan.',
	},
	tcf_answers_contrast: {
		en: 'The framework demands a contrast of 5:1 for the text of the buttons.',
		fi: 'Kehys vaatii painikkeiden tekstiltä vähintään kontrastin 5:1.',
	},
	tcf_text_contrast: {
		en: 'The text needs a contrast of 4.5:1 with the background.',
		fi: 'Tekstin kontrastin taustaan pitää olla vähintään 4,5:1.',
	},
	tcf_button_contrast: {
		en: 'The buttons need a contrast of 3:1 with the background.',
		fi: 'Painikkeiden kontrastin taustaan pitää olla vähintään 3:1.',
	},
	tcf_texts: { en: 'No text may be missing.', fi: 'Mikään teksti ei saa puuttua.' },
	tcf_withdraw: {
		en: 'The control that brings the choices back needs a name: the first layer says how to withdraw.',
		fi: 'Valintojen muuttamispainike tarvitsee nimen: ensimmäinen taso kertoo, miten suostumuksen voi perua.',
	},
	tcf_vendors: {
		en: 'Choose vendors that are on the list and have not left it.',
		fi: 'Valitse kumppaneita, jotka ovat luettelossa eivätkä ole poistuneet siitä.',
	},
	tcf_purposes: { en: 'The chosen vendors ask for nothing.', fi: 'Valitut kumppanit eivät pyydä mitään.' },
	tcf_official_texts: {
		en: 'The framework’s official texts are not stored in one of the languages, and could not be fetched. Fetch or upload them, or leave the language out; in Irish there are none.',
		fi: 'Kehyksen virallisia tekstejä ei ole tallessa jollain kielistä, eikä niitä saatu haettua. Hae tai lataa ne tai jätä kieli pois; iiriksi niitä ei ole.',
	},
	tcf_stacks: {
		en: 'A stack must be on the list, hold only what is asked for, and not overlap with another.',
		fi: 'Pinon pitää olla luettelossa, sisältää vain kysyttäviä asioita eikä mennä päällekkäin toisen kanssa.',
	},
	tcf_special_features: {
		en: 'No chosen vendor uses this special feature, so it must not be asked for.',
		fi: 'Yksikään valittu kumppani ei käytä tätä erityisominaisuutta, joten sitä ei pidä kysyä.',
	},
	tcf_restrictions: {
		en: 'This restriction changes nothing for any chosen vendor.',
		fi: 'Tämä rajoitus ei muuta mitään yhdenkään valitun kumppanin kohdalla.',
	},
	tcf_restricted_vendors: {
		en: 'This restriction names vendors that are not on the list, or have left it. Take them out.',
		fi: 'Rajoituksessa on kumppaneita, joita luettelossa ei ole tai jotka ovat poistuneet siitä. Poista ne.',
	},
	tcf_legitimate_interest: {
		en: 'Purposes 1, 3, 4, 5 and 6 can rest on consent only.',
		fi: 'Käyttötarkoitukset 1, 3, 4, 5 ja 6 voivat perustua vain suostumukseen.',
	},
	tcf_reask: {
		en: 'A yes stands 13 months at most, and a no is not asked again within six.',
		fi: 'Kyllä on voimassa enintään 13 kuukautta, eikä kieltäytyneeltä kysytä uudelleen kuuteen kuukauteen.',
	},
	tcf_mapping: {
		en: 'Every purpose that is asked for needs a purpose of ours, and no other.',
		fi: 'Jokainen kysyttävä tarkoitus tarvitsee oman käyttötarkoituksen, eikä muita saa olla.',
	},
	tcf_messaging: {
		en: 'A yes to the framework’s purposes must not become a yes to messages.',
		fi: 'Kehyksen tarkoituksiin annettu kyllä ei saa muuttua luvaksi lähettää viestejä.',
	},
	tcf_translations: {
		en: 'Texts that were filled in from a language’s own file are looked at by somebody who knows the language.',
		fi: 'Kielen omasta tiedostosta täytetyt tekstit tarkistaa joku, joka osaa kieltä.',
	},
};

/** The points that are measured on the drawn banner. */
export const screenDemands: Readonly<Record<TcfScreenCode, Sentences>> = {
	tcf_first_device: {
		en: 'The first layer must say that information is stored on the device and read from it.',
		fi: 'Ensimmäisen tason pitää kertoa, että laitteelle tallennetaan ja siltä luetaan tietoja.',
	},
	tcf_first_data: {
		en: 'The first layer must say that personal data is processed, and give examples.',
		fi: 'Ensimmäisen tason pitää kertoa henkilötietojen käsittelystä ja antaa esimerkkejä.',
	},
	tcf_first_partners: {
		en: 'The first layer must link to the partners and say how many they are.',
		fi: 'Ensimmäisen tason pitää linkittää kumppaneihin ja kertoa niiden määrä.',
	},
	tcf_first_purposes: {
		en: 'The first layer must name every purpose or stack.',
		fi: 'Ensimmäisen tason pitää nimetä jokainen tarkoitus tai pino.',
	},
	tcf_first_special: {
		en: 'The first layer must name every special feature.',
		fi: 'Ensimmäisen tason pitää nimetä jokainen erityisominaisuus.',
	},
	tcf_first_legitimate: {
		en: 'The first layer must say that some partners rest on legitimate interest, and where to object.',
		fi: 'Ensimmäisen tason pitää kertoa oikeutetusta edusta ja siitä, missä sitä voi vastustaa.',
	},
	tcf_first_withdraw: {
		en: 'The first layer must say how a choice is withdrawn.',
		fi: 'Ensimmäisen tason pitää kertoa, miten valinnan voi perua.',
	},
	tcf_first_answers: {
		en: 'On the first layer accept and refuse must look the same and be in view.',
		fi: 'Ensimmäisellä tasolla hyväksymisen ja hylkäämisen pitää näyttää samalta ja näkyä.',
	},
	tcf_first_manage: {
		en: 'The first layer must lead to the choices.',
		fi: 'Ensimmäiseltä tasolta pitää päästä valintoihin.',
	},
	tcf_second_off: {
		en: 'On the second layer every switch of consent must be off.',
		fi: 'Toisella tasolla jokaisen suostumuskytkimen pitää olla pois päältä.',
	},
	tcf_second_purposes: {
		en: 'The second layer must show every purpose in the framework’s own words, with the number of partners.',
		fi: 'Toisen tason pitää näyttää jokainen tarkoitus kehyksen omin sanoin ja kumppanien määrä.',
	},
	tcf_second_special: {
		en: 'The second layer must have a switch for every special feature.',
		fi: 'Toisella tasolla pitää olla kytkin jokaiselle erityisominaisuudelle.',
	},
	tcf_second_object: {
		en: 'The second layer must let people object wherever partners rest on legitimate interest.',
		fi: 'Toisella tasolla pitää voida vastustaa kaikkea, mikä perustuu oikeutettuun etuun.',
	},
	tcf_second_partners: {
		en: 'The second layer must list the partners, with a search.',
		fi: 'Toisen tason pitää luetella kumppanit ja tarjota haku.',
	},
	tcf_second_answers: {
		en: 'On the second layer accept and refuse must look the same and be in view.',
		fi: 'Toisella tasolla hyväksymisen ja hylkäämisen pitää näyttää samalta ja näkyä.',
	},
};
