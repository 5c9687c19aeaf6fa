/** The measuring of policy points as a file of its own: whoever renders a banner adds it to the page and calls it. */
import { measureTcf } from './screen.ts';

declare global {
	interface Window {
		luvallaMeasureTcf?: typeof measureTcf;
	}
}

window.luvallaMeasureTcf = measureTcf;
