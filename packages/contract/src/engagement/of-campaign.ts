/** What all calls about campaigns have in common: who may make them, on whose domain, and how one campaign or run is named. */
import * as z from 'zod';
import { Id } from '../fields.ts';

export const editors = ['admin', 'partner', 'customerAdmin', 'domainAdmin'] as const;

export const inDomain = { on: 'customer', of: 'domain:header-or-customer' } as const;
export const query = { customerId: z.coerce.number().int().optional() };
export const one = { params: z.object({ id: Id }), query: z.object(query) } as const;

export const ofRun = { ...query, run: Id.optional().describe('A run of the campaign; without one the newest real one.') };

export const failure = 'error occured';
