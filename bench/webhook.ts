/** Campaigns by webhook, beside a bare client. `npm run bench -- webhook [MESSAGES] [ROUNDS] [MILLISECONDS]`. Needs a system PostgreSQL. */
import { measureAsked } from './lib/http-channel.ts';

await measureAsked('webhook');
