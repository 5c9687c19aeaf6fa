/** For whoever puts the snippet on a site; beside the core, in what first-time visitors load. */

/** Says in the console that something may have run before the snippet. A script that scripts insert counts as `async`. */
export const warnWhereLate = (me: HTMLScriptElement): void => {
	const scripts = [...document.scripts];
	const before = scripts.slice(0, Math.max(0, scripts.indexOf(me))).some(({ async, type }) => !async && /^$|javascript|module/.test(type));
	if (me.async || me.defer || before || !document.head.contains(me))
		console.warn('Luvalla is not the first script of head, or is async or deferred: what runs before it is not stopped.');
};
