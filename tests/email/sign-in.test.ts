/** Accounts of Google and Microsoft that a company's mail is sent with. */
import { describe, expect, test } from 'bun:test'
import { credentials, imapOfAccount } from '../../src/features/email/sign-in'
import { MailFailure } from '../../src/platform/mail'
import { HOUR, MINUTE, SECOND } from '../../src/platform/time'
import type { MailProvider } from '../../src/settings/mail-sign-in/contract'
import type { Accounts, Consent } from '../../src/simulator/mail/accounts'
import type { MailboxOptions } from '../../src/simulator/mail/mailbox'
import type { Attendant } from '../support/company-world'
import { doJob } from '../support/jobs'
import { appSettings, mailAccounts, microsoftSettings } from '../support/mail-accounts'
import { mailbox } from '../support/mailbox'
import { until } from '../support/until'
import { NOON, world } from '../support/world'
import { details, runSender, send, setServer, states } from './support'

const PUBLIC = 'https://balcao.example'
const ADDRESS = 'vendas@loja.example'
const both: MailProvider[] = ['google', 'microsoft']

async function accountWorld(kind: MailProvider, options: MailboxOptions = {}) {
  let now = () => NOON
  const { accounts, box } = await mailAccounts(kind, () => now(), options)
  const own = await mailbox()
  const w = world({ environment: { ...appSettings, ...microsoftSettings }, publicUrl: PUBLIC, mail: own })
  now = w.clock.now
  const admin = w.admin()
  return { w, accounts, box, own, admin, ana: w.attendant([], { name: 'Ana' }), run: () => runSender(w) }
}

type Answer = { error?: string; details?: { fault?: string; answer?: string }; account: { address: string } | null }

async function start(who: Attendant, provider: MailProvider): Promise<string> {
  const answer = await who.json('/api/emails/server/sign-in', 'POST', { provider })
  return ((await answer.json()) as { url: string }).url // the answer of its route
}

/** What our page sends after the provider has sent the person back to it. */
async function finish(who: Attendant, back: string): Promise<Answer> {
  const given = new URL(back).searchParams
  const body = Object.fromEntries(
    ['state', 'code', 'error'].flatMap((name) => (given.has(name) ? [[name, given.get(name)]] : [])),
  )
  const answer = await who.json('/api/emails/server/sign-in/finish', 'POST', body)
  return (await answer.json()) as Answer // the answer of its route
}

async function signIn(who: Attendant, accounts: Accounts, provider: MailProvider, consent: Partial<Consent> = {}) {
  return finish(who, accounts.consent(await start(who, provider), { address: ADDRESS, ...consent }))
}

const serverOf = async (who: Attendant) => (await who.request('/api/emails/server')).json()

