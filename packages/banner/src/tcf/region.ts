/** What follows from where a visitor is. Unknown is the strictest: then the GDPR is taken to apply. */
import type { Pointer } from '../shapes.ts';

/** Whether the framework's answer must be that the GDPR applies: wherever the rule says to ask first. */
export const applies = (geo: Pointer['geo']): boolean => !geo || geo.mode === 'opt-in';
