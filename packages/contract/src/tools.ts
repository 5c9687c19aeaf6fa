/** Tools that people come from, whose files are known: exports of people, and templates of letters. */
export const TOOLS = ['mailchimp', 'listmonk', 'mautic', 'brevo'] as const;
export type Tool = (typeof TOOLS)[number];

/** As they call themselves. */
export const TOOL_NAMES: Readonly<Record<Tool, string>> = {
	mailchimp: 'Mailchimp',
	listmonk: 'listmonk',
	mautic: 'Mautic',
	brevo: 'Brevo',
};
