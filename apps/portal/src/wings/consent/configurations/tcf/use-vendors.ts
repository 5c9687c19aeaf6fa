/** The vendors of a list: found by name or number, and what there is to say of one that cannot be had. */
import type { Vendor, VendorList } from '@luvalla/contract/consent/vendor-lists';
import { useMemo } from 'react';
import { dateText } from '#portal/lib/dates.ts';
import { useLanguage } from '#portal/lib/say.ts';
import { useTcfTexts } from './texts.ts';

const meant = ({ id, name }: Vendor, wanted: string): boolean => name.toLocaleLowerCase().includes(wanted) || String(id) === wanted;

export function useVendors(list: VendorList | null) {
	const t = useTcfTexts();
	const language = useLanguage();
	const present = useMemo(
		() =>
			Object.values(list?.vendors ?? {})
				.filter((vendor) => !vendor.deletedDate)
				.sort((a, b) => a.name.localeCompare(b.name)),
		[list],
	);
	const left = ({ name, id, deletedDate = '' }: Vendor) =>
		t('vendorLeft', { name: `${name} (${id})`, date: dateText(deletedDate, language) });
	// Numbers that name something are not written as amounts.
	const version = String(list?.vendorListVersion ?? '');
	return {
		/** Those that may be asked for, by name. */
		present,
		/** Those whose name has the words, or that have the number. */
		find: (typed: string) => {
			const wanted = typed.trim().toLocaleLowerCase();
			return present.filter((vendor) => meant(vendor, wanted));
		},
		/** Why what was typed finds none of them. */
		notFound: (typed: string): string => {
			const wanted = typed.trim().toLocaleLowerCase();
			const gone = Object.values(list?.vendors ?? {}).find((vendor) => vendor.deletedDate && meant(vendor, wanted));
			if (gone) return left(gone);
			return /^\d+$/.test(wanted) ? t('vendorUnknown', { id: wanted, version }) : t('vendorNotNamed', { name: typed.trim(), version });
		},
		nameOf: (id: number): string => (list?.vendors[id] ? `${list.vendors[id].name} (${id})` : String(id)),
		/** Why a vendor cannot be asked for; null when it can. */
		missing: (id: number): string | null => {
			const vendor = list?.vendors[id];
			if (!vendor) return t('vendorUnknown', { id: String(id), version });
			return vendor.deletedDate ? left(vendor) : null;
		},
	};
}
