/** Every route: its response waits for the commits that it may show, and for no others. */
import { expect, test } from 'bun:test'
import { CONTROL } from '../../src/platform/gate'
import { gateOf } from '../../src/platform/http'
import { json, place, walked } from '../api/place'
import { keyOf, methodOf, routeTable } from '../api/route-table'
import type { CompanyWorld } from '../support/company-world'
import { holdGate } from '../support/held-gate'
import { isSettled } from './settled'

/** Their responses show no company, or say which one. */
const open = ['GET /health', 'GET /passkey/helper.zip', 'GET /metrics']
/** They show settings of control.db. */
const ofControl = ['GET /api/version', 'ALL /*', 'WS /ws/:company']

/** Their examples are refused before a company is known; once it is, they wait for it (`tests/fleet/gate-http.test.ts`). */
const ofNobody = [
  'GET /api/bot-files/:link/:name',
  'GET /api/messages/:id/status',
  'GET /api/messages/checkNumber',
  'GET /api/meta/files/:link/:name',
  'GET /api/meta/webhook',
  'POST /api/auth/login',
  'POST /api/auth/refresh_token',
  'POST /api/forgetpassword/:email',
  'POST /api/messages/checkNumber',
  'POST /api/messages/send',
  'POST /api/messages/send/linkImage',
  'POST /api/passkey/answer',
  'POST /api/passkey/confirm',
  'POST /api/passkey/open',
  'POST /api/passkey/state',
  'POST /api/push/acts',
  'POST /api/resetpasswords/:email',
  'POST /v1/api/external/:apiId',
]

/** What nodes say of themselves, beside control.db. */
const isOfMachines = (key: string) => key.includes(' /api/machines/')

async function testbed() {
  const taken = holdGate()
  const { w, ids, send } = await place({ gate: taken.gate })
  const other = w.company('Outra')
  const ask = (key: string) => {
    const { path, body, form } = routeTable[key]?.example(ids) ?? { path: '/' }
    return form
      ? send(methodOf(key), path, null, form())
      : send(methodOf(key), path, 'application/json', body === undefined ? undefined : json(body))
  }
  let count = 0
  const commit = ({ cx }: CompanyWorld) =>
    cx.db.$client.prepare("INSERT INTO settings (key, value) VALUES (?, '')").run(`walk-${count++}`)
  return { w, other, ask, commit, held: taken.held, keys: walked(w) }
}

test('waits for the caller’s company', async () => {
  const { w, ask, commit, held, keys } = await testbed()
  const early: string[] = []
  for (const key of keys) {
    held.hold()
    commit(w)
    const answer = ask(key)
    await Promise.race([answer, held.waiting()])
    if (await isSettled(answer)) early.push(key)
    await held.follow(answer)
    held.open()
  }
  expect(keys.length).toBeGreaterThan(250)
  expect(early.toSorted()).toEqual([...open, ...ofControl, ...ofNobody].toSorted())
}, 120_000)

test('does not wait for another company, unless it is the operator’s or nobody’s', async () => {
  const { w, other, ask, commit, held, keys } = await testbed()
  const late: string[] = []
  for (const key of keys) {
    held.hold()
    commit(other)
    const answer = ask(key)
    let isOver = false
    const over = answer.finally(() => {
      isOver = true
    })
    while (!isOver) {
      await Promise.race([over, held.waiting()])
      if (isOver) break
      // A company that an example founded waits as well.
      held.acknowledge(CONTROL, ...held.listWaiting().filter((company) => company !== other.tenant.uuid))
      if (held.listWaiting().includes(other.tenant.uuid) && !(await isSettled(answer))) {
        late.push(key)
        held.acknowledge()
      }
      await new Promise(setImmediate) // something may wait all the time
    }
    await answer
    held.open()
  }
  const isForAll = (key: string) => {
    const gate = gateOf(w.app.routes.find((route) => keyOf(route) === key) ?? { hooks: {} })
    return !gate || gate.by === 'key' || gate.super // the keys of the examples are refused, for no company
  }
  const wanted = keys.filter(
    (key) => isForAll(key) && ![...open, ...ofControl, ...ofNobody].includes(key) && !isOfMachines(key),
  )
  expect(late.toSorted()).toEqual(wanted.toSorted())
}, 120_000)
