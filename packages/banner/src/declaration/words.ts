/** What the cookie declaration says, beside the configuration's own texts. */
export interface DeclarationWords {
	choice: string;
	none: string;
	allowed: string;
	refused: string;
	unanswered: string;
	columns: [cookie: string, provider: string, keeps: string];
	noCookies: string;
	change: string;
	withdraw: string;
	receipt(category: string): string;
}

const en: DeclarationWords = {
	choice: 'Your choice',
	none: 'You have not chosen yet.',
	allowed: 'Allowed',
	refused: 'Not allowed',
	unanswered: 'Not answered',
	columns: ['Cookie', 'Provider', 'Kept'],
	noCookies: 'No cookies are listed.',
	change: 'Change my choice',
	withdraw: 'Withdraw my consent',
	receipt: (category) => `Receipt: ${category}`,
};
const fi: DeclarationWords = {
	choice: 'Valintasi',
	none: 'Et ole vielä valinnut.',
	allowed: 'Sallittu',
	refused: 'Ei sallittu',
	unanswered: 'Ei vastattu',
	columns: ['Eväste', 'Palvelu', 'Säilytys'],
	noCookies: 'Evästeitä ei ole lueteltu.',
	change: 'Muuta valintaani',
	withdraw: 'Peru suostumukseni',
	receipt: (category) => `Kuitti: ${category}`,
};

export const declarationWordsIn = (language: string): DeclarationWords => (language === 'fi' ? fi : en);
