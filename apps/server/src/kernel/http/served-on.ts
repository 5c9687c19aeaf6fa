/** By which of customers' own hosts a request came in, where it came by one. */
import type { IncomingMessage } from 'node:http';

export interface ServedOn {
	readonly host: string;
	readonly customerId: number;
}

const served = new WeakMap<IncomingMessage, ServedOn>();

/** Before the request is handed on to the program's own server. */
export const markServed = (request: IncomingMessage, { host, customerId }: ServedOn): void =>
	void served.set(request, { host, customerId });

/** Null: it came by the installation's own address. */
export const servedOn = (request: IncomingMessage): ServedOn | null => served.get(request) ?? null;
