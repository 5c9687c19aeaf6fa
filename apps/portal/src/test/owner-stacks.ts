/**
 * React's development build writes a stack of calls beside each element that it makes, for warnings to name; it stops after ten thousand a
 * second. Here it has always made as many: that is a fifth of what drawing costs, and a warning names its component without.
 */
import * as React from 'react';

const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');

if (typeof internals === 'object' && internals !== null)
	Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
		configurable: true,
		get: () => Number.POSITIVE_INFINITY,
		set: () => {},
	});
