/** The pages behind links of letters, drawn here: no script, nobody's name, and nothing that a look at them changes. */
import { dayGiven } from '@luvalla/contract/consent/said.ts';
import { escapeHtml } from '#kernel/http/html.ts';
import { button, dayOf, form, languageName, type Place, page, wordingOf } from './draw.ts';
import { type Choice, type LetterFacts, mailOf, type PermittedBy, type Reader, topicOf } from './letter.ts';
import { everythingCard, sections } from './sections.ts';
import { type PageLanguage, words } from './words.ts';

/** What was just done, where it stays in sight. */
const statusOf = (said: string | null): string => (said === null ? '' : `<p class="c ok st" role="status">${escapeHtml(said)}</p>`);

/** Stop these, stop everything, and everything between. @param said what was just done */
export const leavePage = (language: PageLanguage, path: string, letter: LetterFacts, reader: Reader, said: string | null): string => {
	const w = words[language];
	const place: Place = { path, language };
	const customer = escapeHtml(letter.plan.customerName);
	const topic = topicOf(letter, reader);
	const left = topic.length > 0 && topic.every(({ value }) => value === false);
	// The title says it already.
	const status = left && said === w.topicStopped ? '' : statusOf(said);
	const [only, ...others] = topic;
	const undo =
		left && only?.mayUndo && others.length === 0 && reader.objectedAt === null
			? form(place, { do: 'purpose', purpose: only.facts.id, value: 'yes' }, button(w.undo))
			: '';
	return page(
		language,
		left ? w.topicStopped : w.leaveTitle,
		`<p class="q">${w.leaveText(customer)}</p>${left ? undo : form(place, { do: 'topic' }, button(w.stopTopic, true))}${everythingCard(place, letter, reader)}<p class="q">${w.atOnce}</p>${sections(place, letter, reader)}<p><a href="${path}/why?lang=${language}">${w.why}</a> · <a href="/profile/privacy">${w.head}</a></p>${status}`,
		path,
		letter.plan.customerName,
	);
};

/** How they may be in touch: what a letter's *Change what you get* opens. @param said what was just done */
export const choosePage = (language: PageLanguage, path: string, letter: LetterFacts, reader: Reader, said: string | null): string => {
	const w = words[language];
	const here = `${path}/choose`;
	const place: Place = { path: here, language };
	const customer = escapeHtml(letter.plan.customerName);
	return page(
		language,
		w.chooseTitle,
		`<p class="q">${w.chooseText(customer)}</p>${sections(place, letter, reader)}<h2>${w.stopTitle}</h2>${everythingCard(place, letter, reader)}<p><a href="${path}/why?lang=${language}">${w.why}</a> · <a href="/profile/privacy/data">${w.known}</a></p><p class="q">${customer}</p>${statusOf(said)}`,
		here,
		letter.plan.customerName,
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
			plan.customerName,
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
	const take = isMailed
		? form({ path, language }, { do: 'receipt' }, button(w.sendReceipt))
		: `<p><a href="/profile/privacy">${w.head}</a></p>`;
	const receipt = permittedBy
		? `<div class="c"><h2>${w.receipt}</h2><p class="q">${isMailed ? w.receiptText : w.receiptElsewhere}</p>${take}<dl><dt>${w.record}</dt><dd>${permittedBy.recordId}</dd></dl></div>`
		: '';
	const status = said === null ? '' : `<p class="c ok" role="status">${escapeHtml(said)}</p>`;
	return page(
		language,
		w.why,
		`${status}${because}${stop}${receipt}${sent}<p><a href="${path}/choose?lang=${language}">${w.preferences}</a> · <a href="/profile/privacy/messages">${w.allMessages}</a></p>${nameless}`,
		here,
		plan.customerName,
	);
};

const goneByPage = (language: PageLanguage, { plan }: LetterFacts, here: string): string =>
	page(language, words[language].gone, `<p>${words[language].goneText(escapeHtml(plan.customerName))}</p>`, here, plan.customerName);

/** Whoever got it is erased. */
export const gonePage = (language: PageLanguage, path: string, letter: LetterFacts): string => goneByPage(language, letter, path);

/** Nobody here wrote such a letter. */
export const noLetterPage = (language: PageLanguage, why: 'noneText' | 'many'): string =>
	page(language, words[language].none, `<p>${words[language][why]}</p>`, null, null);
