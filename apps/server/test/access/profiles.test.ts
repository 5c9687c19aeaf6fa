import { tryDoorsOf } from './door.ts';

tryDoorsOf('profiles');
