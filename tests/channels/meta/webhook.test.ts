/** The address that all of Meta's apps call: what it takes, what it refuses, and to whom it gives what. */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { createReceivers, receiverFor } from '../../../src/channels/meta/webhook/accounts'
import { storeReceiver } from '../../../src/channels/meta/webhook/control-writes'
import { type CompanyWorld, LOJA } from '../../support/company-world'
import { watchHeld } from '../../support/held'
import { inSuite } from '../../support/long'
import { costOf } from '../../support/statements'
import { quiet, until } from '../../support/until'
import { type World, world } from '../../support/world'
import { signatureFor, signedHeaders, textEntry, webhookOf } from './signed'

const SECRET = 'app-secret'
let accounts = 0

/** A number of this company, of the operator's app or of the company's own. */
function numberOf(w: World, company: CompanyWorld, { secret = null }: { secret?: string | null } = {}) {
  accounts += 1
  const phoneNumberId = `1000${accounts}`
  const businessAccountId = `2000${accounts}`
  const { id: connectionId } = company.connection({
    name: `Oficial ${accounts}`,
    channel: 'whatsapp_cloud',
    open: false,
  })
  const receiver = receiverFor(w.encryptionFor('meta app secrets'), {
    channel: 'whatsapp_cloud',
    account: phoneNumberId,
    companyId: company.tenant.id,
    connectionId,
    businessId: businessAccountId,
    secret,
    verifyTokenHash: null,
  })
  storeReceiver.run(company.control, 0, receiver)
  const bodies = () =>
    company
      .rows<{ body: string }>('SELECT body FROM messages WHERE connection_id = ? ORDER BY id', connectionId)
      .map(({ body }) => body)
  return { phoneNumberId, businessAccountId, connectionId, bodies }
}

const opened = (environment: object = {}) =>
  world({ environment: { metaAppSecret: SECRET, metaVerifyToken: 'verify-me', ...environment } })

const post = (w: World, body: string, secret = SECRET) =>
  w.request('/api/meta/webhook', { method: 'POST', body, headers: signedHeaders(secret, body) })

describe('the handshake', () => {
  test('returns the challenge as bare text for the right token alone', async () => {
    const w = opened()
    const ask = (token: string, mode = 'subscribe') =>
      w.request(`/api/meta/webhook?hub.mode=${mode}&hub.verify_token=${token}&hub.challenge=1158201444`)
    const answer = await ask('verify-me')
    expect([answer.status, await answer.text()]).toEqual([200, '1158201444'])
    expect((await ask('guess')).status).toBe(403)
    expect((await ask('verify-me', 'other')).status).toBe(403)
    expect((await ask('')).status).toBe(403)
  })
})

describe('the signature', () => {
  test('is checked over the very bytes, with Meta’s escapes', async () => {
    const w = opened()
    const number = numberOf(w, w)
    const body = webhookOf(textEntry(number, '5521988887777', 'ação'))
      .replaceAll('ç', '\\u00e7')
      .replaceAll('ã', '\\u00e3')
    expect(signatureFor('app-secret', '{"object":"page","entry":[]}')).toBe(
      'sha256=e6e9d7a842a48e17f43a34d6125d0d933e2aab92ee37f0993a4d493b50e3d438',
    )
    expect((await post(w, body)).status).toBe(200)
    await until(() => number.bodies().length === 1, 'the message')
    expect(number.bodies()).toEqual(['ação'])
  })

  test('refuses what is unsigned, wrongly signed or oversized, and stores nothing', async () => {
    const w = opened()
    const number = numberOf(w, w)
    const body = webhookOf(textEntry(number, '5521988887777', 'oi'))
    const send = (headers: Record<string, string>) =>
      w.request('/api/meta/webhook', {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      })
    const large = { 'content-length': String(4 * 1024 * 1024) }
    expect((await send({})).status).toBe(401)
    expect((await send({ 'x-hub-signature-256': 'sha256=00' })).status).toBe(401)
    expect((await send({ 'x-hub-signature-256': signatureFor('other', body) })).status).toBe(401)
    expect((await send({ ...large, 'x-hub-signature-256': signatureFor(SECRET, body) })).status).toBe(413)
    expect(number.bodies()).toEqual([])
  })

  test('of one app gives nothing to the accounts of another, not even within one company', async () => {
    const w = opened()
    const other = w.company()
    const own = numberOf(w, other, { secret: 'own-secret' })
    const operators = numberOf(w, w)
    const forBoth = webhookOf(
      textEntry(own, '5521911112222', 'para B'),
      textEntry(operators, '5521911112222', 'para A'),
    )
    expect((await post(w, forBoth, SECRET)).status).toBe(200)
    await until(() => operators.bodies().length === 1, 'the message')
    expect([operators.bodies(), own.bodies()]).toEqual([['para A'], []])
    expect((await post(w, forBoth, 'own-secret')).status).toBe(200)
    await until(() => own.bodies().length === 1, 'the other message')
    expect([operators.bodies(), own.bodies()]).toEqual([['para A'], ['para B']])
  })
})

