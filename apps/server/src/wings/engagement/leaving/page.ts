/** The pages behind links of letters, drawn here: no script, nobody's name, and nothing that a look at them changes. */
import { dayGiven } from '@luvalla/contract/consent/said.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { LOOK, lookPolicy, MARK } from '#kernel/http/look.ts';
import { type Choice, type LetterFacts, mailOf, mayResumeAll, type PermittedBy, type Reader, topicOf } from './letter.ts';
import { channelWord, type PageLanguage, words } from './words.ts';

const STYLE = `${LOOK}
header{border-bottom:1px solid var(--l)}header div,main{max-width:600px;margin:0 auto;padding:14px 20px}
header div{display:flex;justify-content:space-between;align-items:center;gap:16px}header a{padding:4px 0}
main{padding-top:28px;padding-bottom:64px}.c>h2{font-size:16px;margin:0 0 4px}
.c{background:var(--s);border:1px solid var(--l);border-radius:10px;padding:16px 20px;margin:0 0 12px}.c>:last-child,.c>:last-child>:last-child,.r>div>:last-child{margin-bottom:0}
.ok{background:var(--n)}dl{display:grid;grid-template-columns:minmax(90px,140px) 1fr;gap:6px 16px;margin:12px 0 0;padding:12px 0 0;border-top:1px solid var(--l)}dt{color:var(--q)}dd{margin:0}
button{display:block;width:100%;min-height:44px;margin:0 0 12px;padding:9px 16px;border:1px solid var(--e);border-radius:6px;background:var(--s);color:var(--t);font-weight:600;cursor:pointer}button:hover{background:var(--h)}
button.p{background:var(--f);border-color:var(--f);color:var(--o)}.r{display:flex;gap:16px;align-items:center;justify-content:space-between;flex-wrap:wrap}.r>div{flex:1 1 220px}.r button{width:auto;margin:0}
select{display:block;width:100%;min-height:44px;margin:0 0 12px;padding:8px 12px;border:1px solid var(--e);border-radius:6px;background:var(--s);color:var(--t)}`;

export const LETTER_POLICY = lookPolicy(STYLE, `form-action 'self'`);

export const page = (language: PageLanguage, title: string, body: string, here: string | null): string => {
	const w = words[language];
	const other = language === 'fi' ? 'en' : 'fi';
	const change = here === null ? '' : `<a href="${escapeHtml(here)}?lang=${other}" lang="${other}" hreflang="${other}">${w.other}</a>`;
	return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><header><div><span class="mark">${MARK}${w.head}</span>${change}</div></header><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
};

const partsIn = (at: Date, timeZone: string): Map<string, string> => {
	const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
	const read = (zone: string): Intl.DateTimeFormatPart[] =>
		new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone }).formatToParts(at);
	try {
		return new Map(read(timeZone).map(({ type, value }) => [type, value]));
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		return new Map(read('UTC').map(({ type, value }) => [type, value]));
	}
};

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day, or a moment. The reader's clock is not known: it is told as the sender's campaign counts time. */
const dayOf = (at: Date, language: PageLanguage, timeZone: string, timed = false): string => {
	const parts = partsIn(at, timeZone);
	const of = (type: string): string => parts.get(type) ?? '';
	return language === 'fi'
		? `${Number(of('day'))}.${Number(of('month'))}.${of('year')}${timed ? ` klo ${Number(of('hour'))}.${of('minute')}` : ''}`
		: `${MONTHS[Number(of('month')) - 1]}-${of('day')}-${of('year')}${timed ? `, ${of('hour')}:${of('minute')}` : ''}`;
};

const wordingOf = ({ facts }: Choice, language: string, version?: number): { name: string; about: string } => {
	const wording = (facts.versions.find((one) => one.version === version) ?? facts.versions.at(-1))?.wording ?? {};
	return wording[language] ?? Object.values(wording)[0] ?? { name: facts.name, about: '' };
};

/** Where the forms of a page send what is chosen. */
interface Place {
	readonly path: string;
	readonly language: PageLanguage;
}

const form = ({ path, language }: Place, fields: Readonly<Record<string, string>>, inside: string): string =>
	`<form method="post" action="${path}?lang=${language}">${Object.entries(fields)
		.map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
		.join('')}${inside}</form>`;

export const button = (label: string, first = false): string => `<button type="submit"${first ? ' class="p"' : ''}>${label}</button>`;