describe.each(both)('%s', (kind) => {
  test('sends with the account that an admin has signed in, as its address', async () => {
    const { w, accounts, box, admin, ana, run } = await accountWorld(kind)
    expect(await signIn(admin, accounts, kind)).toMatchObject({ account: { provider: kind, address: ADDRESS } })
    expect(await serverOf(ana)).toMatchObject({ isConfigured: true, from: ADDRESS, account: null, offered: [] })
    const { id } = await send(ana)
    await run()
    expect(await states(ana, id)).toEqual({ 'maria@casa.example': 'sent' })
    expect(box.mails()[0]).toMatchObject({ from: ADDRESS, sender: `Loja Centro <${ADDRESS}>` })
    expect(w.rows('SELECT refresh_token FROM mail_accounts')).not.toContainEqual(
      expect.objectContaining({ refresh_token: expect.stringMatching(/^[0-9a-f-]{36}$/) }),
    )
  })

  test('asks for lasting access to mail with a challenge, at the one address that the operator has registered', async () => {
    const { admin } = await accountWorld(kind)
    const asked = new URL(await start(admin, kind)).searchParams
    expect(asked.get('redirect_uri')).toBe(`${PUBLIC}/mail-sign-in`)
    expect(asked.get('code_challenge_method')).toBe('S256')
    const scopes = {
      google: ['https://mail.google.com/', 'openid', 'email'],
      microsoft: [
        'https://outlook.office.com/SMTP.Send',
        'https://outlook.office.com/IMAP.AccessAsUser.All',
        'offline_access',
        'openid',
      ],
    }
    expect(asked.get('scope')?.split(' ')).toEqual(expect.arrayContaining(scopes[kind]))
  })

  test('renews the token ahead of its end, once for all who ask, also on a second consent', async () => {
    const { w, accounts, admin } = await accountWorld(kind)
    await signIn(admin, accounts, kind)
    await signIn(admin, accounts, kind)
    const token = async () => (await credentials(w.cx, w.server)) as { accessToken: string }
    const first = await token()
    expect(accounts.asked).toEqual(['authorization_code', 'authorization_code'])
    w.clock.forward(HOUR - 4 * MINUTE)
    const later = await Promise.all([token(), token(), token()])
    expect(new Set(later.map(({ accessToken }) => accessToken)).size).toBe(1)
    expect(later[0]).not.toEqual(first)
    expect(accounts.asked.slice(2)).toEqual(['refresh_token'])
    w.clock.forward(HOUR)
    expect((await token()).accessToken).toStartWith(`${kind}-access-`) // with the refresh token that was given last
  })

  test('a slow provider is asked once for all who wait, and an account that was replaced meanwhile stays', async () => {
    const { w, accounts, admin } = await accountWorld(kind)
    await signIn(admin, accounts, kind)
    w.clock.forward(2 * HOUR)
    accounts.failNext('silent')
    const waiting = Promise.all([credentials(w.cx, w.server), credentials(w.cx, w.server)])
    await until(() => accounts.asked.length === 2, 'the provider to be asked')
    await signIn(admin, accounts, kind, { address: 'outra@loja.example' })
    accounts.letGo()
    expect((await waiting).map((one) => one?.user)).toEqual([ADDRESS, ADDRESS])
    expect(accounts.asked).toHaveLength(3)
    w.clock.forward(2 * HOUR)
    const last = (await credentials(w.cx, w.server)) as { user: string; accessToken: string } // it has an account
    expect(last.user).toBe('outra@loja.example')
    expect(accounts.accepts(last.user, last.accessToken)).toBe(true)
  })

  test('keeps the account over a restart', async () => {
    const { w, accounts, box, admin } = await accountWorld(kind)
    expect(imapOfAccount(w.cx, w.server)).toBeUndefined()
    await signIn(admin, accounts, kind)
    expect(imapOfAccount(w.cx, w.server)).toMatchObject({ port: 993, security: 'implicit' })
    w.clock.forward(2 * HOUR)
    await credentials(w.cx, w.server)
    const again = await w.reopen()
    await send(again.admin(), { email: 'joao@casa.example' })
    await runSender(again)
    expect(box.mails()[0]?.to).toEqual(['joao@casa.example'])
  })

  test('another token is asked for once when the mail server refuses one before its end', async () => {
    const { accounts, admin, ana, run } = await accountWorld(kind)
    await signIn(admin, accounts, kind)
    accounts.endAccess()
    const { id } = await send(ana)
    await run()
    expect(await states(ana, id)).toEqual({ 'maria@casa.example': 'sent' })
    expect(accounts.asked).toEqual(['authorization_code', 'refresh_token'])
  })

  test('a withdrawn account is reported once, and its mail waits until somebody signs in again', async () => {
    const { w, accounts, box, own, admin, ana, run } = await accountWorld(kind)
    await signIn(admin, accounts, kind)
    accounts.withdrawAll()
    const { id } = await send(ana)
    await run()
    expect(await states(ana, id)).toEqual({ 'maria@casa.example': 'signedOut' })
    expect(await details(ana, id)).toMatchObject({ state: 'sending' })
    expect(ana.frames.filter(({ data }) => data.action === 'server')).toHaveLength(2)
    for (let n = 0; n < 2; n++) await doJob(w, 'email.signedOut')
    expect(own.mails().map(({ to }) => to[0])).toEqual([admin.email])
    expect(own.mails()[0]?.text).toContain(ADDRESS)
    expect(await serverOf(admin)).toMatchObject({ isSignedOut: true, account: { address: ADDRESS } })
    expect(await send(ana)).toMatchObject({ error: 'ERR_EMAIL_SIGNED_OUT' })

    await signIn(admin, accounts, kind)
    await run()
    expect(await states(ana, id)).toEqual({ 'maria@casa.example': 'sent' })
    expect(box.count()).toBe(1)
  })

  test.each(['temporary', 'html', 'odd', 'limited'] as const)(
    'a provider that answers with %s keeps the account and the mail',
    async (fault) => {
      const { w, accounts, admin, ana, run } = await accountWorld(kind)
      await signIn(admin, accounts, kind)
      w.clock.forward(2 * HOUR)
      accounts.failNext(fault)
      const { id } = await send(ana)
      await run()
      expect(await states(ana, id)).toEqual({ 'maria@casa.example': 'signIn' })
      w.clock.forward(MINUTE)
      await run()
      expect(await states(ana, id)).toEqual({ 'maria@casa.example': 'sent' })
    },
  )

  test('a token that cannot be renewed yet is used to its end', async () => {
    const { w, accounts, admin, ana, run } = await accountWorld(kind)
    await signIn(admin, accounts, kind)
    w.clock.forward(HOUR - 4 * MINUTE)
    accounts.failNext('temporary', 'temporary')
    const { id } = await send(ana)
    await run()
    expect(await states(ana, id)).toEqual({ 'maria@casa.example': 'sent' })
    w.clock.forward(4 * MINUTE - 10 * SECOND)
    const second = await send(ana)
    await run()
    expect(await states(ana, second.id)).toEqual({ 'maria@casa.example': 'signIn' })
  })

  test('signing out forgets the account and falls back to the server of the settings', async () => {
    const { w, accounts, admin } = await accountWorld(kind)
    await setServer(admin)
    await signIn(admin, accounts, kind)
    const answer = await admin.request('/api/emails/server/sign-in', { method: 'DELETE' })
    expect(await answer.json()).toMatchObject({ account: null, isConfigured: true, host: 'smtp.loja.example:587' })
    expect(w.rows('SELECT 1 FROM mail_accounts')).toEqual([])
    expect(accounts.grants()).toBe(kind === 'google' ? 0 : 1)
  })
})

