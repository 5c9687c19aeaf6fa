/** Every number the specification or the design states, once, beside what it governs. */

/** portal.md section 9. */
export const APP_VERSION = 42;
export const MAX_CREDIT = 100;
export const COPYRIGHT_YEAR = 2021;
export const DEFAULT_DATE_FORMAT = 'MMM-DD-YYYY';
export const GVL_DATE_FORMAT = 'MMMM Do YYYY';
export const TREND_DATE_FORMAT = 'YYYY-MM-DD';
export const SWITCH_REFRESH_DELAY_MS = 2000;
export const SIDEBAR_NOTICE_MS = 4000;
export const REDIRECT_DELAY_MS = 1000;
export const RETRY_403_DELAY_MS = 2000;
export const OPTION_LIST_MAX_PX = 280;
export const CHART_HEIGHT_PX = 300;
export const DASHBOARD_FILTER_HOURS = 12;
export const CONSENT_FILTER_DAYS = 1;
export const HELP_LIMIT = 2;
export const HELP_CARDS_LIMIT = 10;

/** product.md, Sign-in. */
export const SIGN_IN_TTL_MINUTES = 10;
export const PRINTED_LINK_TTL_MINUTES = 30;
/** To an address, of one kind, for each who asks: a network, a user, a customer. So nobody uses up another's. */
export const MAILS_PER_ADDRESS_PER_HOUR = 5;
/** To an address, of one kind, whoever asks. Beyond it, who has not asked yet has one all the same. */
export const MAILS_TO_ONE_ADDRESS_PER_HOUR = 20;
/** To an address, of any kind and whoever asks: no more. */
export const MAILS_TO_ONE_ADDRESS_AT_MOST = 300;
export const TRIES_PER_CODE = 5;
export const REQUESTS_PER_IP_PER_MINUTE = 30;
/** Each leaves a row of up to 4 kB for twenty minutes. */
export const AUTHORIZATIONS_PER_IP_PER_MINUTE = 120;
export const SESSION_HOURS = 12;

/** product.md, Consent: kept and marked beyond these. */
export const CLOCK_AHEAD_HOURS = 24;
export const CLOCK_BEHIND_DAYS = 90;
export const IP_KEPT_DAYS = 30;
export const REASK_NO_MONTHS = 6;
export const RECORDS_PER_REQUEST = 100;

/** operations.md: header names of scoped calls. */
export const DOMAIN_KEY = 'domain_key';
export const CUSTOMER_KEY = 'customer_key';

/** portal.md section 9: customer status (product.md). */
export const CUSTOMER_STATUS = { notOnboarded: 0, onboarded: 1, onHold: 2 } as const;
/** An invitation may be accepted for this long. */
export const INVITE_DAYS = 7;

/** product.md, Administration: the ledger of credits counts in millionths of a credit. */
export const MICROS_PER_CREDIT = 1_000_000;
/** product.md, Status numbers. */
export const VOUCHER_STATUS = { open: 0, redeemed: 1, expired: 2, revoked: 3 } as const;
/** Tries to redeem a voucher, of one person. */
export const VOUCHER_TRIES_PER_HOUR = 5;
/** Licences, months of costs and years of invoices are counted by this place's clock. */
export const BILLING_ZONE = 'Europe/Helsinki';
/** Days before the end of a licence on which the customer's admins are told. */
export const LICENCE_REMINDER_DAYS = [30, 14, 3] as const;
