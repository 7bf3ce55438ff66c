/** When an invoice is created, and when mails about it are sent. */

/** Days before the due date on which an invoice is created. */
export const INVOICE_AHEAD = 10

/** Days relative to the due date on which a mail is sent. */
export const mailDays = [-10, -3, 0, 3, 10] as const
export type MailDay = (typeof mailDays)[number]
/** Days by which a mail may be late. */
const LATEST_MAIL = 2

/** The mail to send now; undefined for none. `daysLeft` as returned by `daysUntil`. */
export const mailDue = (daysLeft: number): MailDay | undefined =>
  mailDays.findLast((day) => day <= -daysLeft && -daysLeft - day <= LATEST_MAIL)
