/** Reads a TC string of version 2. Whatever is wrong with it, the answer is null: then there is no choice, and none is made up. */
import { unpack } from './bits.ts';
import type { Restriction, Tc } from './shapes.ts';

/** More entries than there are vendors are no list. */
const MOST_ID = 65_535;

class Reader {
	at = 0;
	readonly bits: string;
	constructor(text: string) {
		this.bits = unpack(text);
	}
	take(count: number): string {
		const part = this.bits.slice(this.at, this.at + count);
		if (part.length < count) throw new Error('too short');
		this.at += count;
		return part;
	}
	int(count: number): number {
		return Number.parseInt(this.take(count), 2);
	}
	letters(): string {
		return String.fromCharCode(65 + this.int(6), 65 + this.int(6));
	}
	flags(count: number): number[] {
		const ids: number[] = [];
		const part = count ? this.take(count) : '';
		for (let i = 0; i < part.length; i++) if (part[i] === '1') ids.push(i + 1);
		return ids;
	}
	parts(): [number, number][] {
		return Array.from({ length: this.int(12) }, () => {
			const wide = this.take(1) === '1';
			const first = this.int(16);
			const last = wide ? this.int(16) : first;
			if (last < first) throw new Error('range');
			return [first, last];
		});
	}
	vendors(): number[] {
		const most = this.int(16);
		if (this.take(1) === '0') return this.flags(most);
		const ids = new Set<number>();
		for (const [first, last] of this.parts()) {
			if (last > Math.min(most, MOST_ID)) throw new Error('range');
			for (let id = first; id <= last; id++) ids.add(id);
		}
		return [...ids].sort((a, b) => a - b);
	}
}

/** The string's meaning; null when it is not a service-specific string of version 2 with its disclosed vendors. */
export const decode = (text: string): Tc | null => {
	try {
		const [core = '', ...others] = text.split('.');
		const r = new Reader(core);
		if (r.int(6) !== 2) return null;
		const created = r.int(36);
		r.int(36);
		const tc: Tc = {
			created,
			cmpId: r.int(12),
			cmpVersion: r.int(12),
			screen: r.int(6),
			language: r.letters(),
			listVersion: r.int(12),
			policyVersion: r.int(6),
			country: '',
			specialFeatures: [],
			purposes: [],
			purposesLi: [],
			vendors: [],
			vendorsLi: [],
			restrictions: [],
			disclosed: [],
			publisher: [],
			publisherLi: [],
		};
		if (r.take(2)[0] !== '1') return null;
		tc.specialFeatures = r.flags(12);
		tc.purposes = r.flags(24);
		tc.purposesLi = r.flags(24);
		r.take(1);
		tc.country = r.letters();
		tc.vendors = r.vendors();
		tc.vendorsLi = r.vendors();
		tc.restrictions = Array.from({ length: r.int(12) }, (): Restriction => [r.int(6), r.int(2), r.parts()]);
		let disclosed = false;
		for (const other of others) {
			const s = new Reader(other);
			const kind = s.int(3);
			if (kind === 1) {
				tc.disclosed = s.vendors();
				disclosed = true;
			} else if (kind === 3) {
				tc.publisher = s.flags(24);
				tc.publisherLi = s.flags(24);
			}
		}
		return disclosed ? tc : null;
	} catch {
		return null;
	}
};
