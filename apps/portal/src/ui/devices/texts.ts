import { messages } from '#portal/lib/say.ts';
import { en } from './messages/en.ts';
import { fi } from './messages/fi.ts';

export const useDeviceTexts = messages('devices', en, fi);
export type DeviceTexts = ReturnType<typeof useDeviceTexts>;
