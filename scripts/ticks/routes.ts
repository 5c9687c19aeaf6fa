/** Every address and redirect of the specification with what proves it. */
import type { Tick } from './tick.ts';

export const routes: readonly Tick[] = [

];
