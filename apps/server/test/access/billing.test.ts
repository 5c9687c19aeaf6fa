import { tryDoorsOf } from './door.ts';

tryDoorsOf('billing');
