/** The one source of time and of public ids. */
import { v7 } from 'uuid';

let read: () => Date = () => new Date();

export const now = (): Date => read();

/** A UUIDv7 of now: ids sort by the time they were made, within one process strictly. */
export const newId = (): string => (custom ? v7({ msecs: read().getTime() }) : v7());

let custom = false;

/** Tests only: `null` gives the real clock back. */
export const setClock = (clock: (() => Date) | null): void => {
	custom = clock !== null;
	read = clock ?? (() => new Date());
};
