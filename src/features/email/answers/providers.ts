/** Where the mailbox is that belongs to a mail server for sending. Pure. */

type ImapPlace = { readonly host: string; readonly port: number }

type Provider = { readonly smtp: RegExp; readonly imap?: string; readonly plus?: true }

/** `plus`: mail to `name+anything@…` arrives at `name@…`. */
const providers: readonly Provider[] = [
  { smtp: /^smtp(-relay)?\.gmail\.com$|^smtp\.googlemail\.com$/, imap: 'imap.gmail.com', plus: true },
  { smtp: /^smtp(-mail)?\.(office365|outlook)\.com$|^smtp\.hotmail\.com$/, imap: 'outlook.office365.com', plus: true },
  { smtp: /^smtps?\.uol\.com\.br$/, imap: 'imap.uol.com.br' },
  { smtp: /^smtps?\.bol\.com\.br$/, imap: 'imap.bol.com.br' },
  { smtp: /^smtp\.uhserver\.com$/, imap: 'imap.uhserver.com' },
  { smtp: /^email-ssl\.com\.br$|^smtplw\.com\.br$|^smtp\.locaweb\.com\.br$/, imap: 'email-ssl.com.br' },
  { smtp: /^smtp\.hostinger\.com(\.br)?$/, imap: 'imap.hostinger.com', plus: true },
  { smtp: /^smtp\.titan\.email$/, imap: 'imap.titan.email' },
  { smtp: /^smtpi?\.kinghost\.net$/, imap: 'imap.kinghost.net' },
  { smtp: /^smtp(pro)?\.zoho\.(com|eu|in)$/, plus: true },
  { smtp: /^smtp\.terra\.com\.br$/, imap: 'imap.terra.com.br' },
  { smtp: /^smtp\.mail\.yahoo\.com(\.br)?$/, imap: 'imap.mail.yahoo.com' },
  { smtp: /^smtp\.umbler\.com$/, imap: 'imap.umbler.com' },
  { smtp: /^mail\.hostgator\.com\.br$/, imap: 'mail.hostgator.com.br' },
  { smtp: /^smtp\.fastmail\.com$/, imap: 'imap.fastmail.com', plus: true },
  { smtp: /^smtp\.mail\.me\.com$/, imap: 'imap.mail.me.com', plus: true },
  { smtp: /^smtpout\.secureserver\.net$/, imap: 'imap.secureserver.net' },
]

const IMPLICIT_PORT = 993
const providerOf = (host: string) => providers.find(({ smtp }) => smtp.test(host.toLowerCase()))

/** A known one, else `imap.` instead of `smtp.`; a web host's `mail.loja.com.br` is both. */
export function imapFor(smtpHost: string): ImapPlace {
  const host = smtpHost.toLowerCase()
  return { host: providerOf(host)?.imap ?? host.replace(/^smtps?(?=(pro)?\.)/, 'imap'), port: IMPLICIT_PORT }
}

export const takesPlus = (smtpHost: string): boolean => providerOf(smtpHost)?.plus === true

/**
 * Whether the login of sending may go to this server too: a company's administrator must not get to read a stored
 * password by naming a server of their own.
 */
export function sharesLogin(smtpHost: string, imapHost: string): boolean {
  const [smtp, imap] = [smtpHost.toLowerCase(), imapHost.toLowerCase()]
  return imap === smtp || imap === imapFor(smtp).host
}
