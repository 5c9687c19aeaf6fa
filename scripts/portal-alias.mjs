/** Vite's alias, in the form dependency-cruiser reads. */
import { fileURLToPath } from 'node:url';

export default { resolve: { alias: { '#portal': fileURLToPath(new URL('../apps/portal/src', import.meta.url)) } } };
