/** Campaigns by webhook, beside a bare client. `npm run bench -- webhook [MESSAGES] [ROUNDS]`. Needs a system PostgreSQL. */
import { measure } from './lib/http-channel.ts';

await measure('webhook', Number(process.argv[2] ?? 20_000), Number(process.argv[3] ?? 5));
