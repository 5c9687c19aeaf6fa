import type { AnswerOf } from '@luvalla/contract/call';
import { channelOf } from '@luvalla/contract/engagement/content-types';
import type { delivery } from '@luvalla/contract/engagement/deliveries';

export type One = AnswerOf<typeof delivery>;

/** A message for the web that goes through no connector waits on the site. */
export const standsOnSite = ({ channel, byItself }: One): boolean => channelOf(channel) === 'web' && byItself;
