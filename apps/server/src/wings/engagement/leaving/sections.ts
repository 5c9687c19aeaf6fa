/** What somebody may change on the pages of a letter: topics, channels, how many, the language and a pause. Each press is saved at once. */
import { CAP_DAYS, MOST_CHOSEN } from '@luvalla/contract/people/own-choice.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { button, dayOf, form, languageName, type Place, wordingOf } from './draw.ts';
import { type Choice, isOn, type LetterFacts, mayResumeAll, mayYesToAll, type Reader } from './letter.ts';
import type { OwnChannel } from './own.ts';
import { channelWord, words } from './words.ts';

/** @param change null: it cannot be changed here */
const switched = (place: Place, on: boolean, change: Readonly<Record<string, string>> | null, id: string): string => {
	const w = words[place.language];
	const pressed = `<button type="submit" role="switch" aria-checked="${on}" aria-labelledby="${id}-name" aria-describedby="${id}-about"${change === null ? ' disabled' : ''}><span aria-hidden="true">${on ? w.isYes : w.isNo}</span><i></i></button>`;
	return form({ ...place, at: `#${id}` }, change ?? {}, pressed);
};

const row = (id: string, name: string, about: readonly string[], change: string): string =>
	`<li id="${id}" class="r"><div class="u"><h3 id="${id}-name">${escapeHtml(name)}</h3><div id="${id}-about">${about
		.filter((one) => one !== '')
		.map((one) => `<p class="q">${escapeHtml(one)}</p>`)
		.join('')}</div></div>${change}</li>`;

/** @param stopped everything was: no single yes would come to anything */
const topicRow = (place: Place, choice: Choice, stopped: boolean): string => {
	const { language } = place;
	const w = words[language];
	const id = `t-${choice.facts.id}`;
	const { name, about } = wordingOf(choice, language);
	const state = choice.value === true ? w.yes : choice.value === false ? w.no : choice.basis === 'consent' ? w.never : w.permittedWithout;
	const by = choice.tracks ? w.follows : w.comesBy(choice.channels.map((one) => channelWord(language, one)));
	const on = isOn(choice);
	const say = (value: 'yes' | 'no') => ({ do: 'purpose', purpose: choice.facts.id, value });
	// A no can be said to what was never asked, too.
	const asked = choice.value !== null || on;
	const change = asked
		? switched(place, on, on ? say('no') : choice.mayUndo && !stopped ? say('yes') : null, id)
		: form({ ...place, at: `#${id}` }, say('no'), button(`${w.sayNo}<span class="v">${escapeHtml(w.about(name))}</span>`));
	return row(id, name, [about, by, state], change);
};

/** No and yes to every topic, beside each other; where the page may say no yes, the way to where it is said. */
const allTopics = (place: Place, reader: Reader): string => {
	const { choices, objectedAt } = reader;
	if (choices.length === 0 || objectedAt !== null) return '';
	const w = words[place.language];
	const here = { ...place, at: '#all' };
	const press = (value: 'yes' | 'no', label: string, holds: boolean): string =>
		form(here, { do: 'all', value }, `<button type="submit"${holds ? ' disabled' : ''}>${label}</button>`);
	const no = press(
		'no',
		w.noToAll,
		choices.every(({ value }) => value === false),
	);
	const yes = mayYesToAll(reader) ? press('yes', w.yesToAll, choices.every(isOn)) : `<a href="/profile/privacy">${w.yesSignedIn}</a>`;
	return `<div class="two" id="all">${no}${yes}</div>`;
};

const channelRow = (place: Place, { channel, on, mayUndo }: OwnChannel): string => {
	const w = words[place.language];
	const id = `c-${channel}`;
	const change = on ? 'no' : mayUndo ? 'yes' : null;
	const form = switched(place, on, change && { do: 'channel', channel, value: change }, id);
	return row(id, w.channelNames[channel], [w.channelAbouts[channel]], form);
};

