import { refusals } from '#kernel/http/errors.ts';
export const refuseJourney = refusals({
	journey_running: [409, 'It runs already.', 'Se on jo käynnissä.'],
	journey_empty: [
		422,
		'It waits, and nothing is sent then. Choose what is sent, or take the wait out.',
		'Odotuksen jälkeen ei lähetetä mitään. Valitse, mitä lähetetään, tai poista odotus.',
	],
	journey_segment: [422, 'Choose the segment that is asked about.', 'Valitse segmentti, jota kysytään.'],
	journey_channel: [
		422,
		'A triggered send writes to one person at a time, and this channel makes one file of everybody.',
		'Tapahtumasta lähtevä viesti lähtee yhdelle kerrallaan, ja tämä kanava tekee kaikista yhden tiedoston.',
	],
});
