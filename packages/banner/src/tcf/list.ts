/** What a vendor list means for a configuration: who is asked for, on which basis, for what. Used at publish and in the preview. */
import type { PublisherRestriction, TcfConfig } from '@luvalla/contract/consent/tcf';
import type { Declared, Vendor, VendorList } from '@luvalla/contract/consent/vendor-lists';
import type { Restriction } from './shapes.ts';

/** The framework lets these purposes rest on consent alone. */
export const CONSENT_ONLY = [1, 3, 4, 5, 6];

/** Purposes of a vendor by the basis that counts after the publisher's restrictions. */
export interface Basis {
	consent: number[];
	legitimate: number[];
}

export interface Use {
	/** Vendors asked for, ascending; those that have left are never among them. */
	vendors: Vendor[];
	basis: Map<number, Basis>;
	restrictions: Restriction[];
	/** Purposes asked with consent, by vendors or the publisher. */
	purposes: number[];
	purposesLi: number[];
	specialPurposes: number[];
	features: number[];
	specialFeatures: number[];
	dataCategories: number[];
}

/** Whether a restriction says anything about this vendor; the framework forbids encoding those that say nothing. */
export const concerns = (vendor: Vendor, { purpose, type, vendors }: PublisherRestriction): boolean => {
	if (vendors !== 'all' && !vendors.includes(vendor.id)) return false;
	const [c, l] = [vendor.purposes.includes(purpose), vendor.legIntPurposes.includes(purpose)];
	if (type === 0) return c || l;
	if (!vendor.flexiblePurposes.includes(purpose)) return false;
	return type === 1 ? l : c && !CONSENT_ONLY.includes(purpose);
};

const basisOf = (vendor: Vendor, config: TcfConfig): Basis => {
	const consent = new Set(vendor.purposes);
	const legitimate = new Set(vendor.legIntPurposes.filter((p) => !CONSENT_ONLY.includes(p)));
	for (const restriction of [...config.publisherRestrictions].sort((a, b) => b.type - a.type)) {
		if (!concerns(vendor, restriction)) continue;
		const { purpose, type } = restriction;
		const [from, to] = type === 1 ? [legitimate, consent] : [consent, legitimate];
		from.delete(purpose);
		if (type === 0) to.delete(purpose);
		else to.add(purpose);
	}
	const sorted = (set: Set<number>) => [...set].sort((a, b) => a - b);
	return { consent: sorted(consent), legitimate: config.legitimateInterest ? sorted(legitimate) : [] };
};

/** Ranges may run over numbers that the list does not have: they mean nobody. */
const rangesOver = (ids: number[], listed: number[]): [number, number][] => {
	const place = new Map(listed.map((id, i) => [id, i]));
	const out: [number, number][] = [];
	for (const id of ids) {
		const last = out.at(-1);
		if (last && (place.get(last[1]) ?? -2) + 1 === place.get(id)) last[1] = id;
		else out.push([id, id]);
	}
	return out;
};

/** Vendors of these that the list does not have, or that have left it. */
export const goneFrom = (list: VendorList, ids: readonly number[]): number[] =>
	ids.filter((id) => !list.vendors[id] || list.vendors[id]?.deletedDate);

const union = (...lists: readonly number[][]): number[] => [...new Set(lists.flat())].sort((a, b) => a - b);

/** What this configuration asks for on this list. */
export const usageOf = (config: TcfConfig, list: VendorList): Use => {
	const present = Object.values(list.vendors)
		.filter((vendor) => !vendor.deletedDate)
		.sort((a, b) => a.id - b.id);
	const { vendors: chosen } = config;
	const wanted = chosen === 'all' ? null : new Set(chosen);
	const vendors = wanted ? present.filter(({ id }) => wanted.has(id)) : present;
	const basis = new Map(vendors.map((vendor) => [vendor.id, basisOf(vendor, config)]));
	const bases = [...basis.values()];
	const listed = present.map(({ id }) => id);
	// The strongest restriction of a vendor and purpose counts; a second one would be void (TC string format, publisher restrictions).
	const taken = new Set<string>();
	const restrictions = [...config.publisherRestrictions]
		.sort((a, b) => a.type - b.type || a.purpose - b.purpose)
		.map((restriction): Restriction => {
			const ids = vendors.filter((v) => concerns(v, restriction) && !taken.has(`${restriction.purpose} ${v.id}`)).map(({ id }) => id);
			for (const id of ids) taken.add(`${restriction.purpose} ${id}`);
			return [restriction.purpose, restriction.type, rangesOver(ids, listed)];
		})
		.filter(([, , parts]) => parts.length > 0);
	return {
		vendors,
		basis,
		restrictions,
		purposes: union(...bases.map((b) => b.consent), config.publisherPurposes.consents),
		purposesLi: config.legitimateInterest
			? union(
					...bases.map((b) => b.legitimate),
					config.publisherPurposes.legitimateInterests.filter((p) => !CONSENT_ONLY.includes(p)),
				)
			: [],
		specialPurposes: union(...vendors.map((v) => v.specialPurposes)),
		features: union(...vendors.map((v) => v.features)),
		specialFeatures: config.specialFeatures.filter((id) => vendors.some((v) => v.specialFeatures.includes(id))).sort((a, b) => a - b),
		dataCategories: union(...vendors.map((v) => v.dataDeclaration)),
	};
};

/** Keys of what is asked: `p1` … `p11`, `sf1`, `sf2`. */
export const keysOf = (use: Use): string[] => [...use.purposes.map((id) => `p${id}`), ...use.specialFeatures.map((id) => `sf${id}`)];

/** The official entry behind a key. */
export const declaredOf = (list: Pick<VendorList, 'purposes' | 'specialFeatures'>, key: string): Declared | undefined =>
	key.startsWith('sf') ? list.specialFeatures[key.slice(2)] : list.purposes[key.slice(1)];

/** What a vendor uses data for; changes of these are material, all others cosmetic. */
const terms = (vendor: Vendor): string =>
	JSON.stringify(
		[vendor.purposes, vendor.legIntPurposes, vendor.flexiblePurposes, vendor.specialPurposes, vendor.features, vendor.specialFeatures].map(
			(ids) => [...ids].sort((a, b) => a - b),
		),
	);

export type VendorChange = 'none' | 'cosmetic' | 'material';

/** How a vendor of one list differs in another: material when purposes, legal bases or features changed. */
export const vendorChange = (before: Vendor, after: Vendor): VendorChange => {
	if (terms(before) !== terms(after)) return 'material';
	const { deletedDate: _b, ...rest } = before;
	const { deletedDate: _a, ...other } = after;
	return JSON.stringify(rest) === JSON.stringify(other) ? 'none' : 'cosmetic';
};

/**
 * Whether visitors who chose on `before` must be asked again on `after`: a vendor in use then and now changed its purposes,
 * legal bases or features. A vendor that left needs no question; one that came has no consent until it is asked for.
 */
export const isMaterial = (before: VendorList, after: VendorList, inUse: readonly number[]): boolean =>
	inUse.some((id) => {
		const [old, now] = [before.vendors[id], after.vendors[id]];
		return old !== undefined && now !== undefined && !old.deletedDate && !now.deletedDate && vendorChange(old, now) === 'material';
	});
