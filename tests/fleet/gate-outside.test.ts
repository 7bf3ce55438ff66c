/** Other servers, mailboxes and terminals hear of a commit after its acknowledgement, and of a lost one never. */
import { describe, expect, test } from 'bun:test'
import { print } from '../../cli/terminal'
import { type Gate, NotAcknowledged, noWait, openGate } from '../../src/platform/gate'
import { askOutside, OutsideFailed } from '../../src/platform/outside'
import { streamLines } from '../../src/platform/streams'
import { completion, startStandIn } from '../../src/simulator/ai/stand-in'
import { deviceOf, pushing, send } from '../push/support'
import { SALES } from '../support/company-world'
import { holdGate } from '../support/held-gate'
import { mailbox } from '../support/mailbox'
import { quiet, until } from '../support/until'
import { allowLocal } from '../support/webhook-receiver'
import { receiver } from '../support/webhook-receivers'
import { type WorldOptions, world } from '../support/world'
import { afterThisTest } from '../survival/support/cleanups'
import { isSettled } from './settled'

function testbed(options: WorldOptions = {}) {
  const taken = holdGate()
  const w = world({ gate: taken.gate, ...options })
  return { w, held: taken.held, uuid: w.tenant.uuid }
}

async function withWebhook() {
  const all = testbed({ outsideAllow: allowLocal })
  const there = receiver(all.w.clock.now)
  const { data } = await all.w.admin().api.webhooks.post({ url: there.url, topics: ['messages'] })
  there.checks.secret = data?.secret ?? ''
  const deliveries = () => all.w.rows<{ status: string }>('SELECT status FROM webhook_deliveries')
  return { ...all, there, deliveries }
}

describe('a webhook', () => {
  test('receives an event when the log has it', async () => {
    const { w, held, there, deliveries } = await withWebhook()
    held.hold()
    w.whatsapp.person('5511988887777').says('oi')
    await held.waiting()
    await quiet(30)
    expect([deliveries().map(({ status }) => status), there.received]).toEqual([['waiting'], []])
    await held.follow(until(() => deliveries().every(({ status }) => status !== 'waiting'), 'the delivery'))
    expect(there.received).toHaveLength(1)
    held.open()
  })

  test('never receives an event that is lost', async () => {
    const { w, held, there, deliveries, uuid } = await withWebhook()
    held.hold()
    w.whatsapp.person('5511988887777').says('oi')
    await held.waiting()
    held.lose(uuid)
    await until(
      () => w.rows('SELECT 1 FROM webhook_deliveries WHERE attempts > 0').length > 0,
      'the end of the attempt',
    )
    expect([deliveries().length, there.received]).toEqual([1, []])
    held.open()
  })
})

test('a language model is asked when the log has the question, while the request that asks it waits', async () => {
  const asked: string[] = []
  const { url, key, stop } = startStandIn((question) => {
    asked.push(JSON.stringify(question.messages))
    return completion(question)
  })
  afterThisTest(stop)
  const { w, held } = testbed({ ai: { url, key, model: 'modelo' } })
  const ana = w.attendant([SALES])
  held.hold()
  w.cx.db.$client.exec("INSERT INTO settings (key, value) VALUES ('pending', '')")
  const answer = ana.json('/api/openai', 'POST', { prompt: 'Qual é a capital?' })
  await held.waiting()
  expect([await isSettled(answer), asked]).toEqual([false, []])
  expect((await held.follow(answer)).status).toBe(200)
  expect(asked).toHaveLength(1)
  held.open()
})

