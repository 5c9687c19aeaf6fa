/** The two kinds of banners that customers configure. What a kind's file does not say of itself is the same for both. */
import { light } from './light/kind.ts';
import { tcf } from './tcf/kind.ts';

export const kinds = { light, tcf } as const;
export type KindName = keyof typeof kinds;