test.each([
  ['535 5.7.3 Authentication unsuccessful [SPXP191CA0001.EURP191.PROD.OUTLOOK.COM]', 2],
  ['535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Mailbox.', 1],
])('Microsoft’s %s is told apart from a wrong password, after asking %i times', async (loginRefusal, times) => {
  const { accounts, admin, ana, run } = await accountWorld('microsoft', { accepts: () => false, loginRefusal })
  await signIn(admin, accounts, 'microsoft')
  const { id } = await send(ana)
  await run()
  expect(await details(ana, id)).toMatchObject({ to: [{ state: 'failed', failure: 'account', answer: loginRefusal }] })
  expect(accounts.asked).toHaveLength(times)
})

describe('a sign-in that does not succeed', () => {
  test.each<[string, MailProvider, Partial<Consent>, string]>([
    ['is denied', 'google', { denies: true }, 'denied'],
    ['leaves out mail', 'google', { without: 'https://mail.google.com/' }, 'scope'],
    ['is denied', 'microsoft', { denies: true }, 'denied'],
    ['leaves out sending', 'microsoft', { without: 'https://outlook.office.com/SMTP.Send' }, 'scope'],
  ])('%s at %s', async (_, kind, consent, fault) => {
    const { accounts, admin } = await accountWorld(kind)
    expect(await signIn(admin, accounts, kind, consent)).toMatchObject({
      error: 'ERR_MAIL_SIGN_IN_FAILED',
      details: { fault },
    })
    expect(await serverOf(admin)).toMatchObject({ account: null })
  })

  test('says that the provider could not be reached', async () => {
    const { accounts, admin } = await accountWorld('google')
    accounts.failNext('html')
    expect(await signIn(admin, accounts, 'google')).toMatchObject({ details: { fault: 'temporary' } })
  })

  test('is finished once, in time, by the person who began it', async () => {
    const { w, accounts, admin } = await accountWorld('google')
    const other = w.attendant([], { name: 'Bia', profile: 'admin' })
    const stranger = w.company().admin()
    const back = accounts.consent(await start(admin, 'google'), { address: ADDRESS })
    const refused = { error: 'ERR_MAIL_SIGN_IN_STATE' }
    for (const who of [other, stranger]) expect(await finish(who, back)).toMatchObject(refused)
    expect(await finish(admin, back)).toMatchObject({ account: { address: ADDRESS } })
    expect(await finish(admin, back)).toMatchObject(refused)
    const late = accounts.consent(await start(admin, 'google'), { address: ADDRESS })
    w.clock.forward(10 * MINUTE)
    expect(await finish(admin, late)).toMatchObject(refused)
  })

  test('needs an app of the operator, and an admin', async () => {
    const w = world()
    const start = await w.admin().json('/api/emails/server/sign-in', 'POST', { provider: 'google' })
    expect(await start.json()).toMatchObject({ error: 'ERR_MAIL_SIGN_IN_OFF' })
    const refused = await w.attendant([]).json('/api/emails/server/sign-in', 'POST', { provider: 'google' })
    expect(refused.status).toBe(403)
  })
})

describe('credentials of the mailbox', () => {
  test('are the user and password of the settings without an account, and nothing without a password', async () => {
    const { w, admin } = await accountWorld('google')
    expect(await credentials(w.cx, w.server)).toBeUndefined()
    await setServer(admin)
    await admin.json('/api/settings/clientsecretsmtpauth', 'PUT', { value: 'segredo' })
    expect(await credentials(w.cx, w.server)).toEqual({ user: ADDRESS, pass: 'segredo' })
  })

  test('fail while somebody has to sign in again', async () => {
    const { w, accounts, admin } = await accountWorld('google')
    await signIn(admin, accounts, 'google')
    accounts.withdrawAll()
    for (let n = 0; n < 2; n++) {
      const failure = await credentials(w.cx, w.server, true).catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(MailFailure)
      expect(failure).toMatchObject({ code: 'signedOut' })
    }
    expect(accounts.asked).toEqual(['authorization_code', 'refresh_token'])
  })
})
