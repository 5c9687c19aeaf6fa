import { tryDoorsOf } from './door.ts';

tryDoorsOf('guidance');
