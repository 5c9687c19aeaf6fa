/** What the gate's browser reads off a rendered banner: shapes shared by the page's script and the server. */

/** One of the two answers, as it is on the screen. Lengths are CSS pixels; colours `r g b`, laid over what is behind them. */
export interface AnswerFacts {
	tag: string;
	role: string;
	width: number;
	height: number;
	fontSize: string;
	fontWeight: string;
	decoration: string;
	ink: [number, number, number];
	ground: [number, number, number];
	border: string;
	opacity: number;
	/** Inside the window without scrolling, and nothing lies over its middle. */
	seen: boolean;
}

export interface LayerFacts {
	refuse: AnswerFacts | null;
	accept: AnswerFacts | null;
	/** Share of the window in which the page below can still be pressed, 0 to 1. */
	free: number;
	/** Switches of categories on the layer that is shown, and how many of them are on. */
	switches: number;
	on: number;
}

/** `window.luvallaMeasure`, once the script runs. */
export interface Measure {
	layer(labels: { refuse: string; accept: string }): LayerFacts;
	/** The same of any banner on its first layer, by its answers as elements of this document (a browser's; null: there is none). Its switches are not counted. */
	of(refuse: object | null, accept: object | null): LayerFacts;
	/** Text of the control that has the focus, through shadow roots; '' when the page's body has it. */
	focused(): string;
}
