/** What a browser asks by itself, of a call that changes something though it is a GET. */
import type { FastifyRequest } from 'fastify';
import { refuse } from './errors.ts';

/** A page of somebody else could make a browser ask this with its cookie, as it is a GET. @throws Refused 403 */
export const demandOwnSite = ({ headers }: FastifyRequest, ownOrigin: string): void => {
	const { origin, referer } = headers;
	const site = headers['sec-fetch-site'];
	if (site !== undefined && site !== 'same-origin') throw refuse('origin_not_allowed');
	if (origin !== undefined && origin !== ownOrigin) throw refuse('origin_not_allowed');
	if (site === undefined && referer !== undefined && referer !== ownOrigin && !referer.startsWith(`${ownOrigin}/`))
		throw refuse('origin_not_allowed');
};
