/** Records as banners send them. */
import { newId } from '../../apps/server/src/kernel/clock.ts';
import type { EdgeRecord } from '../../packages/contract/src/consent/edge.ts';
import type { Publication } from './publication.ts';

/** The instant inside a UUIDv7: `at` must equal it. */
/** The millisecond that an id bears. */
export const instantOf = (id: string): string => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString();

export const makeRecord = (publication: Pick<Publication, 'categories'>): EdgeRecord => {
	const id = newId();
	const category = publication.categories[Number.parseInt(id.slice(-2), 16) % publication.categories.length] ?? '';
	return { id, choiceId: newId(), at: instantOf(id), category, value: id.charCodeAt(35) % 2 === 0, language: 'fi', gpc: false };
};

/** What devices of these visitors made for themselves. */
export const DEVICE_KEY = '00000000-0000-7000-8000-00000000beac';

export const bodyOf = (publication: Pick<Publication, 'domainId' | 'folder'>, records: readonly EdgeRecord[]): string =>
	JSON.stringify({ domainId: publication.domainId, configuration: publication.folder, deviceKey: DEVICE_KEY, records });