/** @param stopped everything was: no single yes would come to anything */
const choiceCard = (place: Place, choice: Choice, stopped: boolean): string => {
	const { language } = place;
	const w = words[language];
	const { name, about } = wordingOf(choice, language);
	// A no can be said to what was never asked, too.
	const on = choice.value !== false;
	const state = choice.value === true ? w.yes : choice.value === false ? w.no : choice.basis === 'consent' ? w.never : w.permittedWithout;
	const by = choice.tracks ? w.follows : w.comesBy(choice.channels.map((one) => channelWord(language, one)));
	const hidden = `<span class="v">${escapeHtml(w.about(name))}</span>`;
	const change = on
		? form(place, { do: 'purpose', purpose: choice.facts.id, value: 'no' }, button(`${w.sayNo}${hidden}`))
		: choice.mayUndo && !stopped
			? form(place, { do: 'purpose', purpose: choice.facts.id, value: 'yes' }, button(`${w.undo}${hidden}`))
			: '';
	return `<div class="c r"><div><h3>${escapeHtml(name)}</h3>${about === '' ? '' : `<p class="q">${escapeHtml(about)}</p>`}<p class="q">${escapeHtml(by)}</p><p><strong>${state}</strong></p></div>${change}</div>`;
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

/** Stop these, stop everything, and everything between. @param said what was just done */
export const leavePage = (language: PageLanguage, path: string, letter: LetterFacts, reader: Reader, said: string | null): string => {
	const w = words[language];
	const place: Place = { path, language };
	const customer = escapeHtml(letter.plan.customerName);
	const topic = topicOf(letter, reader);
	const left = topic.length > 0 && topic.every(({ value }) => value === false);
	const stopped = reader.objectedAt !== null;
	const paused = reader.pausedUntil;
	// The title says it already.
	const status = said === null || (left && said === w.topicStopped) ? '' : `<p class="c ok" role="status">${escapeHtml(said)}</p>`;
	const [only, ...others] = topic;
	const undo =
		left && only?.mayUndo && others.length === 0 && !stopped
			? form(place, { do: 'purpose', purpose: only.facts.id, value: 'yes' }, button(w.undo))
			: '';
	return page(
		language,
		left ? w.topicStopped : w.leaveTitle,
		`${status}<p class="q">${w.leaveText(customer)}</p>${left ? undo : form(place, { do: 'topic' }, button(w.stopTopic, true))}${stopped ? `<p>${w.allStopped(customer)}</p>${mayResumeAll(reader) ? form(place, { do: 'resume-all' }, button(w.resumeAll)) : ''}` : form(place, { do: 'everything' }, button(w.stopAll(customer)))}<p class="q">${w.atOnce}</p><h2 id="preferences">${w.byPurpose}</h2>${reader.choices.map((one) => choiceCard(place, one, reader.objectedAt !== null)).join('')}<p class="q">${w.yesElsewhere} <a href="/">${w.head}</a></p>${languageCard(place, letter)}<h2>${w.pause}</h2><div class="c">${paused === null ? `<p>${w.pauseText}</p>${form(place, { do: 'pause' }, button(w.setPause))}` : `<p>${w.pausedUntil(escapeHtml(dayOf(paused, language, letter.plan.options.timeZone)))}</p>${form(place, { do: 'resume' }, button(w.resume))}`}</div><p><a href="${path}/why?lang=${language}">${w.why}</a></p>`,
		path,
	);
};

const quoted = (about: string, language: PageLanguage): string =>
	about === '' ? '' : `<p>${language === 'fi' ? '”' : '“'}${escapeHtml(about)}”</p>`;

/** How somebody came to have said yes, as the record knows it and no further. */
const becauseOf = ({ plan }: LetterFacts, by: PermittedBy, language: PageLanguage, choice: Choice | undefined): string => {
	const w = words[language];
	const given = dayGiven(by.at.toISOString(), by.how);
	const at = (timed: boolean): string =>
		escapeHtml(given === null ? dayOf(by.at, language, plan.options.timeZone, timed) : dayOf(new Date(`${given}T12:00Z`), language, 'UTC'));
	const name = choice === undefined ? '' : `<h2>${escapeHtml(wordingOf(choice, language).name)}</h2>`;
	// What was read then, in the language in which it was read; else what it is about, in the reader's.
	const seen = choice && wordingOf(choice, by.language, by.version).about;
	const isForeign = choice !== undefined && by.language !== language && choice.facts.versions.some(({ wording }) => wording[by.language]);
	const said = !by.shown
		? `<p class="q">${w.notShown}</p>${choice ? `<p>${escapeHtml(wordingOf(choice, language).about)}</p>` : ''}`
		: seen
			? `<p class="q">${isForeign ? w.sawIn(languageName(by.language, language)) : w.saw}</p><div lang="${escapeHtml(by.language)}">${quoted(seen, language)}</div>`
			: '';
	const way = (Object.hasOwn(w.whyYes, by.how) ? w.whyYes[by.how] : undefined) ?? w.whyYes.api;
	const where = by.source !== null && ['api', 'import', 'assisted'].includes(by.how) ? [w.source, by.source] : [w.where, plan.host];
	return `<p class="q">${way(at(false), escapeHtml(plan.customerName), escapeHtml(plan.host))}</p><div class="c">${name}${said}<dl>${by.shown ? `<dt>${w.chose}</dt><dd>${w.choseYes}</dd>` : ''}<dt>${w.when}</dt><dd>${at(true)}</dd><dt>${where[0]}</dt><dd>${escapeHtml(where[1] ?? '')}</dd></dl></div>`;
};

const languageName = (code: string, language: PageLanguage): string =>
	new Intl.DisplayNames([language], { type: 'language', fallback: 'code' }).of(code) ?? code;

/** Why did I get this? @param said what was just done */
export const whyPage = (language: PageLanguage, path: string, letter: LetterFacts, said: string | null = null): string => {
	const w = words[language];
	const { plan, reader, permittedBy } = letter;
	const customer = escapeHtml(plan.customerName);
	const day = (at: Date, timed: boolean): string => escapeHtml(dayOf(at, language, plan.options.timeZone, timed));
	const sent = `<div class="c"><h2>${escapeHtml(letter.subject || w.aLetter)}</h2>${letter.sentAt ? `<p class="q">${w.sent(day(letter.sentAt, true))}</p>` : ''}</div>`;
	const nameless = `<p class="q">${w.nameless}</p>`;
	const here = `${path}/why`;
	if (plan.isTransactional)
		return page(
			language,
			w.why,
			`<p class="q">${w.duty(customer)}</p>${letter.reason ? `<div class="c"><h2>${w.dutyReason}</h2><p>${escapeHtml(letter.reason)}</p></div>` : ''}${sent}${nameless}`,
			here,
		);
	if (!reader) return goneByPage(language, letter, here);
	const topic = topicOf(letter, reader);
	const choice = permittedBy
		? reader.choices.find(({ facts }) => facts.id === permittedBy.purposeId)
		: topic.find(({ basis }) => basis !== 'consent');
	const left = topic.length > 0 && topic.every(({ value }) => value === false);
	const stop = left
		? `<p class="c ok">${w.topicStopped}</p>`
		: `${form({ path, language }, { do: 'topic' }, button(w.stopTopic, true))}<p class="q">${w.atOnce}</p>`;
	const because = permittedBy
		? becauseOf(letter, permittedBy, language, choice)
		: choice
			? `<p class="q">${w.whyBasis(customer)}</p><div class="c"><h2>${escapeHtml(wordingOf(choice, language).name)}</h2>${quoted(wordingOf(choice, language).about, language)}<p>${w.bases[choice.basis] ?? ''}</p></div>`
			: `<p class="q">${w.whyGone(customer)}</p>`;
	const isMailed = mailOf(letter, reader) !== null;
	const take = isMailed ? form({ path, language }, { do: 'receipt' }, button(w.sendReceipt)) : `<p><a href="/">${w.head}</a></p>`;
	const receipt = permittedBy
		? `<div class="c"><h2>${w.receipt}</h2><p class="q">${isMailed ? w.receiptText : w.receiptElsewhere}</p>${take}<dl><dt>${w.record}</dt><dd>${permittedBy.recordId}</dd></dl></div>`
		: '';
	const status = said === null ? '' : `<p class="c ok" role="status">${escapeHtml(said)}</p>`;
	return page(
		language,
		w.why,
		`${status}${because}${stop}${receipt}${sent}<p><a href="${path}?lang=${language}#preferences">${w.preferences}</a></p>${nameless}`,
		here,
	);
};

const goneByPage = (language: PageLanguage, { plan }: LetterFacts, here: string): string =>
	page(language, words[language].gone, `<p>${words[language].goneText(escapeHtml(plan.customerName))}</p>`, here);

/** Whoever got it is erased. */
export const gonePage = (language: PageLanguage, path: string, letter: LetterFacts): string => goneByPage(language, letter, path);

/** Nobody here wrote such a letter. */
export const noLetterPage = (language: PageLanguage, why: 'noneText' | 'many'): string =>
	page(language, words[language].none, `<p>${words[language][why]}</p>`, null);
