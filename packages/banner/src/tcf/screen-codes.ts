/** Codes of the points that are measured on the screen. */
export const tcfScreenCodes = [
	'tcf_first_device',
	'tcf_first_data',
	'tcf_first_partners',
	'tcf_first_purposes',
	'tcf_first_special',
	'tcf_first_legitimate',
	'tcf_first_withdraw',
	'tcf_first_answers',
	'tcf_first_manage',
	'tcf_second_off',
	'tcf_second_purposes',
	'tcf_second_special',
	'tcf_second_object',
	'tcf_second_partners',
	'tcf_second_answers',
] as const;
export type TcfScreenCode = (typeof tcfScreenCodes)[number];
