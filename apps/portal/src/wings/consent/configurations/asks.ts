/** What the editors of banners begin with, by their path (`Asks` of app/places.ts). */
const customers = '/api/customer/customerdomainlist';
const at = '/api/cmpconfigurator';
const light = [`${at}/templates/light`, `${at}/lightcmpbundle`, `${at}/sdk`, customers];
const tcf = [`${at}/templates/tcf`, `${at}/cmpbundle`, `${at}/sdk`, `${at}/gvlfile`, customers];

export const asks = {
	'/lightconfig/new': [...light, `${at}/templates/light/bottom-bar`],
	'/lightconfig/$id': [...light, `${at}/$id`],
	'/tcfconfig/new': [...tcf, `${at}/templates/tcf/tcf-bar`],
	'/tcfconfig/$id': [...tcf, `${at}/$id`],
};
