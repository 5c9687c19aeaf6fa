/** What is counted. */
export const WHATS = ['choice', 'record', 'withdrawn', 'event', 'message', 'profile', 'merged', 'unmerged', 'left'] as const;
export type What = (typeof WHATS)[number];
