/** How a banner looks beside its template, place and colours: the same for both kinds. */
import * as z from 'zod';
import { line } from '../fields.ts';
import { pictureOf } from './picture.ts';

export const LOGO_MAX_BYTES = 50 * 1024;
/** Of either side. A browser that draws a larger one for 32 pixels of height wastes the visitor's memory. */
const LOGO_MAX_PIXELS = 2000;

/** What keeps an address from being a logo, in the words of a field. */
const wrongWith = (address: string): string | null => {
	const picture = pictureOf(address);
	if (!picture) return 'Use a PNG, JPEG or WebP picture';
	if (picture.bytes.length > LOGO_MAX_BYTES) return 'Use a picture of at most 50 kB';
	if (Math.max(picture.width, picture.height) > LOGO_MAX_PIXELS) return 'Use a picture of at most 2000 × 2000 pixels';
	return picture.moves ? 'Use a picture that does not move' : null;
};

export const Logo = z.object({
	/** The picture itself as a `data:` address: PNG, JPEG or WebP. Publishing makes a file of it. */
	image: z.string().superRefine((address, context) => {
		const message = wrongWith(address);
		if (message) context.addIssue({ code: 'custom', message });
	}),
	/** Language → what it says to those who do not see it; none: the title says it already. */
	alt: z.record(z.string(), line(120)).default({}),
});
export type Logo = z.infer<typeof Logo>;

export const Corners = z.enum(['square', 'soft', 'round']);
export type Corners = z.infer<typeof Corners>;

/** `site`: what the page's body has. `named`: a family that the site loads itself. */
export const Font = z.enum(['site', 'system', 'serif', 'named']);
export type Font = z.infer<typeof Font>;

/** Where the way back to the choices stands; `none`: the site has a link of its own (`data-luvalla-show`). */
export const ReopenPlace = z.enum(['bottom-left', 'bottom-right', 'left', 'right', 'none']);
export type ReopenPlace = z.infer<typeof ReopenPlace>;
export const ReopenSign = z.enum(['cookie', 'words']);
export type ReopenSign = z.infer<typeof ReopenSign>;

/** Fields of a configuration of either kind. What is absent looks as it did before there was a choice. */
export const lookFields = {
	logo: Logo.nullable().default(null),
	corners: Corners.default('soft'),
	font: Font.default('site'),
	/** Family of the site's own, where `font` is `named`; empty: as `site`. */
	fontName: z
		.string()
		.trim()
		.regex(/^([A-Za-z0-9À-ž][A-Za-z0-9À-ž _-]{0,59})?$/, { error: 'Use letters, digits, spaces and hyphens' })
		.default(''),
	reopen: z
		.object({
			/** Absent: at the foot, on the side where the banner stands. */
			place: ReopenPlace.optional(),
			sign: ReopenSign.default('cookie'),
		})
		.default({ sign: 'cookie' }),
};
