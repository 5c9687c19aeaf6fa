/** Topics of help are named by the English title of their page; the content service has its words with hyphens. */
export const topicOf = (title: string): string => title.trim().toLowerCase().replace(/\s+/g, '-');
