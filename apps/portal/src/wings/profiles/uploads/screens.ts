import { nonAdmins, type Screen } from '#portal/app/screen.ts';
import { config } from '../menu.ts';
import { uploadSearch } from './uploads.search.ts';

const title = { en: 'Upload profiles from a CRM', fi: 'Tuo profiileja CRM-järjestelmästä' };
const load = () => import('./UploadScreen.tsx').then((m) => m.UploadScreen);

const uploadProfiles = {
	label: { en: 'Upload profiles', fi: 'Tuo profiileja' },
	also: {
		en: 'import csv excel file people contacts customers bring',
		fi: 'tuo tuonti csv excel tiedosto henkilöt asiakkaat yhteystiedot',
	},
};

export const screens: readonly Screen[] = [
	{
		path: '/upload',
		title,
		who: ['admin'],
		help: 'Upload profiles from a CRM',
		menu: [{ who: ['admin'], group: config, label: { en: 'Upload', fi: 'Tuonti' }, order: 3 }],
		search: uploadSearch,
		acts: [uploadProfiles],
		load,
	},
	{
		path: '/domainprofiles/upload',
		title,
		who: nonAdmins,
		help: 'Upload profiles from a CRM',
		under: '/domainprofiles',
		search: uploadSearch,
		acts: [uploadProfiles],
		load,
	},
];
