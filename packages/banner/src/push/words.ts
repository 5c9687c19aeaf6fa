/** What the runtime says of pushes, beside the words of the category that they belong to. */
import type { BannerLanguage } from '@luvalla/contract/consent/languages';

export interface PushWords {
	/** On the card: the press that brings the browser's own question, and the one that does not. */
	allow: string;
	later: string;
	/** On the push itself. */
	why: string;
}

/** Of those, what stands on a message that is drawn on the site. */
export type MessageWords = Pick<PushWords, 'later' | 'why'>;

export const PUSH_WORDS: Readonly<Record<BannerLanguage, PushWords>> = {
	bg: { allow: 'Разреши съобщенията', later: 'Не сега', why: 'Защо виждам това?' },
	hr: { allow: 'Dopusti poruke', later: 'Ne sada', why: 'Zašto ovo vidim?' },
	cs: { allow: 'Povolit zprávy', later: 'Teď ne', why: 'Proč to vidím?' },
	da: { allow: 'Tillad beskeder', later: 'Ikke nu', why: 'Hvorfor ser jeg dette?' },
	nl: { allow: 'Berichten toestaan', later: 'Niet nu', why: 'Waarom zie ik dit?' },
	en: { allow: 'Allow messages', later: 'Not now', why: 'Why do I see this?' },
	et: { allow: 'Luba sõnumid', later: 'Mitte praegu', why: 'Miks ma seda näen?' },
	fi: { allow: 'Salli viestit', later: 'Ei nyt', why: 'Miksi näen tämän?' },
	fr: { allow: 'Autoriser les messages', later: 'Pas maintenant', why: 'Pourquoi ce message ?' },
	de: { allow: 'Nachrichten erlauben', later: 'Nicht jetzt', why: 'Warum sehe ich das?' },
	el: { allow: 'Να επιτρέπονται τα μηνύματα', later: 'Όχι τώρα', why: 'Γιατί το βλέπω αυτό;' },
	hu: { allow: 'Üzenetek engedélyezése', later: 'Most nem', why: 'Miért látom ezt?' },
	ga: { allow: 'Ceadaigh teachtaireachtaí', later: 'Ní anois', why: 'Cén fáth a bhfeicim é seo?' },
	it: { allow: 'Consenti i messaggi', later: 'Non ora', why: 'Perché lo vedo?' },
	lv: { allow: 'Atļaut ziņojumus', later: 'Ne tagad', why: 'Kāpēc es to redzu?' },
	lt: { allow: 'Leisti pranešimus', later: 'Ne dabar', why: 'Kodėl tai matau?' },
	mt: { allow: 'Ippermetti l-messaġġi', later: 'Mhux issa', why: 'Għaliex qed nara dan?' },
	pl: { allow: 'Zezwól na wiadomości', later: 'Nie teraz', why: 'Dlaczego to widzę?' },
	pt: { allow: 'Permitir mensagens', later: 'Agora não', why: 'Porque vejo isto?' },
	ro: { allow: 'Permite mesajele', later: 'Nu acum', why: 'De ce văd asta?' },
	sk: { allow: 'Povoliť správy', later: 'Teraz nie', why: 'Prečo to vidím?' },
	sl: { allow: 'Dovoli sporočila', later: 'Ne zdaj', why: 'Zakaj to vidim?' },
	es: { allow: 'Permitir mensajes', later: 'Ahora no', why: '¿Por qué veo esto?' },
	sv: { allow: 'Tillåt meddelanden', later: 'Inte nu', why: 'Varför ser jag det här?' },
	no: { allow: 'Tillat meldinger', later: 'Ikke nå', why: 'Hvorfor ser jeg dette?' },
	is: { allow: 'Leyfa skilaboð', later: 'Ekki núna', why: 'Af hverju sé ég þetta?' },
	uk: { allow: 'Дозволити повідомлення', later: 'Не зараз', why: 'Чому я це бачу?' },
	ar: { allow: 'السماح بالرسائل', later: 'ليس الآن', why: 'لماذا أرى هذا؟' },
	zh: { allow: '允许消息', later: '以后再说', why: '为什么会看到此消息？' },
	ja: { allow: 'メッセージを許可', later: '今はしない', why: '表示される理由' },
};
