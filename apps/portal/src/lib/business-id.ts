/** As it is sent, of a customer as of a partner: the business ID trimmed (calls.md line 51). */
export const withTrimmedId = <V extends { businessId?: string | undefined }>(values: V): V =>
	values.businessId === undefined ? values : { ...values, businessId: values.businessId.trim() };
