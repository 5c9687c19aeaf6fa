/** How layers look, light and TCF alike. */

export interface Palette {
	button: string;
	buttonText: string;
	background: string;
	text: string;
	/** Text of less weight, 4.5:1 where the site's colours allow it. */
	soft: string;
	/** Edges of controls, 3:1. */
	edge: string;
	/** Hairlines: decoration. */
	line: string;
}

/** How the layers look beside their colours. */
export interface Look {
	/** Radii of the layers and of their buttons, CSS pixels. Absent: 14 and 8. */
	corners?: [layer: number, button: number];
	/** CSS `font-family`. Absent: the page's own. */
	font?: string;
	/** Address, relative to the file of the layers; what it says; size of the picture in its own pixels. */
	logo?: [address: string, alt: string, width: number, height: number];
}