/** How many at most: without a limit, in a week, in a month; and how many of them. */
const capCard = (place: Place, { own: { cap } }: Reader): string => {
	const w = words[place.language];
	const here = { ...place, at: '#often' };
	const messages = String(cap?.messages ?? 2);
	const period = (days: string, label: string, on: boolean): string =>
		`<button type="submit" name="days" value="${days}" aria-pressed="${on}">${label}</button>`;
	const periods = CAP_DAYS.map((days) => period(String(days), w.capPeriods[days], cap?.days === days)).join('');
	const step = (by: -1 | 1): string => {
		if (cap === null) return '';
		const next = cap.messages + by;
		return `<button type="submit" name="messages" value="${next}" aria-label="${by < 0 ? w.fewer : w.more}"${next < 1 || next > MOST_CHOSEN ? ' disabled' : ''}>${by < 0 ? '−' : '+'}</button>`;
	};
	const number =
		cap === null
			? ''
			: `<div class="g n" role="group" aria-labelledby="often-of">${form(here, { do: 'cap', days: String(cap.days) }, `${step(-1)}<b aria-hidden="true">${cap.messages}</b>${step(1)}`)}<span id="often-of">${w.capOf(cap.messages, cap.days)}</span></div>`;
	return `<div class="c" id="often"><h3 id="often-name">${w.often}</h3><p class="q">${w.oftenText}</p><div class="g" role="group" aria-labelledby="often-name">${form(here, { do: 'cap', messages }, `${period('', w.capNone, cap === null)}${periods}`)}</div>${number}</div>`;
};

const languageCard = (place: Place, { languages, language }: LetterFacts): string => {
	if (languages.length < 2) return '';
	const w = words[place.language];
	const options = languages
		.map(
			(one) =>
				`<option value="${escapeHtml(one)}"${one === language ? ' selected' : ''}>${escapeHtml(languageName(one, place.language))}</option>`,
		)
		.join('');
	return `<h2 id="language">${w.language}</h2><div class="c">${form(place, { do: 'language' }, `<select name="language" aria-labelledby="language">${options}</select>${button(w.setLanguage)}`)}</div>`;
};

const pauseCard = (place: Place, { pausedUntil }: Reader, timeZone: string): string => {
	const w = words[place.language];
	const inside =
		pausedUntil === null
			? `<p>${w.pauseText}</p>${form(place, { do: 'pause' }, button(w.setPause))}`
			: `<p>${w.pausedUntil(escapeHtml(dayOf(pausedUntil, place.language, timeZone)))}</p>${form(place, { do: 'resume' }, button(w.resume))}`;
	return `<h2>${w.pause}</h2><div class="c">${inside}</div>`;
};

/** What the letter is about first, then what was answered. */
const inOrder = ({ lane }: LetterFacts, { choices }: Reader): Choice[] => {
	const place = ({ facts, value }: Choice): number => (lane.purposes.includes(facts.id) ? 0 : value === null ? 2 : 1);
	return choices.toSorted((a, b) => place(a) - place(b));
};

/** Everything that may be changed. */
export const sections = (place: Place, letter: LetterFacts, reader: Reader): string => {
	const w = words[place.language];
	const stopped = reader.objectedAt !== null;
	const topics = `<ul class="c">${inOrder(letter, reader)
		.map((one) => topicRow(place, one, stopped))
		.join('')}</ul>${allTopics(place, reader)}<p class="q">${w.yesElsewhere} <a href="/profile/privacy">${w.head}</a></p>`;
	const channels = `<ul class="c">${reader.own.channels.map((one) => channelRow(place, one)).join('')}</ul>`;
	return `<h2 id="preferences">${w.byPurpose}</h2>${topics}<h2>${w.byChannel}</h2><p class="q">${w.byChannelText}</p>${channels}${capCard(place, reader)}${languageCard(place, letter)}${pauseCard(place, reader, letter.plan.options.timeZone)}`;
};

/** Stop everything, or take that back. */
export const everythingCard = (place: Place, { plan }: LetterFacts, reader: Reader): string => {
	const w = words[place.language];
	const customer = escapeHtml(plan.customerName);
	if (reader.objectedAt === null) return form(place, { do: 'everything' }, button(w.stopAll(customer)));
	return `<p>${w.allStopped(customer)}</p>${mayResumeAll(reader) ? form(place, { do: 'resume-all' }, button(w.resumeAll)) : ''}`;
};
