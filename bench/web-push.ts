/** Campaigns of pushes to browsers, beside a bare client. `npm run bench -- web-push [MESSAGES] [ROUNDS]`. Needs a system PostgreSQL. */
import { measure } from './lib/http-channel.ts';

await measure('web', Number(process.argv[2] ?? 20_000), Number(process.argv[3] ?? 5));
