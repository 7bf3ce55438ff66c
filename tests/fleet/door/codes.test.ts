/** Codes by mail, asked for at any node. */
import { expect, test } from 'bun:test'
import type { OperatorKey, OperatorValue } from '../../../src/settings/operator/contract'
import { listCompanies } from '../../../src/tenancy/companies'
import { PASSWORD } from '../../support/company-world'
import { mailbox } from '../../support/mailbox'
import { until } from '../../survival/support/until'
import { openTwo, signIn } from './support/two-nodes'

const NEW = 'Sofa2026'

/** `b` has the bakery; control.db is at `a`. */
async function openWithMail() {
  const box = await mailbox()
  const opened = await openTwo((_bakery, w) => {
    const settings = new Map<OperatorKey, OperatorValue<OperatorKey>>([
      ['smtpUrl', box.url],
      ['mailFrom', 'Balcão <atende@balcao.example>'],
      ['signUp', true],
    ])
    w.server.operatorSettings.store(w.clock.now(), settings)
  })
  const { a, uuid, ownerNow } = opened
  await until(() => ownerNow()?.lag === 0 && ownerNow()?.standby === 'b', { every: 20, within: 30_000 })
  await a.server.fleet?.move(uuid, 'b')
  await until(() => ownerNow()?.owner === 'b' && a.server.fleet?.findMove(uuid) === undefined)
  const post = async (url: string, path: string, body: object = {}) => {
    const answer = await fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return [answer.status, ((await answer.json()) as { error?: string }).error]
  }
  const codesTo = (email: string) =>
    box.mails().flatMap(({ to, text }) => (to.includes(email) ? (/^\d{8}$/m.exec(text)?.[0] ?? []) : []))
  return { ...opened, box, post, codesTo }
}

test('a code for a new password comes once, and serves at every node', async () => {
  const { a, b, email, operator, post, codesTo } = await openWithMail()
  for (const [who, first, second] of [
    [email, a, b],
    [operator, b, a],
  ] as const) {
    const asked = `/forgetpassword/${encodeURIComponent(who)}`
    expect((await post(first.url, asked))[0]).toBe(200)
    expect((await post(second.url, asked))[0]).toBe(429)
    const [code, ...others] = codesTo(who)
    expect([code?.length, others]).toEqual([8, []])
    const reset = () => post(second.url, `/resetpasswords/${encodeURIComponent(who)}`, { token: code, password: NEW })
    expect((await reset())[0]).toBe(200)
    expect(await reset()).toEqual([410, 'ERR_RESET_CODE_EXPIRED'])
    expect((await signIn(first.url, who, PASSWORD)).status).toBe(401)
    expect((await signIn(first.url, who, NEW)).status).toBe(200)
  }
}, 180_000)

test('a code for a new company comes once, and makes one company', async () => {
  const { a, b, post, codesTo } = await openWithMail()
  const flor = {
    companyName: 'Ateliê Flor de Sal',
    name: 'Beatriz Lacerda',
    email: 'bia@flordesal.example',
    phone: '(21) 98877-4120',
    password: 'Flordesal26',
  }
  expect((await post(b.url, '/signup', flor))[0]).toBe(202)
  expect((await post(a.url, '/signup', flor))[0]).toBe(429)
  const [code, ...others] = codesTo(flor.email)
  expect([code?.length, others]).toEqual([8, []])
  const answers = await Promise.all([a, b].map(({ url }) => post(url, '/signup', { ...flor, code })))
  expect(answers.map(([status]) => status).sort()).toEqual([200, 410])
  const made = listCompanies(a.server.databases.control).filter(({ name }) => name === flor.companyName)
  expect(made).toHaveLength(1)
  expect((await signIn(b.url, flor.email, flor.password)).status).toBe(200)
}, 180_000)
