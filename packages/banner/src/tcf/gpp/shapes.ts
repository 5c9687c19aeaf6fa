/** What the Global Privacy Platform's stub hands over to its API (IAB Tech Lab, CMP API 1.1). */
import type { Respond } from '../reach.ts';

export type GppCall = [command?: string, respond?: Respond, parameter?: unknown];

export interface GppListener {
	id: number;
	callback: Respond;
}

declare global {
	interface Window {
		__gpp?: ((...args: GppCall) => GppCall[] | undefined) & {
			/** Set when the API has come. */
			api?: (...args: GppCall) => void;
			/** Who listens, and the last number given, under the names of IAB's stub. */
			events?: GppListener[];
			lastId?: number;
		};
	}
}
