/** What differs between Google and Microsoft: addresses, scopes, mail servers. */
import type { SmtpSecurity } from '../../platform/smtp-settings'
import type { MailProvider } from './contract'

export type MailServerAt = { readonly host: string; readonly port: number; readonly security: SmtpSecurity }

export type Provider = {
  /** Pages and services for signing in. `{tenant}` is the operator's `microsoftTenant`. */
  readonly authorize: string
  readonly token: string
  /** Withdraws a token; Microsoft has no such address. */
  readonly revoke: string | null
  readonly scopes: readonly string[]
  /** Without these the account is of no use. */
  readonly needed: readonly string[]
  readonly parameters: Readonly<Record<string, string>>
  readonly smtp: MailServerAt
  readonly imap: MailServerAt
}

const google: Provider = {
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  revoke: 'https://oauth2.googleapis.com/revoke',
  scopes: ['https://mail.google.com/', 'openid', 'email'],
  needed: ['https://mail.google.com/'],
  // Google gives a refresh token only for offline access, and from the second consent on only if it has to ask again.
  parameters: { access_type: 'offline', prompt: 'consent select_account' },
  smtp: { host: 'smtp.gmail.com', port: 587, security: 'required' },
  imap: { host: 'imap.gmail.com', port: 993, security: 'implicit' },
}

const SMTP = 'https://outlook.office.com/SMTP.Send'
const IMAP = 'https://outlook.office.com/IMAP.AccessAsUser.All'
const microsoft: Provider = {
  authorize: 'https://login.microsoftonline.com/{tenant}/oauth2/v2.0/authorize',
  token: 'https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token',
  revoke: null,
  scopes: [SMTP, IMAP, 'offline_access', 'openid', 'email', 'profile'],
  needed: [SMTP],
  parameters: { prompt: 'select_account' },
  smtp: { host: 'smtp.office365.com', port: 587, security: 'required' },
  imap: { host: 'outlook.office365.com', port: 993, security: 'implicit' },
}

/** Tests and the demo put their stand-ins here. */
export const providers: Record<MailProvider, Provider> = { google, microsoft }
