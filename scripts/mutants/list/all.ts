/** All changes, by module. */
import { banner } from './banner.ts';
import { credits } from './credits.ts';
import { fairness } from './fairness.ts';
import { outside } from './outside.ts';
import { records } from './records.ts';
import { rights } from './rights.ts';

export const changes = [...records, ...rights, ...outside, ...fairness, ...banner, ...credits];
