/** Campaigns of text messages, beside a bare client. `npm run bench -- sms [MESSAGES] [ROUNDS] [MILLISECONDS]`. Needs a system PostgreSQL. */
import { measureAsked } from './lib/http-channel.ts';

await measureAsked('sms');
