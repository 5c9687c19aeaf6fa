/** Texts of charts and figures that dashboards, trends and reports share. */
import { messages } from '#portal/lib/say.ts';
import { en } from './messages/en.ts';
import { fi } from './messages/fi.ts';

export const useChartTexts = messages('charts', en, fi);
