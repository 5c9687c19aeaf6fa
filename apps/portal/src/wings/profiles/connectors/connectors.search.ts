/** What the connector list keeps in the URL. */
import * as z from 'zod';
import { listSearch, searchText, searchWord } from '#portal/lib/search.ts';
import { pickerSearch } from '#portal/ui/list/picker-search.ts';

export const connectorSearch = z.object({
	...listSearch,
	...pickerSearch,
	type: searchText,
	sync: searchWord(['inbound', 'outbound', 'none']),
	/** Hours of run data; 12 when nothing is said. */
	hours: searchWord(['24', '168', '720']),
	/** A run whose log is open. */
	log: searchText,
});
export type ConnectorSearch = z.infer<typeof connectorSearch>;
