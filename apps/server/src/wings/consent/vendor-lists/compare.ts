/** What changed between two vendor lists, vendor by vendor. */
import { isDeepStrictEqual } from 'node:util';
import {
	type GvlEntry,
	isLegal,
	VENDOR_FIELDS,
	type Vendor,
	type VendorField,
	type VendorList,
} from '@luvalla/contract/consent/vendor-lists.ts';

/** Numbers of purposes and the like are sets: their order says nothing. */
const comparable = (value: Vendor[VendorField]): unknown =>
	Array.isArray(value) && value.every((one) => typeof one === 'number') ? value.toSorted((a, b) => a - b) : (value ?? null);

const differing = (current: Vendor, previous: Vendor): VendorField[] =>
	VENDOR_FIELDS.filter((field) => !isDeepStrictEqual(comparable(current[field]), comparable(previous[field])));

const entryOf = (current: Vendor | undefined, previous: Vendor | undefined): GvlEntry | null => {
	const is = current !== undefined && current.deletedDate === undefined;
	const was = previous !== undefined && previous.deletedDate === undefined;
	const vendor = current ?? previous;
	if (vendor === undefined) return null;
	const fields = current && previous ? differing(current, previous) : [];
	const status = is && !was ? 'added' : was && !is ? 'deleted' : fields.length > 0 ? 'changed' : null;
	if (status === null) return null;
	return {
		status,
		currentVendor: vendor,
		previousVendor: previous ?? null,
		undeleted: is && !was && previous !== undefined,
		gone: current === undefined,
		fields,
		material: fields.some(isLegal),
	};
};

/** Those that differ, by their numbers. Who had left in one list and is not in the other is no news. */
export const compareLists = (current: VendorList, previous: VendorList): GvlEntry[] =>
	[...new Set([...Object.keys(previous.vendors), ...Object.keys(current.vendors)])]
		.sort((a, b) => Number(a) - Number(b))
		.flatMap((id) => entryOf(current.vendors[id], previous.vendors[id]) ?? []);
