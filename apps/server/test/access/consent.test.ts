import { tryDoorsOf } from './door.ts';

tryDoorsOf('consent');
