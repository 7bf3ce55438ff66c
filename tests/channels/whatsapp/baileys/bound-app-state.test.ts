/** How often WhatsApp is asked for a collection of settings. */
import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import type { SignalKeyStore } from '@whiskeysockets/baileys'
import { boundAppState } from '../../../../src/channels/whatsapp/baileys/bound-app-state'

function open() {
  const state = { version: 1, now: 0 }
  const get = async (_type: string, ids: string[]) =>
    Object.fromEntries(ids.map((id) => [id, { version: state.version }]))
  const keys = { get } as unknown as SignalKeyStore // all of it that is asked for
  const ws = new EventEmitter()
  boundAppState({ keys, ws, now: () => state.now })
  return {
    state,
    answer: () => ws.emit('frame', { tag: 'iq', attrs: {}, content: [{ tag: 'sync', attrs: {} }] }),
    /** As Baileys reads before each question; false: it does not come to the question. */
    async asks(name = 'regular') {
      try {
        await keys.get('app-state-sync-version', [name])
        return true
      } catch {
        return false
      }
    },
  }
}

test('with the same version some questions are asked in a minute, with the next one more', async () => {
  const { state, asks, answer } = open()
  let asked = 0
  for (let at = 0; at < 100; at++, answer()) if (await asks()) asked += 1
  expect(asked).toBe(20)
  state.version = 2
  expect(await asks()).toBe(true)
  answer()
  state.version = 1
  state.now = 61_000
  expect(await asks()).toBe(true)
})

test('after a question without an answer none is asked for a while', async () => {
  const { state, asks, answer } = open()
  expect([await asks('critical_block'), await asks('regular')]).toEqual([true, true])
  state.now = 20_000
  expect(await asks()).toBe(false)
  answer()
  expect(await asks()).toBe(true)
  state.now = 30_000
  expect(await asks()).toBe(false)
  state.now = 30_000 + 600_000
  expect(await asks()).toBe(true)
})
