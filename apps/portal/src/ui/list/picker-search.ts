/** The customer and the domain of a page in its URL. */
import { searchNumber, searchText } from '#portal/lib/search.ts';

/** For the search schema of a page with pickers. */
export const pickerSearch = { customer: searchNumber, domain: searchText };
export interface PickerSearch {
	customer?: number;
	domain?: string;
}

/** ADMIN's choice of a customer, as the address of another page carries it. */
export const whoseOf = ({ customer }: PickerSearch): Record<string, string> =>
	customer === undefined ? {} : { customer: String(customer) };
