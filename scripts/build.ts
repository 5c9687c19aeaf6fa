/** `npm run build`: nothing but what `start.mjs` has installed and built by now, so that an image or an update has it before the start. */
process.stdout.write('Installed and built.\n');
