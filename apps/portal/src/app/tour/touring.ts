/** Whether the tour is on: by itself on the first visit with this browser, and whenever somebody asks for it. A reload goes on with it. */
const KEY = 'luvalla.tour';

/** What is kept: nothing before the first visit, `on` until it is left. */
export const isTouring = (): boolean => localStorage.getItem(KEY) !== 'off';

export const keepTouring = (on: boolean): void => localStorage.setItem(KEY, on ? 'on' : 'off');
