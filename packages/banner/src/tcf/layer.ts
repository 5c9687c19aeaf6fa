/** The second layer as websites load it: hands itself to the first. */
import type {} from './api.ts';
import { secondLayer } from './second.ts';
import type { TcfLayer } from './shapes.ts';

/** Given by the published `tcflayer.<language>.js`. */
declare const LUVALLA_LAYER: TcfLayer;

window.__tcfapi?.takeLayer?.((options) => secondLayer(LUVALLA_LAYER, options));
