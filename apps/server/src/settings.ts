/** Every setting of the program: the ground's and the wings'. */
import type { Environment } from '#kernel/setting-readers.ts';
import { readAll, type Settings } from '#kernel/settings.ts';
// Not through its door: the settings are read before the wings are loaded (main.ts).
import { billingSettings } from './wings/billing/settings.ts';
import { consentSettings } from './wings/consent/settings.ts';
import { tenancySettings } from './wings/tenancy/settings.ts';

/** @throws SettingError naming the first wrong one */
export const readSettings = (env: Environment): Settings => readAll(env, [billingSettings, consentSettings, tenancySettings]);
