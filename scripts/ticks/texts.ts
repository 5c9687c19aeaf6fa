/** Every text of the specification with what proves it: that it stands in the code to the letter, and where nothing is shown, what stands there. */
import type { Tick } from './tick.ts';

export const texts: readonly Tick[] = [

];