test('a thousand entries of two companies that share an app are split rightly, and hold nobody up', async () => {
  const w = opened()
  const other = w.company()
  const [a, b] = [numberOf(w, w), numberOf(w, other)]
  const entries = Array.from({ length: 1000 }, (_, at) =>
    textEntry(at % 2 === 0 ? a : b, `55219${String(80_000_000 + (at % 40))}`, `${at}`),
  )
  const body = webhookOf(...entries)
  await post(w, webhookOf(textEntry(a, '5521988887777', 'oi')))
  await until(() => a.bodies().length === 1, 'the first, which loads and compiles everything')
  let held = 0
  const watch = watchHeld((ms) => {
    held = Math.max(held, ms)
  })
  expect((await post(w, body)).status).toBe(200)
  await until(() => a.bodies().length === 501 && b.bodies().length === 500, 'all messages')
  watch.stop()
  const inOrder = (bodies: readonly string[]) => bodies.toSorted((one, next) => Number(one) - Number(next))
  expect(inOrder(a.bodies().slice(1))).toEqual(Array.from({ length: 500 }, (_, at) => `${2 * at}`))
  expect(inOrder(b.bodies())).toEqual(Array.from({ length: 500 }, (_, at) => `${2 * at + 1}`))
  expect(held).toBeLessThan(100)
})

test('names that every object inherits are unknown ones: the webhook is taken, and what is with them arrives', async () => {
  const w = opened()
  const number = numberOf(w, w)
  const names = ['constructor', 'toString', 'valueOf', '__proto__']
  const written = (name: string) => {
    const entry = JSON.stringify(textEntry(number, '5521988887777', `depois de ${name}`))
    const odd = entry.replace('"type":"text","text"', `"type":"${name}","text"`).replace('wamid.', 'wamid.odd')
    return `{"id":"${number.businessAccountId}","changes":[{"field":"${name}","value":{}}]},${odd},${entry}`
  }
  const body = `{"object":"whatsapp_business_account","entry":[${names.map(written).join()}]}`
  expect((await post(w, body)).status).toBe(200)
  await until(() => number.bodies().length === 2 * names.length, 'the messages')
  expect(number.bodies()).toEqual(names.flatMap((name) => ['', `depois de ${name}`]))
})

test('webhooks that arrive together are stored in one commit, before any is applied', async () => {
  const w = opened()
  const number = numberOf(w, w)
  const bodies = Array.from({ length: 12 }, (_, at) => webhookOf(textEntry(number, `55219888877${10 + at}`, `${at}`)))
  const { commits } = await costOf(async () => {
    const answers = await Promise.all(bodies.map((body) => post(w, body)))
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 200))
    await until(() => number.bodies().length === bodies.length, 'all messages')
    await quiet()
  })
  expect(commits).toBeLessThan(bodies.length)
})

