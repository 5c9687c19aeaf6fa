/** After so long without a key, what was typed is asked for. */
export const TYPING_PAUSE_MS = 250;
