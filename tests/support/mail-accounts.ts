/** A stand-in of Google or Microsoft, and a mail server that takes its tokens, for one test. */
import type { MailProvider } from '../../src/settings/mail-sign-in/contract'
import { providers } from '../../src/settings/mail-sign-in/providers'
import { type Accounts, startAccounts } from '../../src/simulator/mail/accounts'
import type { Mailbox, MailboxOptions } from '../../src/simulator/mail/mailbox'
import { afterEachTest } from './after-each'
import { mailbox } from './mailbox'

const usual = { ...providers }
const open: Accounts[] = []

afterEachTest(async () => {
  Object.assign(providers, usual)
  for (const one of open.splice(0)) await one.stop()
})

const app = { id: 'balcao.apps.example', secret: 'segredo do aplicativo' }

/** The operator's settings for it. */
export const appSettings = { googleClientId: app.id, googleClientSecret: app.secret }
export const microsoftSettings = { microsoftClientId: app.id, microsoftClientSecret: app.secret }

export async function mailAccounts(
  kind: MailProvider,
  now: () => number,
  options: MailboxOptions = {},
): Promise<{ accounts: Accounts; box: Mailbox }> {
  const accounts = startAccounts({ kind, app, now })
  open.push(accounts)
  const box = await mailbox({ accepts: accounts.accepts, challenges: kind === 'google', ...options })
  const { host, port } = box
  providers[kind] = { ...usual[kind], ...accounts.addresses, smtp: { host, port, security: 'none' } }
  return { accounts, box }
}
