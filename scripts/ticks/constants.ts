/** Every number and word of the specification with what proves it, where it takes effect. */
import type { Tick } from './tick.ts';

export const constants: readonly Tick[] = [

];
