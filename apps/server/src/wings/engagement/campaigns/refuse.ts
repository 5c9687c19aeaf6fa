import { refusals } from '#kernel/http/errors.ts';
export const refuseCampaign = refusals({
	campaign_known: [409, 'This domain has a campaign of this title already.', 'Verkkotunnuksella on jo tämänniminen kampanja.', 'title'],
	campaign_running: [
		409,
		'It runs, or waits to. Stop it before you change it.',
		'Kampanja on käynnissä tai odottaa alkamista. Pysäytä se, ennen kuin muutat sitä.',
	],
	campaign_ran: [
		409,
		'It was sent already: what was sent is kept with its permissions.',
		'Se on jo lähetetty: lähetetty säilytetään lupineen.',
	],
	campaign_not_published: [409, 'Publish it first.', 'Julkaise se ensin.'],
	campaign_rehearsing: [
		409,
		'It is being rehearsed. Wait until that has ended.',
		'Kampanjaa harjoitellaan. Odota, että harjoitus päättyy.',
	],
	campaign_not_running: [409, 'It does not run.', 'Se ei ole käynnissä.'],
	campaign_not_paused: [409, 'It is not paused.', 'Se ei ole tauolla.'],
	campaign_triggered: [
		409,
		'This is a triggered send: it is started and stopped as one.',
		'Tämä on tapahtumasta lähtevä viesti: se käynnistetään ja pysäytetään sellaisena.',
	],
	nothing_failed: [409, 'No message failed that could be tried again.', 'Yhtään uudelleen yritettävää viestiä ei epäonnistunut.'],
	nothing_on_site: [409, 'Nothing of this campaign waits on the site any more.', 'Kampanjasta ei odota sivustolla enää mitään.'],
	nothing_unknown: [409, 'Of every message it is known what became of it.', 'Jokaisesta viestistä tiedetään, miten sille kävi.'],
	unknown_constellation: [
		422,
		'One of these constellations is not there, or is of another domain or channel.',
		'Jokin näistä viestipaketeista puuttuu, tai se on toisen verkkotunnuksen tai kanavan.',
	],
	same_channel: [422, 'A campaign has one constellation of a channel.', 'Kampanjassa on yksi viestipaketti kanavaa kohti.'],
	unknown_audience: [422, 'This audience is not there, or is of another domain.', 'Kohderyhmää ei ole, tai se on toisen verkkotunnuksen.'],
	campaign_purpose: [
		422,
		'One of these purposes is not of this domain.',
		'Jokin näistä käyttötarkoituksista ei ole tämän verkkotunnuksen.',
	],
	unknown_sender: [422, 'This sender is not of this domain.', 'Lähettäjä ei ole tämän verkkotunnuksen.'],
	campaign_segment: [
		422,
		'One of these segments is not there, is filled by a rule, or may not be used on this domain.',
		'Jokin näistä segmenteistä puuttuu, täyttyy säännöllä tai ei ole käytettävissä tällä verkkotunnuksella.',
	],
	reason_needed: [
		422,
		'Say why this message needs nobody’s yes: it stands in the activity log.',
		'Kerro, miksi viesti ei tarvitse kenenkään suostumusta: syy kirjataan portaalin tapahtumiin.',
	],
});
