/** Where a server of text messages brings what people answer, behind the public address: the customer in base 36 and the connector's id. */
export const repliesPath = (customerId: number, connectorId: string): string => `/m/sms/${customerId.toString(36)}-${connectorId}/replies`;
