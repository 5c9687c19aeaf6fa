/** Campaigns of text messages, beside a bare client. `npm run bench -- sms [MESSAGES] [ROUNDS]`. Needs a system PostgreSQL. */
import { measure } from './lib/http-channel.ts';

await measure('sms', Number(process.argv[2] ?? 20_000), Number(process.argv[3] ?? 5));
