/** What each point of the gate demands, for the person whose publication it stops. */
export const demands: Readonly<Record<string, { en: string; fi: string }>> = {
	refuse_present: { en: 'Both buttons need a label.', fi: 'Kumpikin painike tarvitsee tekstin.' },
	equal_choices: {
		en: 'Accept and refuse must be equal: two different labels of comparable length.',
		fi: 'Hyväksymisen ja hylkäämisen pitää olla tasaveroiset: kaksi eri tekstiä, pituudeltaan lähellä toisiaan.',
	},
	contrast_button_text: {
		en: 'The text of the buttons needs a contrast of 4.5:1.',
		fi: 'Painikkeiden tekstin kontrastin pitää olla vähintään 4,5:1.',
	},
	contrast_text: {
		en: 'The text needs a contrast of 4.5:1 with the background.',
		fi: 'Tekstin kontrastin taustaan pitää olla vähintään 4,5:1.',
	},
	contrast_button: {
		en: 'The buttons need a contrast of 3:1 with the background.',
		fi: 'Painikkeiden kontrastin taustaan pitää olla vähintään 3:1.',
	},
	texts_complete: { en: 'No text may be missing.', fi: 'Mikään teksti ei saa puuttua.' },
	categories_off: { en: 'There must be a category to ask about.', fi: 'Tarvitaan ainakin yksi luokka, josta kysytään.' },
	mapping: { en: 'Every category needs a purpose.', fi: 'Jokainen luokka tarvitsee käyttötarkoituksen.' },
	messaging_switch: {
		en: 'A purpose that sends messages needs a switch of its own that says so.',
		fi: 'Viestien lähettäminen tarvitsee oman kytkimen, jossa se sanotaan.',
	},
	measured_layer: {
		en: 'In a browser, accept and refuse must both be on the first layer and in view.',
		fi: 'Hyväksymisen ja hylkäämisen pitää selaimessa näkyä ensimmäisellä tasolla, molempien.',
	},
	measured_kind: {
		en: 'In a browser, accept and refuse must both be buttons.',
		fi: 'Hyväksymisen ja hylkäämisen pitää selaimessa olla molempien painikkeita.',
	},
	measured_size: {
		en: 'In a browser, accept and refuse must be of the same size.',
		fi: 'Hyväksymisen ja hylkäämisen pitää selaimessa olla yhtä suuret.',
	},
	measured_look: {
		en: 'In a browser, accept and refuse must look the same.',
		fi: 'Hyväksymisen ja hylkäämisen pitää selaimessa näyttää samalta.',
	},
	measured_contrast: {
		en: 'In a browser, the texts of accept and refuse need a contrast of 4.5:1.',
		fi: 'Hyväksymisen ja hylkäämisen tekstien kontrastin pitää selaimessa olla vähintään 4,5:1.',
	},
	measured_presses: {
		en: 'Refusing must take no more presses than accepting, and answer everything.',
		fi: 'Hylkäämiseen ei saa tarvita enempää painalluksia kuin hyväksymiseen, ja sen pitää vastata kaikkeen.',
	},
	measured_keyboard: {
		en: 'Accept and refuse must be reached by keyboard, refuse no later than one step after accept.',
		fi: 'Hyväksymiseen ja hylkäämiseen pitää päästä näppäimistöllä, hylkäämiseen viimeistään askeleen hyväksymisen jälkeen.',
	},
	measured_off: { en: 'Nothing may be on before the visitor turns it on.', fi: 'Mikään ei saa olla päällä ennen kuin kävijä kytkee sen.' },
	measured_no_wall: {
		en: 'The page behind the banner must stay usable.',
		fi: 'Bannerin takana olevan sivun pitää pysyä käytettävänä.',
	},
	translations: {
		en: 'Texts that were filled in from a language’s own file are looked at by somebody who knows the language.',
		fi: 'Kielen omasta tiedostosta täytetyt tekstit tarkistaa joku, joka osaa kieltä.',
	},
	reask_no: { en: 'A no must not be asked again within six months.', fi: 'Kieltäytyneeltä ei saa kysyä uudelleen kuuteen kuukauteen.' },
};
