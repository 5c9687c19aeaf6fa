/** What apps of both kinds are refused with. */
import { refusals } from '#kernel/http/errors.ts';

export const refuseApp = refusals({
	app_taken: [409, 'There is an app of that name or kind there already.', 'Siellä on jo tämänniminen tai tämänlainen sovellus.'],
});
