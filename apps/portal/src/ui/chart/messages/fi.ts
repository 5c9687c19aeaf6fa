import type { Translation } from '#portal/lib/say.ts';
import type { en } from './en.ts';

export const fi = {
	noneBefore: 'ei aiempia',
	noChange: 'ei muutosta',
	points: '{{value}} %-yks.',
	acceptedAll: 'Hyväksyi kaikki',
	acceptedSome: 'Hyväksyi osan',
	refusedAll: 'Kieltäytyi kaikesta',
	answeredOtherwise: 'Vastasi muuten',
	accepted: 'Perillä',
	opened: 'Avannut',
	clicked: 'Klikannut',
	leftOut: 'Jätetty pois',
	failedOnes: 'Epäonnistui',
	reachable: 'Tavoitettavissa',
} as const satisfies Translation<typeof en>;
