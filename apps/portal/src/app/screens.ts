/**
 * THE list of screens. Router, menu, palette, access-denied and the access tests read it and nothing else.
 * A feature with several screens lists them in its own `screens.ts`.
 */
import { screens as configurations } from '#portal/wings/consent/configurations/screens.ts';
import { screens as dashboard } from '#portal/wings/insight/dashboard/screens.ts';
import { screens as reports } from '#portal/wings/insight/reports/screens.ts';
import { screens as customers } from '#portal/wings/tenancy/customers/screens.ts';
import { screens as domains } from '#portal/wings/tenancy/domains/screens.ts';
import type { Screen } from './screen.ts';

export const screens: readonly Screen[] = [...dashboard, ...reports, ...customers, ...domains, ...configurations];
