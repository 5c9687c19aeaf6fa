/** What an installation begins with: its first admin, the starter list of cookies and, where wanted, the sample. */
import type { Settings } from '#kernel/settings.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { loadSample } from './sample/sample.ts';
import { bringStarters } from './wings/consent/wing.ts';
import { firstAdmin } from './wings/identity/wing.ts';

/** Does nothing to an installation that has them. */
export const seed = async (storage: Storage, settings: Pick<Settings, 'adminEmail' | 'sample' | 'port' | 'publicUrl'>): Promise<void> => {
	await firstAdmin(storage, settings.adminEmail);
	await bringStarters(storage);
	if (settings.sample) await loadSample({ storage }, settings.port + 1, settings.publicUrl);
};
