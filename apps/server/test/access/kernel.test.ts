import { tryDoorsOf } from './door.ts';

tryDoorsOf('kernel');
