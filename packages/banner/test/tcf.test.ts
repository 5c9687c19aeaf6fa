// @vitest-environment node
/** TC strings against @iabtechlabtcf/core, the meaning of a list for a configuration, and what makes a change material. */
import { GVL, PurposeRestriction, TCModel, TCString } from '@iabtechlabtcf/core';
import { TcfConfig } from '@luvalla/contract/consent/tcf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { words } from '../src/languages/en.ts';
import { acIds, acWithin } from '../src/tcf/ac.ts';
import { tcfData, tcfLayer } from '../src/tcf/assemble.ts';
import { choiceOf, everything, stringsOf, tcOf, within } from '../src/tcf/choice.ts';
import { decode } from '../src/tcf/decode.ts';
import { encode } from '../src/tcf/encode.ts';
import { idsOf } from '../src/tcf/ids.ts';
import { isMaterial, usageOf, vendorChange } from '../src/tcf/list.ts';
import type { Tc, TcfChoice, TcfData, TcfPointer } from '../src/tcf/shapes.ts';
import { allows, usable } from '../src/tcf/store.ts';
import { tcfTemplates } from '../src/tcf/templates.ts';
import { madeList, testLists } from './lists.ts';

/** Marked as a test's: no CMP of the world is meant. */
const TEST_CMP_ID = 4095;
const lists = testLists();

const configOf = (change: Partial<TcfConfig> = {}): TcfConfig =>
	TcfConfig.parse({ ...structuredClone(tcfTemplates['tcf-bar'].config), specialFeatures: [1, 2], ...change });
const pointerOf = (list: (typeof lists)[number]['list'], config: TcfConfig): TcfPointer => ({
	cmpId: TEST_CMP_ID,
	cmpVersion: 7,
	listVersion: list.vendorListVersion,
	policyVersion: list.tcfPolicyVersion,
	country: config.publisherCountry,
	reaskBelow: 0,
	ac: config.acProviders.length > 0,
});
const yes = (vector: Iterable<[number, boolean]>) => [...vector].filter(([, on]) => on).map(([id]) => id);
const some = (ids: number[]): fc.Arbitrary<number[]> => fc.subarray(ids);
const choices = (data: TcfData): fc.Arbitrary<TcfChoice> =>
	fc.record({
		screen: fc.constantFrom(1 as const, 2 as const),
		purposes: some(data.purposes),
		purposesLi: some(data.purposesLi),
		specialFeatures: some(data.specialFeatures),
		// A choice of hundreds of vendors is dense, sparse, all or none.
		vendors: fc.oneof(some(idsOf(data.vendors)), fc.constant(idsOf(data.vendors)), fc.constant<number[]>([])),
		vendorsLi: fc.oneof(some(idsOf(data.vendorsLi)), fc.constant(idsOf(data.vendorsLi)), fc.constant<number[]>([])),
		ac: some(data.ac),
	});

