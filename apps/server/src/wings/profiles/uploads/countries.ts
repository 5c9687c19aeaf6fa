/** Countries as files write them: by code, or by name in a language that banners speak. */
import { BannerLanguage } from '@luvalla/contract/consent/languages.ts';

/** ISO 3166-1: the two letters of each country, and its three. */
const CODES = (
	'ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB BDBGD BEBEL BFBFA ' +
	'BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN CCCCK CDCOD CFCAF CGCOG ' +
	'CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU DJDJI DKDNK DMDMA DODOM DZDZA ECECU ' +
	'EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL ' +
	'GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD ' +
	'IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO ' +
	'LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG ' +
	'MOMAC MPMNP MQMTQ MRMRT MSMSR MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL ' +
	'NRNRU NUNIU NZNZL OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU ' +
	'RSSRB RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP SVSLV ' +
	'SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN TZTZA UAUKR UGUGA ' +
	'UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF ZMZMB ZWZWE XKXKX'
).split(' ');

/** What people and programs write beside the names that the languages have. */
const ALSO: Readonly<Record<string, string>> = {
	uk: 'GB',
	greatbritain: 'GB',
	britain: 'GB',
	england: 'GB',
	scotland: 'GB',
	wales: 'GB',
	northernireland: 'GB',
	englanti: 'GB',
	isobritannia: 'GB',
	el: 'GR',
	usa: 'US',
	unitedstatesofamerica: 'US',
	america: 'US',
	amerikanyhdysvallat: 'US',
	holland: 'NL',
	thenetherlands: 'NL',
	hollanti: 'NL',
	czechrepublic: 'CZ',
	slovakrepublic: 'SK',
	republicofireland: 'IE',
	russianfederation: 'RU',
	korea: 'KR',
	republicofkorea: 'KR',
	vietnam: 'VN',
	turkey: 'TR',
	uae: 'AE',
	macedonia: 'MK',
	drcongo: 'CD',
	democraticrepublicofthecongo: 'CD',
	republicofthecongo: 'CG',
	ivorycoast: 'CI',
	burma: 'MM',
	swaziland: 'SZ',
	capeverde: 'CV',
};

/** Letters and digits alone, whatever their case and their accents. */
export const folded = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');

let names: ReadonlyMap<string, string> | null = null;

/** Made when a name is asked for, which takes some 50 ms, and kept: 4,600 names. */
const namesOf = (): ReadonlyMap<string, string> => {
	const found = new Map<string, string>();
	/** What two languages call two countries, such as Kongo. */
	const several = new Set<string>();
	for (const language of BannerLanguage.options)
		for (const style of ['long', 'short'] as const) {
			const inLanguage = new Intl.DisplayNames(language, { type: 'region', fallback: 'none', style });
			for (const code of CODES.map((both) => both.slice(0, 2))) {
				const name = folded(inLanguage.of(code) ?? '');
				if (name === '') continue;
				if ((found.get(name) ?? code) !== code) several.add(name);
				found.set(name, code);
			}
		}
	for (const name of several) found.delete(name);
	for (const both of CODES) found.set(both.slice(2).toLowerCase(), both.slice(0, 2));
	for (const [name, code] of Object.entries(ALSO)) found.set(name, code);
	return found;
};

/** Two letters, as ISO 3166-1 has them, for what a cell says; null: no country that is known. Letters that are no country's pass as they are. */
export const countryOf = (text: string): string | null => {
	const also = text.length > 2 ? undefined : ALSO[text.toLowerCase()];
	if (also !== undefined) return also;
	if (/^[A-Za-z]{2}$/.test(text)) return text.toUpperCase();
	names ??= namesOf();
	return names.get(folded(text)) ?? null;
};
