/** The account that the installation's own mail is sent with. */
import { expect, test } from 'bun:test'
import type { OperatorSettingList } from '../../src/settings/operator/contract'
import type { Attendant } from '../support/company-world'
import { appSettings, mailAccounts } from '../support/mail-accounts'
import { mailbox } from '../support/mailbox'
import { NOON, type WorldOptions, world } from '../support/world'

const ADDRESS = 'balcao@provedor.example'
const AT = '/api/operator-settings'

async function operatorWorld(options: WorldOptions = {}) {
  const { accounts, box } = await mailAccounts('google', () => NOON)
  const w = world({ publicUrl: 'https://balcao.example', ...options })
  const operator = w.attendant([], { profile: 'admin', super: true })
  return { w, accounts, box, operator }
}

async function signIn(who: Attendant, accounts: Awaited<ReturnType<typeof operatorWorld>>['accounts']) {
  const begun = await who.json(`${AT}/mail-sign-in`, 'POST', { provider: 'google' })
  const { url } = (await begun.json()) as { url: string } // the answer of its route
  const given = new URL(accounts.consent(url, { address: ADDRESS })).searchParams
  const body = { state: given.get('state'), code: given.get('code') }
  return who.json(`${AT}/mail-sign-in/finish`, 'POST', body)
}

const listed = async (answer: Response) => (await answer.json()) as OperatorSettingList // the answer of its route
const tryMail = async (who: Attendant) => (await who.json(`${AT}/trials/mail`, 'POST', {})).json()

test('sends the installation’s mail instead of its server, by the name of the sender, until it is signed out', async () => {
  const { w, accounts, box, operator } = await operatorWorld()
  const own = await mailbox()
  const stored = { ...appSettings, smtpUrl: own.url, mailFrom: 'Provedor <antes@provedor.example>' }
  const before = await listed(await operator.json(`${AT}/`, 'PUT', stored))
  expect(before.mail).toEqual({
    account: null,
    offered: ['google'],
    redirectUri: 'https://balcao.example/mail-sign-in',
  })
  expect(before.records.find(({ key }) => key === 'googleClientSecret')?.value).toBe('set')

  expect((await listed(await signIn(operator, accounts))).mail.account).toMatchObject({ address: ADDRESS })
  expect(await tryMail(operator)).toMatchObject({ ok: true })
  expect(box.mails()[0]).toMatchObject({ from: ADDRESS, sender: `Provedor <${ADDRESS}>` })
  expect(own.count()).toBe(0)
  expect(w.rows("SELECT act FROM audit_log WHERE kind = 'mailAccount'")).toEqual([{ act: 'pair' }])

  const after = await listed(await operator.request(`${AT}/mail-sign-in`, { method: 'DELETE' }))
  expect(after.mail.account).toBeNull()
  expect(accounts.grants()).toBe(0)
  await tryMail(operator)
  expect([box.count(), own.count()]).toEqual([1, 1])
})

test('that the provider refuses leaves mail to the server, if there is one, and is shown', async () => {
  const { accounts, box, operator } = await operatorWorld()
  await operator.json(`${AT}/`, 'PUT', appSettings)
  await signIn(operator, accounts)
  accounts.withdrawAll()
  expect(await tryMail(operator)).toMatchObject({ ok: false, fault: 'signedOut' })
  expect(operator.frames.at(-1)).toMatchObject({ data: { action: 'update' } })
  const { mail } = await listed(await operator.request(`${AT}/`))
  expect(mail.account).toMatchObject({ address: ADDRESS, refusal: 'invalid_grant: Token has been expired or revoked.' })
  expect(await tryMail(operator)).toMatchObject({ ok: false, fault: 'notConfigured' })
  const own = await mailbox()
  await operator.json(`${AT}/`, 'PUT', { smtpUrl: own.url, mailFrom: 'Provedor <antes@provedor.example>' })
  expect(await tryMail(operator)).toMatchObject({ ok: true })
  expect([box.count(), own.count()]).toEqual([0, 1])
})

test('does not replace a server that the environment names', async () => {
  const own = await mailbox()
  const { accounts, box, operator } = await operatorWorld({ mail: own })
  await operator.json(`${AT}/`, 'PUT', appSettings)
  await signIn(operator, accounts)
  expect(await tryMail(operator)).toMatchObject({ ok: true })
  expect([box.count(), own.count()]).toEqual([0, 1])
})

test('belongs to the operator, not to a company, and a company’s state finishes nothing here', async () => {
  const { w, accounts, operator } = await operatorWorld()
  await operator.json(`${AT}/`, 'PUT', appSettings)
  const begun = await operator.json('/api/emails/server/sign-in', 'POST', { provider: 'google' })
  const { url } = (await begun.json()) as { url: string } // the answer of its route
  const given = new URL(accounts.consent(url, { address: ADDRESS })).searchParams
  const finish = await operator.json(`${AT}/mail-sign-in/finish`, 'POST', Object.fromEntries(given))
  expect(await finish.json()).toMatchObject({ error: 'ERR_MAIL_SIGN_IN_STATE' })
  expect((await w.admin().json(`${AT}/mail-sign-in`, 'POST', { provider: 'google' })).status).toBe(403)
})

test('another client ID of an app deletes the secret of the one before', async () => {
  const { w, operator } = await operatorWorld()
  await operator.json(`${AT}/`, 'PUT', {
    microsoftClientId: 'a',
    microsoftClientSecret: 'b',
    microsoftTenant: 'loja.example',
  })
  await operator.json(`${AT}/`, 'PUT', { microsoftClientId: 'c' })
  expect(w.server.operatorSettings.read('microsoftClientSecret')).toBe('')
  expect(w.server.operatorSettings.read('microsoftTenant')).toBe('loja.example')
  const wrong = await operator.json(`${AT}/`, 'PUT', { microsoftTenant: '../../x' })
  expect(await wrong.json()).toMatchObject({ error: 'ERR_INVALID_INPUT', details: [{ field: 'microsoftTenant' }] })
})