test('ten thousand forged webhooks hold nothing up, and a right one still arrives', async () => {
  const w = opened()
  const { url } = w.listen()
  const number = numberOf(w, w)
  const body = webhookOf(textEntry(number, '5521988887777', 'forjada'))
  const forged = { ...signedHeaders('guess', body) }
  const statuses = new Map<number, number>()
  const sendSome = async (count: number) => {
    for (let at = 0; at < count; at++) {
      const answer = await fetch(`${url}/api/meta/webhook`, { method: 'POST', body, headers: forged })
      await answer.arrayBuffer()
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    }
  }
  const each = inSuite(60, 1000)
  await Promise.all(Array.from({ length: 10 }, () => sendSome(each)))
  expect([...statuses.keys()].toSorted()).toEqual([401, 429])
  expect(number.bodies()).toEqual([])
  w.clock.forward(60_000)
  const right = webhookOf(textEntry(number, '5521988887777', 'certa'))
  const answer = await fetch(`${url}/api/meta/webhook`, {
    method: 'POST',
    body: right,
    headers: signedHeaders(SECRET, right),
  })
  expect(answer.status).toBe(200)
  await until(() => number.bodies().length === 1, 'the right one')
})

describe('the journal', () => {
  test('keeps what our server cannot store now, in order, and goes on after a restart', async () => {
    const w = opened()
    const number = numberOf(w, w)
    const session = w.server.folderOf(w.tenant.uuid)
    expect(session).toBeTruthy()
    await post(w, webhookOf(textEntry(number, '5521988887777', 'um')))
    await until(() => number.bodies().length === 1, 'the first')
    await w.close()
    const again = world({ dataDir: w.dataDir, startsAt: w.clock.now(), environment: { metaAppSecret: SECRET } })
    await post(again, webhookOf(textEntry(number, '5521988887777', 'dois')))
    const bodies = () =>
      again.rows<{ body: string }>('SELECT body FROM messages WHERE connection_id = ? ORDER BY id', number.connectionId)
    await until(() => bodies().length === 2, 'the second')
    expect(bodies().map(({ body }) => body)).toEqual(['um', 'dois'])
  })

  test('goes on when the company’s file was locked by another program', async () => {
    const w = opened()
    w.expectErrors()
    const number = numberOf(w, w)
    const other = new Sqlite(join(w.server.folderOf(w.tenant.uuid), 'tenant.db'))
    other.exec('BEGIN IMMEDIATE')
    const answers = await Promise.all(
      ['um', 'dois', 'três'].map((body) => post(w, webhookOf(textEntry(number, '5521988887777', body)))),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await until(() => w.logged.some(({ msg }) => msg.includes('could not be applied')), 'the lock')
    expect(number.bodies()).toEqual([])
    other.exec('ROLLBACK')
    other.close()
    await until(() => number.bodies().length === 3, 'the messages')
    expect(number.bodies()).toEqual(['um', 'dois', 'três'])
  })

  test('does not hold others back when one part cannot be read', async () => {
    const w = opened()
    w.expectErrors()
    const number = numberOf(w, w)
    const broken = { ...textEntry(number, '5521988887777', 'x') }
    await w.server.meta.store(w.tenant.uuid, [
      {
        product: 'cloud',
        connectionId: number.connectionId,
        key: 'broken',
        chat: 'phone:5521988887777',
        kind: 'nonsense',
        body: broken,
      },
    ])
    await post(w, webhookOf(textEntry(number, '5521988887777', 'depois')))
    await until(() => number.bodies().length === 1, 'the next')
    expect(w.logged.filter(({ msg }) => msg.includes('could not be read'))).toHaveLength(1)
  })
})

test('secrets of apps are sealed in the operator’s file', () => {
  const w = opened()
  const number = numberOf(w, w, { secret: 'a-very-secret-word' })
  const stored = JSON.stringify(w.control.$client.prepare('SELECT * FROM channel_accounts').all())
  expect(stored).not.toContain('a-very-secret-word')
  const receivers = createReceivers(w.control, w.encryptionFor('meta app secrets'))()
  expect(receivers.byAccount.get(number.phoneNumberId)).toMatchObject([
    { secret: 'a-very-secret-word', connectionId: number.connectionId },
  ])
  expect(number.connectionId).not.toBe(LOJA)
})
