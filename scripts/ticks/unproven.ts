/** Lines that no test proves, because the program does not do what they say or nobody has shown it yet, with why. Each fails `npm test`. */
import type { List } from './tick.ts';

export const unproven = { calls: {}, routes: {}, texts: {}, rules: {}, constants: {} } satisfies Record<string, List['unproven']>;
