/** What a visitor's place means under a configuration's geo rule. Countries and states are the dated data of `regions.json`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PointerGeo } from '@luvalla/banner/shapes.ts';
import type { GeoRule } from '@luvalla/contract/consent/light.ts';
import * as z from 'zod';
import { now } from '#kernel/clock.ts';
import type { Place } from '#kernel/http/geo.ts';

const Regions = z.object({
	dated: z.iso.date(),
	optIn: z.record(z.string(), z.array(z.string().length(2))),
	usOptOut: z.array(z.object({ state: z.string().length(2), law: z.string(), from: z.iso.date(), gpc: z.boolean() })),
});

export const regions = Regions.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'regions.json'), 'utf8')));

const OPT_IN = new Set(Object.values(regions.optIn).flat());
const OPT_OUT_FROM = new Map(regions.usOptOut.map(({ state, from }) => [state, from]));

/** Unknown is the strictest: an unknown country asks, an unknown state of the USA offers the way out. */
const modeOf = (rule: GeoRule, { country, region }: Place): PointerGeo['mode'] => {
	if (rule === 'everywhere' || country === null || OPT_IN.has(country)) return 'opt-in';
	if (rule === 'eea' || country !== 'US') return 'none';
	if (region === null) return 'opt-out';
	const from = OPT_OUT_FROM.get(region);
	return from !== undefined && from <= now().toISOString().slice(0, 10) ? 'opt-out' : 'none';
};

/** What the pointer tells the runtime. */
export const geoFor = (rule: GeoRule, place: Place): PointerGeo => ({ rule, ...place, mode: modeOf(rule, place) });
