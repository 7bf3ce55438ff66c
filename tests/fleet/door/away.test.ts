/** A company whose folder a command has on its node, as people see it at every node. */
import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { localNode } from '../../../cli/commands/fleet/local'
import { receiverFor } from '../../../src/channels/meta/webhook/accounts'
import { storeReceiver } from '../../../src/channels/meta/webhook/control-writes'
import { type LastRecord, markRestored } from '../../../src/fleet/restored'
import { processName } from '../../../src/operator/handover'
import { tenantFolder } from '../../../src/platform/databases'
import { getOnlyValue } from '../../../src/platform/sql'
import { COMPANY_AWAY, SERVED_AGAIN } from '../../../src/platform/wire'
import { signedHeaders, textEntry, webhookOf } from '../../channels/meta/signed'
import { connect } from '../../support/socket'
import { until } from '../../survival/support/until'
import { openTwo, signIn } from './support/two-nodes'

test('a company that is restored says so at every node, and answers again by itself', async () => {
  const { a, b, uuid, email } = await openTwo()
  const { token } = await signIn(b.url, email)
  const ask = (url: string) =>
    fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}`, 'accept-language': 'es' } })
  const pageAt = ({ url }: { readonly url: string }) => connect({ port: Number(new URL(url).port) }, uuid)
  const pages = [a, b].map(pageAt)
  for (const page of pages) expect(await page.authenticate(token)).toMatchObject({ event: 'ready' })

  const node = localNode(a.server.databases.dataDir)
  await node.ask('/lend', { company: uuid, holder: processName(process.pid), work: 'restore' })
  for (const page of pages) expect(await page.isClosed()).toBe(SERVED_AGAIN)
  for (const { url } of [a, b]) {
    const isAway = async () => {
      const answer = await ask(url)
      expect(answer.status).toBe(503)
      const body = (await answer.json()) as { error: string; message: string; details: unknown }
      // The first requests wait, as during a move.
      return body.error !== 'ERR_COMPANY_MOVING' && { body, retryAfter: answer.headers.get('retry-after') }
    }
    expect(await until(isAway, { why: () => 'the company away' })).toEqual({
      body: {
        error: 'ERR_COMPANY_AWAY',
        message: 'La empresa se está restaurando o importando. Vuelve sola.',
        details: { work: 'restore', done: null, retryAfter: 5 },
      },
      retryAfter: '5',
    })
  }
  for (const page of [a, b].map(pageAt)) {
    if (await page.isOpen()) page.say({ emit: 'authenticate', data: { token } })
    expect([await page.isClosed(), page.reason]).toEqual([COMPANY_AWAY, 'restore'])
  }

  await node.ask('/lend/end', { company: uuid })
  for (const { url } of [a, b])
    expect((await until(async () => (await ask(url)).ok && ask(url), { why: () => 'the company back' })).status).toBe(
      200,
    )
  for (const page of [a, b].map(pageAt)) {
    expect(await page.authenticate(token)).toMatchObject({ event: 'ready' })
    page.leave()
  }
}, 180_000)

test('Meta repeats a webhook for a company that is away, and it is stored once', async () => {
  const secret = 'app-secret'
  const { a, b, uuid } = await openTwo((bakery, w) => {
    const { id: connectionId } = bakery.connection({ name: 'Oficial', channel: 'whatsapp_cloud', open: false })
    const { id: companyId } = bakery.tenant
    const account = { channel: 'whatsapp_cloud', account: '10001', businessId: '20001' } as const
    const of = { companyId, connectionId, secret: null, verifyTokenHash: null }
    storeReceiver.run(w.control, 0, receiverFor(w.encryptionFor('meta app secrets'), { ...account, ...of }))
    w.server.operatorSettings.store(0, new Map([['metaAppSecret', secret]]))
  })
  const entry = textEntry({ phoneNumberId: '10001', businessAccountId: '20001' }, '5521988887777', 'olá', 'wamid.ONE')
  const body = webhookOf(entry)
  const send = ({ url }: { readonly url: string }) =>
    fetch(`${url}/api/meta/webhook`, { method: 'POST', body, headers: signedHeaders(secret, body) })
  const node = localNode(a.server.databases.dataDir)
  await node.ask('/lend', { company: uuid, holder: processName(process.pid), work: 'import' })
  for (const one of [a, b]) expect((await send(one)).status).toBe(503)
  await node.ask('/lend/end', { company: uuid })
  for (const one of [b, a]) expect((await send(one)).status).toBe(200)
  const count = () =>
    getOnlyValue<number>(a.server.databases.tenant(uuid), "SELECT count(*) FROM messages WHERE body = 'olá'")
  await until(async () => count() > 0, { why: () => 'the message' })
  expect(count()).toBe(1)
}, 180_000)

test('while a restored company is shipped, people read how much of it is', async () => {
  const { a, b, uuid, email } = await openTwo((bakery) => {
    const insert = bakery.db.$client.prepare(
      `INSERT INTO quick_messages (shortcode, shortcode_folded, message, words, general, active, send_only_media, created_at, updated_at)
         VALUES (@shortcode, @shortcode, @message, '', 1, 1, 0, 1, 1)`,
    )
    for (let n = 0; n < MEGABYTES; n++)
      insert.run({ shortcode: `x${n}`, message: randomBytes(2 ** 19).toString('hex') })
  })
  const { token } = await signIn(b.url, email)
  const { dataDir } = a.server.databases
  const node = localNode(dataDir)
  const after = await node.ask<LastRecord>('/lend', {
    ...{ company: uuid, holder: processName(process.pid), work: 'restore' },
  })
  await markRestored(tenantFolder(dataDir, uuid), ['tenant.db', 'session.db'], { company: uuid, after })
  const back = node.ask('/lend/end', { company: uuid })
  const share = async () => {
    const answer = await fetch(`${b.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })
    const { details } = (await answer.json()) as { details?: { done?: number | null } }
    return details?.done
  }
  const done = await until(share, { why: () => 'a share' })
  expect([done > 0, done <= 100]).toEqual([true, true])
  await back
}, 180_000)
/** At 8 MB a second the door answers before they are shipped. */
const MEGABYTES = 20
