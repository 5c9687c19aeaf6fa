/** Every rule of the specification with what proves it. What the specification leaves open is ticked by what was decided. */
import type { Tick } from './tick.ts';

export const rules: readonly Tick[] = [

];
