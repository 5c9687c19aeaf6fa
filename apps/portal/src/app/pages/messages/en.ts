/** Texts of the visitors' pages; 'Home', 'Register' and 'Terms and conditions' are the specification's. */
import { en as links } from './links.ts';
export const en = {
	...links,
	about: 'About Luvalla',
	registerCompany: 'Register your company',
	welcomeTitle: 'Welcome to Luvalla',
	welcomeIntro: 'Ask for consent, keep the proof, and talk only to the people who said yes. Registering takes a few minutes.',
	step1: 'Tell us about your company',
	step1Text: 'Its name, business ID and country, and the domains where you want to ask for consent.',
	step2: 'Confirm by email',
	step2Text: 'We write to you. The link in the letter proves that the address is yours and signs you in.',
	step3: 'Begin',
	step3Text: 'You can draft banners and invite your colleagues at once. Publishing opens when your company has been onboarded.',
	sharedTitle: 'Consent, with proof',
	sharedIntro: 'Luvalla is Finnish for “with permission”. It asks people for consent on your sites and keeps the proof of every answer.',
	shared1: 'A banner that treats yes and no alike',
	shared1Text: 'Accept and refuse have the same size, colour and place. Until somebody says yes, nothing is stored on their device.',
	shared2: 'A ledger that shows any change',
	shared2Text:
		'Each answer becomes a leaf of a signed log, and you hold its heads too. If anyone changed one later, even us, it would show.',
	shared3: 'Messages only with permission',
	shared3Text: 'Who may be reached is checked again when each message leaves.',
	shared4: 'Your privacy',
	shared4Text:
		'Whoever runs this installation decides what is kept about you here. The portal itself uses only what signing in needs; the rest waits for your answer in Cookie Settings.',
	termsIntro:
		'These are the rules for using this portal. What your company has agreed in writing with whoever runs this installation stands before them.',
	terms1: 'Who may use the portal',
	terms1Text:
		'You may register a company when you are allowed to act for it. Each person signs in with their own email address, and does not lend it to others.',
	terms2: 'What you are responsible for',
	terms2Text:
		'Your company is the controller of the personal data it collects with Luvalla. You decide what you ask for and why, and that the texts people read are true.',
	terms3: 'What is not allowed',
	terms3Text:
		'You do not make refusing harder than accepting, send messages to people who have not allowed them, or try to see the data of other customers.',
	terms4: 'What we do with the data',
	terms4Text:
		'We process the personal data only on your company’s behalf, keep each customer’s data apart, and record who did what in the portal.',
	terms5: 'When it ends',
	terms5Text:
		'You may stop at any time. Before the data is erased you can take it out. Proof that the law requires is kept for as long as it is required.',
	terms6: 'Changes',
	terms6Text: 'We say in the portal when these rules change, before the change takes effect.',
} as const;
