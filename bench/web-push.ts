/** Campaigns of pushes to browsers, beside a bare client. `npm run bench -- web-push [MESSAGES] [ROUNDS] [MILLISECONDS]`. Needs a system PostgreSQL. */
import { measureAsked } from './lib/http-channel.ts';

await measureAsked('web');
