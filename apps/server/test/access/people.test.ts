import { tryDoorsOf } from './door.ts';

tryDoorsOf('people');
