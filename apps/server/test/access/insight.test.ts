import { tryDoorsOf } from './door.ts';

tryDoorsOf('insight');
