/** Every setting of the program: the ground's and the wings'. */
import type { Environment } from '#kernel/setting-readers.ts';
import { readAll, type Settings } from '#kernel/settings.ts';
import { consentSettings } from './wings/consent/wing.ts';

/** @throws SettingError naming the first wrong one */
export const readSettings = (env: Environment): Settings => readAll(env, [consentSettings]);
