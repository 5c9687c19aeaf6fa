import { tryDoorsOf } from './door.ts';

tryDoorsOf('identity');
