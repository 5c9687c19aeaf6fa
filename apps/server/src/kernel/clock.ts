/** The one source of time and of public ids. */
import { v7 } from 'uuid';
import { randomOf } from './random.ts';

let read: () => Date = () => new Date();

export const now = (): Date => read();

/** Of the counter's 32 bits. */
const MOST_COUNTED = 0xffff_ffff;
/** A clock that is set back by less keeps the order of ids. */
const SET_BACK_MS = 1000;
let last = { msecs: 0, seq: 0 };

/** A UUIDv7 of now: ids sort by the time they were made, within one process strictly. */
export const newId = (): string => {
	const random = randomOf(16);
	const at = read().getTime();
	const msecs = at < last.msecs && last.msecs - at < SET_BACK_MS ? last.msecs : at;
	// Within a millisecond a counter rises, from a random place with room above it (RFC 9562, 6.2).
	const goesOn = msecs === last.msecs && last.seq < MOST_COUNTED;
	last = { msecs, seq: goesOn ? last.seq + 1 : random.readUInt32BE(0) >>> 1 };
	return v7({ msecs, seq: last.seq, random });
};

/** Tests only: `null` gives the real clock back. */
export const setClock = (clock: (() => Date) | null): void => {
	read = clock ?? (() => new Date());
};

/**
 * Does work by a clock that it sets itself, and puts back the one of before. For what nothing else runs beside: the sample, which is loaded
 * before the program listens.
 */
export const byOwnClock = async <T>(work: (set: (at: Date) => void) => Promise<T>): Promise<T> => {
	const before = read;
	try {
		return await work((at) => {
			read = () => at;
		});
	} finally {
		read = before;
	}
};