describe('a mail', () => {
  test('leaves when the log has what it tells, and the answer after it', async () => {
    const box = await mailbox()
    const { w, held } = testbed({ mail: box })
    w.attendant([SALES], { email: 'ana@loja.example' })
    held.hold()
    const answer = w.request('/api/forgetpassword/ana%40loja.example', { method: 'POST' })
    await held.waiting()
    await quiet(30)
    expect(box.mails()).toEqual([])
    expect((await held.follow(answer)).status).toBe(200)
    await held.follow(until(() => box.mails().length === 1, 'the mail'))
    held.open()
  })

  test('with a code that is lost never leaves', async () => {
    const box = await mailbox()
    const { w, held, uuid } = testbed({ mail: box })
    w.attendant([SALES], { email: 'ana@loja.example' })
    w.expectErrors()
    held.hold()
    const answer = w.request('/api/forgetpassword/ana%40loja.example', { method: 'POST' })
    await held.waiting()
    held.lose(uuid)
    held.lose('control')
    await expect(answer.then((one) => one.text())).rejects.toBeUndefined()
    await quiet(50)
    expect(box.mails()).toEqual([])
    held.open()
  })
})

test('a notification is pushed when the log has what it shows', async () => {
  const taken = holdGate()
  const { w, service } = await pushing({ gate: taken.gate })
  const { held } = taken
  const ana = w.attendant([SALES])
  const maria = w.whatsapp.person('5511988887777')
  maria.says('oi')
  await ana.api.tickets({ id: 1 }).put({ status: 'open', queueId: SALES })
  const device = await deviceOf(ana, service)
  held.hold()
  maria.says('está aí?')
  const sent = send(w)
  await held.waiting()
  expect([await isSettled(sent), device.messages]).toEqual([false, []])
  await held.follow(sent)
  expect(device.messages).toHaveLength(1)
  held.open()
})

describe('a request to another server', () => {
  const server = () => {
    let requests = 0
    const listener = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(`${++requests}`) })
    afterThisTest(() => listener.stop(true))
    return { url: `http://127.0.0.1:${listener.port}/`, count: () => requests }
  }
  const ask = (url: string, wait: () => Promise<void> | undefined, left = new AbortController().signal) =>
    askOutside({ url, method: 'GET', headers: {}, reach: 'any', wait, limit: 5_000, most: 100, left })

  test('fails as unreachable when it must never be sent', async () => {
    const { url, count } = server()
    const failed = await ask(url, () => Promise.reject(new NotAcknowledged())).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(OutsideFailed)
    expect([(failed as OutsideFailed).fault, count()]).toEqual(['unreachable', 0])
    expect((await ask(url, noWait)).body).toBe('1')
  })

  test('ends when its caller leaves while it waits, and its time begins when it is sent', async () => {
    const { url, count } = server()
    const leaving = new AbortController()
    const asked = ask(url, () => new Promise(() => {}), leaving.signal).catch((error: unknown) => error)
    expect(await isSettled(asked)).toBe(false)
    leaving.abort()
    expect(await asked).toBeInstanceOf(OutsideFailed)
    expect(count()).toBe(0)
  })
})

test('each part of a streamed response waits for what was committed before it', async () => {
  const waits = [1, 2, 3].map(() => Promise.withResolvers<void>())
  let part = 0
  async function* lines() {
    for (const n of [1, 2]) yield { n }
  }
  const answer = streamLines(lines(), () => waits[part++]?.promise, new AbortController())
  const reader = answer.body?.getReader()
  const first = reader?.read() ?? Promise.reject(new Error('no body'))
  expect(await isSettled(first)).toBe(false)
  waits[0]?.resolve()
  expect(new TextDecoder().decode((await first).value)).toBe('{"n":1}\n')
  waits[1]?.reject(new NotAcknowledged())
  await expect(reader?.read()).rejects.toBeInstanceOf(NotAcknowledged)
})

test('a command says that something is done when the log has it', async () => {
  const said: string[] = []
  const { write } = process.stdout
  process.stdout.write = ((text: string) => said.push(text) > 0) as typeof process.stdout.write
  afterThisTest(() => Object.assign(process.stdout, { write }))
  const acknowledged = Promise.withResolvers<void>()
  const gate: Gate = { ...openGate, waitForAll: () => acknowledged.promise }
  const printed = print({ json: false, gate }, {}, ['Done.'])
  expect([await isSettled(printed), said]).toEqual([false, []])
  acknowledged.resolve()
  await printed
  expect(said).toEqual(['Done.\n'])
})
