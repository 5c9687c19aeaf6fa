/** What files of tests that share modules share: setup.ts runs again for each of them. */
import { setupServer } from 'msw/node';

export const server = setupServer();

/** The width the media queries are answered for. */
export const screenSize = { width: 1440 };