describe.each(lists)('strings on $name', ({ list, raw }) => {
	const present = Object.values(list.vendors).filter((v) => !v.deletedDate);
	const half = present.filter((_, i) => i % 2).map(({ id }) => id);
	const variants: Partial<TcfConfig>[] = [
		{},
		{ vendors: half, legitimateInterest: false },
		{
			publisherCountry: 'DE',
			publisherPurposes: { consents: [1, 7, 8], legitimateInterests: [9, 10] },
			publisherRestrictions: [
				{ purpose: 2, type: 1, vendors: 'all' },
				{ purpose: 7, type: 2, vendors: 'all' },
				{ purpose: 9, type: 0, vendors: half },
				{ purpose: 9, type: 1, vendors: 'all' },
			],
			acProviders: [3, 89, 1097].map((id) => ({ id, name: `Provider ${id}`, policyUrl: 'https://provider.example/' })),
		},
	];

	it('decode in the reference library to what was clicked, over generated choices, disclosed vendors included', () => {
		const perVariant = 350;
		let tried = 0;
		for (const change of variants) {
			const config = configOf(change);
			const data = tcfData('tcf-bar', config, 'en', list, {}, words);
			const pointer = pointerOf(list, config);
			fc.assert(
				fc.property(
					choices(data),
					fc.date({ min: new Date('2024-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
					(choice, at) => {
						tried++;
						const [text, ac] = stringsOf(choice, data, pointer, at.getTime());
						const model = TCString.decode(text);
						const special = idsOf(data.vendorsSpecial);
						expect(yes(model.purposeConsents)).toEqual(choice.purposes);
						expect(yes(model.purposeLegitimateInterests)).toEqual(choice.purposesLi);
						expect(yes(model.specialFeatureOptins)).toEqual(choice.specialFeatures);
						expect(yes(model.vendorConsents)).toEqual(choice.vendors);
						expect(yes(model.vendorLegitimateInterests)).toEqual([...choice.vendorsLi, ...special].sort((a, b) => a - b));
						expect(yes(model.vendorsDisclosed)).toEqual(idsOf(data.disclosed));
						expect(yes(model.publisherConsents)).toEqual(data.publisher.filter((id) => choice.purposes.includes(id)));
						expect(yes(model.publisherLegitimateInterests)).toEqual(data.publisherLi.filter((id) => choice.purposesLi.includes(id)));
						expect([model.version, model.cmpId, model.cmpVersion, model.consentScreen, model.consentLanguage]).toEqual([
							2,
							TEST_CMP_ID,
							7,
							choice.screen,
							'EN',
						]);
						expect([model.vendorListVersion, model.policyVersion, model.publisherCountryCode]).toEqual([
							list.vendorListVersion,
							list.tcfPolicyVersion,
							config.publisherCountry,
						]);
						expect([model.isServiceSpecific, model.useNonStandardTexts, model.purposeOneTreatment]).toEqual([true, false, false]);
						expect(model.created.getTime()).toBe(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
						expect(model.lastUpdated).toEqual(model.created);
						expect(acIds(ac)).toEqual(choice.ac);
						// And the runtime reads back exactly what it wrote.
						expect(decode(text)).toEqual(tcOf(choice, data, pointer, at.getTime()));
					},
				),
				{ numRuns: perVariant },
			);
		}
		expect(tried).toBeGreaterThanOrEqual(1000);
	});

	it('become no more by another publication: what a partner may after it, it might before, and is let have now', () => {
		const configs = [
			...variants.map((change) => configOf(change)),
			configOf({ publisherRestrictions: [{ purpose: 2, type: 1, vendors: 'all' }] }),
		];
		const all = configs.map((config) => ({ config, data: tcfData('tcf-bar', config, 'en', list, {}, words) }));
		/** What every partner may: by consent or legitimate interest, as its terms and the restrictions are. */
		const may = (tc: Tc): string[] => {
			const type = (id: number, p: number) =>
				tc.restrictions.find(([q, , parts]) => q === p && parts.some(([a, z]) => a <= id && id <= z))?.[1];
			return tc.disclosed.flatMap((id) => {
				const { purposes: c = [], legIntPurposes: l = [], flexiblePurposes: f = [] } = list.vendors[id] ?? {};
				return [...c, ...l]
					.filter((p) => {
						const [own, told] = [c.includes(p) ? 1 : 2, type(id, p)];
						const basis = told === 0 ? 0 : told && f.includes(p) ? told : own;
						return basis === 1
							? tc.purposes.includes(p) && tc.vendors.includes(id)
							: basis === 2 && tc.purposesLi.includes(p) && tc.vendorsLi.includes(id);
					})
					.map((p) => `${id} ${p}`);
			});
		};
		for (const { config, data } of all)
			for (const { config: other, data: next } of all) {
				const most = new Set(may(tcOf(everything(next, true, 1), next, pointerOf(list, other))));
				fc.assert(
					fc.property(choices(data), (choice) => {
						const before = tcOf(choice, data, pointerOf(list, config));
						const after = within(before, next);
						const [was, now] = [new Set(may(before)), may(after)];
						expect(now.filter((one) => !was.has(one))).toEqual([]);
						expect(now.filter((one) => !most.has(one))).toEqual([]);
						expect(after.disclosed).toEqual(before.disclosed.filter((id) => idsOf(next.disclosed).includes(id)));
						expect(within(after, next)).toEqual(after);
						expect(decode(encode(after))).toEqual(after);
						if (next === data) expect(after).toEqual(before);
						expect(after.created).toBe(before.created);
					}),
					{ numRuns: 40 },
				);
			}
	});

	it('say the same as the library’s own string of the same model, restrictions included', () => {
		for (const change of variants) {
			const config = configOf(change);
			const data = tcfData('tcf-bar', config, 'en', list, {}, words);
			const pointer = pointerOf(list, config);
			const choice = everything(data, true, 1);
			const gvl = new GVL(structuredClone(raw) as ConstructorParameters<typeof GVL>[0]);
			const model = new TCModel(gvl);
			model.cmpId = TEST_CMP_ID;
			model.cmpVersion = 7;
			model.consentScreen = 1;
			model.isServiceSpecific = true;
			model.publisherCountryCode = config.publisherCountry;
			model.purposeConsents.set(choice.purposes);
			model.purposeLegitimateInterests.set(choice.purposesLi);
			model.specialFeatureOptins.set(choice.specialFeatures);
			for (const [purpose, type, parts] of data.restrictions)
				for (const [first, last] of parts)
					for (let id = first; id <= last; id++) model.publisherRestrictions.add(id, new PurposeRestriction(purpose, type));
			model.vendorConsents.set(choice.vendors);
			model.vendorLegitimateInterests.set([...choice.vendorsLi, ...idsOf(data.vendorsSpecial)]);
			model.vendorsDisclosed.set(idsOf(data.disclosed));
			model.publisherConsents.set(data.publisher);
			model.publisherLegitimateInterests.set(data.publisherLi);
			const theirs = TCString.encode(model);
			const [ours] = stringsOf(choice, data, pointer, Date.now());
			expect(ours.length).toBeLessThanOrEqual(theirs.length);
			expect(decode(theirs)).toEqual(decode(ours));
			const [a, b] = [TCString.decode(ours), TCString.decode(theirs)];
			for (const { id } of present) {
				const kinds = (m: TCModel) =>
					m.publisherRestrictions
						.getRestrictions(id)
						.map((r) => `${r.purposeId} ${r.restrictionType}`)
						.sort();
				expect(kinds(a)).toEqual(kinds(b));
			}
		}
	});

	it('never give a vendor, purpose or basis that the list does not know', () => {
		const config = configOf(variants[2]);
		const use = usageOf(config, list);
		for (const vendor of use.vendors) {
			expect(vendor.deletedDate).toBeUndefined();
			const basis = use.basis.get(vendor.id);
			for (const id of basis?.consent ?? []) expect([...vendor.purposes, ...vendor.flexiblePurposes]).toContain(id);
			for (const id of basis?.legitimate ?? []) {
				expect([...vendor.legIntPurposes, ...vendor.flexiblePurposes]).toContain(id);
				expect([1, 3, 4, 5, 6]).not.toContain(id);
			}
			if (half.includes(vendor.id)) expect([...(basis?.consent ?? []), ...(basis?.legitimate ?? [])]).not.toContain(9);
		}
		const data = tcfData('tcf-bar', config, 'en', list, {}, words);
		const outside = everything(data, true, 1);
		const forged = tcOf(
			{ ...outside, vendors: [...outside.vendors, 65_000], purposes: [...outside.purposes, 24] },
			data,
			pointerOf(list, config),
		);
		expect(forged.vendors).not.toContain(65_000);
		expect(forged.purposes).not.toContain(24);
	});
});

describe('reading what a device kept', () => {
	const list = madeList();
	const config = configOf();
	const data = tcfData('tcf-bar', config, 'en', list, {}, words);
	const pointer = pointerOf(list, config);
	const text = stringsOf(everything(data, true, 1), data, pointer)[0];

	it('takes no corrupted string for a choice, and never throws', () => {
		expect(usable(text, pointer)).not.toBeNull();
		fc.assert(
			fc.property(
				fc.oneof(
					fc.string(),
					fc.base64String(),
					fc.nat(text.length).map((n) => text.slice(0, n)),
					fc.stringMatching(/^[A-Za-z0-9_-]{0,200}(\.[A-Za-z0-9_-]{0,60}){0,3}$/),
				),
				(broken) => {
					const tc = usable(broken, pointer);
					if (tc) expect([tc.cmpId, tc.country]).toEqual([TEST_CMP_ID, 'FI']);
				},
			),
			{ numRuns: 2000 },
		);
		expect(decode(text.split('.')[0] ?? '')).toBeNull();
		expect(decode(`B${text.slice(1)}`)).toBeNull();
		expect(decode('')).toBeNull();
	});

	it('asks again when another CMP, country or policy made the string, or when the list changed materially since', () => {
		expect(usable(text, { ...pointer, cmpId: 4094 })).toBeNull();
		expect(usable(text, { ...pointer, country: 'SE' })).toBeNull();
		expect(usable(text, { ...pointer, reaskBelow: list.vendorListVersion + 1 })).toBeNull();
		expect(usable(text, { ...pointer, policyVersion: list.tcfPolicyVersion - 1 })).toBeNull();
		// A newer list alone asks nobody again.
		expect(usable(text, { ...pointer, listVersion: list.vendorListVersion + 5 })).not.toBeNull();
	});

	it('allows joint keys only when each is allowed', () => {
		const tc = tcOf({ ...everything(data, false, 2), purposes: [1] }, data, pointer);
		expect([allows(tc, 'p1'), allows(tc, 'p7'), allows(tc, 'p1+p7'), allows(tc, 'sf1')]).toEqual([true, false, false, false]);
	});

	it('keeps an additional string only of providers that are asked for', () => {
		const withAc = configOf({ acProviders: [5, 7].map((id) => ({ id, name: 'x', policyUrl: 'https://x.example/' })) });
		const own = tcfData('tcf-bar', withAc, 'en', list, {}, words);
		expect(stringsOf({ ...everything(own, false, 2), ac: [7] }, own, pointerOf(list, withAc))[1]).toBe('2~7~dv.5');
		expect(stringsOf(everything(own, false, 2), own, pointerOf(list, withAc))[1]).toBe('2~~dv.5.7');
		expect(stringsOf(everything(data, true, 2), data, pointer)[1]).toBe('');
		expect(acIds('1~3')).toEqual([]);
		expect([acWithin('2~7.9~dv.5.11', [5, 7, 8]), acWithin('2~7~dv.5', []), acWithin('', [5])]).toEqual(['2~7~dv.5', '', '']);
	});

	it('starts with nothing allowed and nothing objected to', () => {
		const fresh = choiceOf(null, [], data, 2);
		expect([fresh.purposes, fresh.vendors, fresh.specialFeatures, fresh.ac]).toEqual([[], [], [], []]);
		expect(fresh.purposesLi).toEqual(data.purposesLi);
	});
});

describe('a change of the list', () => {
	const before = madeList();
	const first = Object.values(before.vendors).find((v) => !v.deletedDate && v.purposes.length > 1);
	if (!first) throw new Error('the made list has no such vendor');
	const changed = (change: object) => {
		const after = structuredClone(before);
		after.vendors[first.id] = { ...first, ...change };
		return after;
	};

	it('is material when purposes, legal bases or features changed, and cosmetic otherwise', () => {
		for (const change of [
			{ purposes: first.purposes.slice(1) },
			{ legIntPurposes: [11] },
			{ flexiblePurposes: [2] },
			{ features: [1, 2, 3] },
			{ specialFeatures: [1, 2] },
			{ specialPurposes: [3] },
		]) {
			expect(vendorChange(first, { ...first, ...change }), JSON.stringify(change)).toBe('material');
			expect(isMaterial(before, changed(change), [first.id])).toBe(true);
			// Somebody whom this site does not ask for changes nothing here.
			expect(isMaterial(before, changed(change), [])).toBe(false);
		}
		for (const change of [{ name: 'Renamed' }, { cookieMaxAgeSeconds: 1 }, { urls: [] }, { dataDeclaration: [1] }]) {
			expect(vendorChange(first, { ...first, ...change })).toBe('cosmetic');
			expect(isMaterial(before, changed(change), [first.id])).toBe(false);
		}
		expect(vendorChange(first, { ...first, purposes: [...first.purposes].reverse() })).toBe('cosmetic');
		expect(vendorChange(first, structuredClone(first))).toBe('none');
		expect(isMaterial(before, changed({ deletedDate: '2026-02-01T00:00:00Z' }), [first.id])).toBe(false);
	});
});

describe('the second layer’s data', () => {
	it('names every vendor with its bases, and links nothing but pages', () => {
		const list = madeList();
		const vendor = Object.values(list.vendors)[0];
		if (vendor) vendor.urls = [{ langId: 'en', privacy: 'javascript:alert(1)', legIntClaim: 'https://ok.example/' }];
		const layer = tcfLayer(configOf(), 'en', list, {}, words);
		expect(layer.vendors.length).toBe(usageOf(configOf(), list).vendors.length);
		expect(layer.vendors[0]?.u).toEqual(['', 'https://ok.example/']);
		for (const item of layer.purposes) expect(item.count).toBe(layer.vendors.filter((v) => v.c.includes(item.id)).length);
	});
});

describe('the encoder', () => {
	it('takes ranges where they are shorter', () => {
		const config = configOf();
		const data = tcfData('tcf-bar', config, 'en', madeList(), {}, words);
		const base = tcOf(everything(data, false, 1), data, pointerOf(madeList(), config));
		const dense = encode({ ...base, vendors: Array.from({ length: 2000 }, (_, i) => i + 1) });
		expect(dense.length).toBeLessThan(encode({ ...base, vendors: Array.from({ length: 1000 }, (_, i) => i * 2 + 1) }).length);
	});
});
