/** A letter in one language that greets its reader. */
export const letterOf = (html: string) => ({
	channel: 'email' as const,
	language: 'en',
	languages: {
		en: {
			subject: 'Hello {{ person.first_name }}',
			html,
			text: 'Hello {{ person.first_name }}',
			heroimage: null,
			heroimageAlt: null,
		},
	},
	webHook: null,
});
