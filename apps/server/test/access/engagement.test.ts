import { tryDoorsOf } from './door.ts';

tryDoorsOf('engagement');
