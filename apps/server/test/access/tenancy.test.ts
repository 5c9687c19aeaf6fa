import { tryDoorsOf } from './door.ts';

tryDoorsOf('tenancy');
