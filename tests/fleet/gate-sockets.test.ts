/** Frames leave in the order of their events, each after the commits that it may show. */
import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { defineEvent } from '../../src/platform/events'
import { CONTROL } from '../../src/platform/gate'
import { SERVED_AGAIN, SESSION_OVER } from '../../src/platform/wire'
import { type CompanyWorld, SALES } from '../support/company-world'
import { holdGate } from '../support/held-gate'
import { createRandom } from '../support/random'
import { connect } from '../support/socket'
import { quiet, until } from '../support/until'
import { world } from '../support/world'

const said = defineEvent('thing.said', v.object({ text: v.string() }))

function testbed() {
  const taken = holdGate()
  const w = world({ gate: taken.gate })
  return { w, held: taken.held, uuid: w.tenant.uuid }
}

/** Commits something, and says so. */
function say({ cx }: CompanyWorld, text: string) {
  cx.transaction((cx) => {
    cx.db.$client.exec("UPDATE settings SET value = value || ''")
    cx.db.$client.prepare("INSERT INTO settings (key, value) VALUES (?, '')").run(`said-${text}`)
    cx.emit(said({ text }), () => true)
  })
}

const textsOf = (frames: readonly { readonly data: Record<string, unknown> }[]) =>
  frames.flatMap(({ data }) => (typeof data.text === 'string' ? [data.text] : []))

test('a page receives a frame after its commit, also when it joins or comes back meanwhile', async () => {
  const { w, held, uuid } = testbed()
  const server = w.listen()
  const ana = w.attendant([SALES])
  const token = await ana.token()
  const page = connect(server, uuid)
  const { seq } = await page.authenticate(token)
  held.hold()
  say(w, 'one')
  await quiet(20)
  expect(textsOf(page.frames)).toEqual([])
  const [newcomer, back] = [connect(server, uuid), connect(server, uuid)]
  const entering = [newcomer.authenticate(token), back.authenticate(token, seq)]
  await held.waiting()
  held.acknowledge()
  await held.follow(Promise.all(entering))
  say(w, 'two')
  await quiet(20)
  expect([page, newcomer, back].map(({ frames }) => textsOf(frames).includes('two'))).toEqual([false, false, false])
  held.acknowledge()
  await until(() => [page, newcomer, back].every(({ frames }) => textsOf(frames).includes('two')), 'the second frame')
  expect(textsOf(page.frames)).toEqual(['one', 'two'])
  expect(textsOf(back.frames)).toEqual(['one', 'two'])
  expect([textsOf(newcomer.frames).at(-1), page.frames.map((one) => one.seq)]).toEqual([
    'two',
    page.frames.map((one) => one.seq).toSorted(),
  ])
  held.open()
})

test('with acknowledgements in any order between companies, each page receives all of its own in order', async () => {
  const { w, held } = testbed()
  const random = createRandom(42)
  const companies = [w, w.company('Dois'), w.company('Três')]
  // More than four of equal rights are sent to by broadcast.
  const people = companies.map((one) => Array.from({ length: 6 }, () => one.attendant([SALES])))
  const acknowledged = companies.map(() => 0)
  const sent = companies.map(() => 0)
  held.hold()
  for (let step = 0; step < 300; step++) {
    const at = random.below(companies.length)
    const company = companies[at] as CompanyWorld
    if (random.oneIn(3)) {
      held.acknowledge(company.tenant.uuid)
      acknowledged[at] = sent[at] ?? 0
    } else {
      say(company, String(sent[at]))
      sent[at] = (sent[at] ?? 0) + 1
    }
    if (random.oneIn(4)) await quiet(20)
    for (const [n, group] of people.entries())
      for (const { frames } of group) expect(textsOf(frames).length).toBeLessThanOrEqual(acknowledged[n] ?? 0)
  }
  held.acknowledge()
  await quiet(20)
  for (const [n, group] of people.entries())
    for (const { frames } of group)
      expect(textsOf(frames)).toEqual(Array.from({ length: sent[n] ?? 0 }, (_, text) => String(text)))
})

test('the operator’s frames wait for control.db', async () => {
  const { w, held } = testbed()
  const ana = w.attendant([SALES])
  held.hold()
  w.server.databases.writableControl().$client.exec("INSERT INTO meta (key, value) VALUES ('said', '')")
  w.server.hub.emitByOperator(said({ text: 'news' }), () => true)
  held.acknowledge(w.tenant.uuid)
  await quiet(20)
  expect(textsOf(ana.frames)).toEqual([])
  held.acknowledge(CONTROL)
  await quiet(20)
  expect(textsOf(ana.frames)).toEqual(['news'])
})

test('when a commit is lost, its frame never leaves and the company’s pages connect again', async () => {
  const { w, held, uuid } = testbed()
  const server = w.listen()
  const [b, ana] = [w.company(), w.attendant([SALES])]
  const page = connect(server, uuid)
  await page.authenticate(await ana.token())
  const other = connect(server, b.tenant.uuid)
  await other.authenticate(await b.attendant([SALES]).token())
  held.hold()
  say(w, 'lost')
  await quiet(20)
  held.lose(uuid)
  expect(await page.isClosed()).toBe(SERVED_AGAIN)
  expect(textsOf(page.frames)).toEqual([])
  expect(other.closed).toBeUndefined()
  const again = connect(server, uuid)
  await again.isOpen()
  again.say({ emit: 'authenticate', data: { token: await ana.token() } })
  expect(await again.isClosed()).toBe(SERVED_AGAIN)
  held.open()
})

test('a socket is closed for a session’s end when that is acknowledged', async () => {
  const { w, held } = testbed()
  const ana = w.attendant([SALES])
  held.hold()
  const signedOut = ana.request('/api/auth/logout', { method: 'DELETE' })
  await held.waiting()
  expect(ana.closed).toEqual([])
  await held.follow(signedOut)
  held.acknowledge()
  await quiet(20)
  expect(ana.closed).toEqual([SESSION_OVER])
})
