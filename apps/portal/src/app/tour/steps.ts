/** The steps of both tours: the road of a new customer to the first recorded consent, and five things of the frame for everybody else. */
import type { AnswerOf } from '@luvalla/contract/call';
import type { firstSteps } from '@luvalla/contract/insight/first-steps';
import shell from '../shell/Shell.module.css';
import type { en } from './messages/en.ts';

export type Done = AnswerOf<typeof firstSteps>;

export interface Step {
	/** `title_…` and `text_…` of the texts. */
	key: Extract<keyof typeof en, `title_${string}`> extends `title_${infer K}` ? K : never;
	/** What it points at; the first that is there. */
	anchors: readonly string[];
	/** The page on which it is done; absent: any. */
	path?: string;
	/** Whether it is done, where that can be known. */
	done?: (so: Done) => boolean;
	minutes: number;
}

const ADD = '[data-tour="add"]';
/** A phone has a button in its place. */
const MENU = `.${shell.shell} > .${shell.sidebar} > ul, .${shell.brand} button`;
const menu = (path: string): string => `nav a[href^="${path}"]`;

export const road: readonly Step[] = [
	{ key: 'domain', path: '/customerdomains', anchors: [ADD], done: (so) => so.domain || so.unproven !== null, minutes: 1 },
	{
		key: 'prove',
		path: '/customerdomains',
		anchors: ['main table tbody button[aria-haspopup="menu"]', 'main table'],
		done: (so) => so.domain,
		minutes: 2,
	},
	{ key: 'banner', path: '/lightconfig', anchors: [ADD], done: (so) => so.banner, minutes: 2 },
	{ key: 'snippet', path: '/lightconfig', anchors: ['main table tbody a', 'main table'], done: (so) => so.snippet, minutes: 2 },
	{ key: 'choice', path: '/customerdashboard', anchors: [menu('/customerdashboard')], done: (so) => so.choice, minutes: 1 },
	{ key: 'ledger', anchors: [menu('/reports'), MENU], minutes: 1 },
];

/** As long as it takes to read: twelve seconds. */
const READING = 0.2;

/** @param isAdmin of the platform, who has no selector of customers */
export const frameOf = (isAdmin: boolean): readonly Step[] => [
	{ key: 'menu', anchors: [MENU], minutes: READING },
	{ key: isAdmin ? 'selectorsAdmin' : 'selectors', anchors: [`.${shell.selectors}`, `.${shell.brand}`], minutes: READING },
	{ key: 'guide', anchors: ['[aria-controls="guide"]', '#guide'], minutes: READING },
	{ key: 'feedback', anchors: ['[data-tour="feedback"]'], minutes: READING },
	{ key: 'account', anchors: ['[data-tour="logout"]'], minutes: READING },
];

/** Where a step that is done by somebody else's page leads from here: the menu's entry of it. */
export const wayTo = (step: Step, pathname: string): readonly string[] =>
	step.path === undefined || pathname.toLowerCase().startsWith(step.path) ? step.anchors : [menu(step.path), MENU];
