/** An entry of the repository, and what another one of the same cookie says beside it. */
import type { CookieEntry, CookieSaid } from '@luvalla/contract/consent/cookie-repository';

export type Entry = CookieEntry;
/** The part of an entry that another one may say otherwise. */
export type Said = CookieSaid;
