/**
 * Country and state of whoever asks, as far as the operator lets us know them: from a header that a trusted proxy sets
 * (`GEO_HEADER`), else from a MaxMind-format file (`GEO_DB`). Nothing is asked of anybody outside. Unknown is `null`.
 */
import type { FastifyRequest } from 'fastify';
import type { Reader, Response } from 'maxmind';
import { SettingError } from '#kernel/setting-readers.ts';
import type { Settings } from '#kernel/settings.ts';

export interface Place {
	/** ISO 3166-1 alpha-2, capitals; null: unknown. */
	readonly country: string | null;
	/** Second half of an ISO 3166-2 code (`CA` of `US-CA`); null: unknown. */
	readonly region: string | null;
}

export interface Geo {
	/** Whether there is anything to know a place from. */
	readonly known: boolean;
	of(request: Pick<FastifyRequest, 'headers' | 'ip'>): Place;
}

export const NOWHERE: Place = { country: null, region: null };

/** Codes that proxies and files use for "not a country": unknown, Tor, Europe or Asia as a whole. */
const NO_COUNTRY = new Set(['XX', 'T1', 'EU', 'AP', 'ZZ']);

const placeOf = (country: unknown, region: unknown): Place => {
	const code = typeof country === 'string' ? country.toUpperCase() : '';
	if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRY.has(code)) return NOWHERE;
	return { country: code, region: typeof region === 'string' && /^[A-Z0-9]{1,3}$/i.test(region) ? region.toUpperCase() : null };
};

/** `FI`, `US-CA`; anything else is unknown. */
export const placeFromHeader = (value: string | string[] | undefined): Place => {
	const [, country, region] = /^\s*([a-z][a-z0-9])(?:[-_]([a-z0-9]{1,3}))?\s*$/i.exec(String(value ?? '')) ?? [];
	return placeOf(country, region);
};

/** What of a record we read; files of several makers differ in it. */
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Makers write `{ country: { iso_code } }`, `{ country: 'FI' }` or `{ country_code: 'FI' }`. */
export const placeFromRecord = (record: unknown): Place => {
	if (!isRecord(record)) return NOWHERE;
	const { country, country_code, subdivisions } = record;
	const code = isRecord(country) ? country.iso_code : (country_code ?? country);
	const first: unknown = Array.isArray(subdivisions) ? subdivisions[0] : null;
	return placeOf(code, isRecord(first) ? first.iso_code : null);
};

/**
 * Opens what the settings name.
 * @throws SettingError when `GEO_DB` is no readable MaxMind-format file.
 */
export const openGeo = async ({ geoDb, geoHeader }: Pick<Settings, 'geoDb' | 'geoHeader'>): Promise<Geo> => {
	let reader: Reader<Response> | null = null;
	if (geoDb !== null) {
		try {
			reader = await (await import('maxmind')).open(geoDb);
		} catch {
			throw new SettingError(`GEO_DB must be a readable file in the MaxMind format (.mmdb), not '${geoDb}'.`);
		}
	}
	const header = geoHeader?.toLowerCase() ?? null;
	return {
		known: reader !== null || header !== null,
		of({ headers, ip }) {
			const told = header === null ? NOWHERE : placeFromHeader(headers[header]);
			if (told.country !== null || reader === null) return told;
			const address = ip.replace(/^::ffff:(?=[\d.]+$)/i, '');
			// A file of IPv4 alone would answer the beginning of an IPv6 address as if it were one of its own.
			return reader.metadata.ipVersion === 4 && address.includes(':') ? NOWHERE : placeFromRecord(reader.get(address));
		},
	};
};
