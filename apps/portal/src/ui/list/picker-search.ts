/** The customer and the domain of a page in its URL. */
import { searchNumber, searchText } from '#portal/lib/search.ts';

/** For the search schema of a page with pickers. */
export const pickerSearch = { customer: searchNumber, domain: searchText };
export interface PickerSearch {
	customer?: number;
	domain?: string;
}
