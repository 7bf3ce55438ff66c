import type { MailboxFault } from '../../../../src/features/email/answers/contract'

/** What to do about a refused login: Google and Microsoft say it in no words of their own over IMAP. Pure. */
export function mailboxAdvice(failure: MailboxFault, host: string): 'google' | 'microsoft' | 'off' | undefined {
  if (failure !== 'login') return undefined
  if (/(^|\.)(gmail|googlemail)\.com$/i.test(host)) return 'google'
  return /(^|\.)(office365|outlook|hotmail)\.com$/i.test(host) ? 'microsoft' : 'off'
}
