/** A message ready to be made for anybody: what publishing a constellation freezes, and what one person gets of it. */
import { CHANNELS } from '@luvalla/contract/channels.ts';
import { Placement } from '@luvalla/contract/placement.ts';
import * as z from 'zod';

/** What one language says. Each is the source of a Liquid template; `html` is a whole document, compiled and made safe. */
const FrozenLanguage = z.object({
	subject: z.string().nullable(),
	html: z.string().nullable(),
	text: z.string().nullable(),
	heroimage: z.string().nullable(),
	/** What the picture shows. */
	heroimageAlt: z.string().nullable(),
});

/** As `constellation_version.frozen` stores it. */
export const Frozen = z.object({
	channel: z.enum(CHANNELS),
	/** The language of those whose own is not there. */
	language: z.string(),
	languages: z.record(z.string(), FrozenLanguage),
	/** On the web channel: how it stands on the site; absent: it is pushed to browsers. */
	placement: Placement.optional(),
	/** On the webhook channel: where to, with sealed header values. */
	webHook: z.object({ url: z.string(), headerValues: z.array(z.object({ header: z.string(), value: z.string() })) }).nullable(),
});
export type Frozen = z.infer<typeof Frozen>;

/** What a template may say of a person and of who writes, as Liquid names it. */
export interface Facts {
	readonly person: Readonly<Record<string, string | null>>;
	readonly attributes: Readonly<Record<string, string | number | boolean>>;
	readonly domain: { readonly name: string };
	readonly customer: { readonly name: string };
	readonly sender: { readonly name: string; readonly address: string; readonly postal: string };
	readonly campaign: { readonly title: string };
	/** By whose clock dates are written: the person's own, else the campaign's; absent: UTC. */
	readonly zone?: string | undefined;
}

/** Addresses that are this recipient's own. */
export interface Links {
	readonly unsubscribe: string;
	/** Why did I get this? */
	readonly why: string;
	readonly preferences: string;
	/** What stands in a link of the letter instead of where it leads; `place` counts links through the letter, from 0. */
	readonly through: (url: string, place: number) => string;
	/** Null: nobody sees when it is opened. */
	readonly pixel: string | null;
}

/** What one recipient gets. */
export interface Made {
	readonly subject: string | null;
	readonly html: string | null;
	readonly text: string | null;
	readonly heroimage: string | null;
	/** That it is written in, whatever its reader's is. */
	readonly language: string;
	/** Of a text message: its template without what is said of people. */
	readonly own?: string;
	/** Of a text message: where addresses begin that its author wrote. */
	readonly addresses?: readonly number[];
}

/** A template could not be made for this person; others may be fine. */
export class TemplateFailed extends Error {
	override readonly name = 'TemplateFailed';
}
