import { categories, texts } from './texts.js';

window.tarteaucitronForceLanguage = 'en';
window.tarteaucitronCustomText = {
	middleBarHead: texts.title,
	alertBigPrivacy: texts.body,
	acceptAll: texts.accept,
	denyAll: texts.refuse,
	personalize: texts.choose,
	title: texts.choicesTitle,
};
const services = {};
for (const [key, { name }] of Object.entries(categories)) {
	services[key] = {
		key,
		type: { statistics: 'analytic', marketing: 'ads', media: 'video' }[key],
		name,
		uri: '',
		needConsent: true,
		cookies: [],
		js() {},
	};
}
tarteaucitron.init({
	privacyUrl: '',
	bodyPosition: 'bottom',
	orientation: 'bottom',
	groupServices: false,
	showTitleBanner: true,
	showAlertSmall: false,
	cookieslist: false,
	showIcon: true,
	adblocker: false,
	DenyAllCta: true,
	AcceptAllCta: true,
	highPrivacy: true,
	removeCredit: true,
	moreInfoLink: false,
	useExternalCss: false,
	useExternalJs: false,
	mandatory: true,
});
for (const [key, service] of Object.entries(services)) {
	tarteaucitron.services[key] = service;
	tarteaucitron.job = [...(tarteaucitron.job ?? []), key];
}
