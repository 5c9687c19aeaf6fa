/** What each point of the gate demands, of either kind of banner, for whoever reads a finding. */
import type { Sentences } from '#kernel/http/errors.ts';
import { demands } from '../gate/demands.ts';
import { policyDemands, screenDemands } from './tcf/demands.ts';

const all: Readonly<Record<string, Sentences>> = { ...demands, ...policyDemands, ...screenDemands };

/** A point that a later build knows and this one does not is named by its code. */
export const demandOf = (code: string): Sentences => all[code] ?? { en: code, fi: code };
