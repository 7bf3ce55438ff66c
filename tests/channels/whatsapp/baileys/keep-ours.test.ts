/** Mended: what came is not kept as if somebody could ask us for it again. */
import { expect, test } from 'bun:test'
import { EventEmitter } from 'node:events'
import { MessageRetryManager } from '@whiskeysockets/baileys'
import type { Socket } from '../../../../src/channels/whatsapp/baileys/baileys'
import { keepOurs } from '../../../../src/channels/whatsapp/baileys/keep-ours'
import { createLog } from '../../../../src/platform/log'

const MARIA = '5521996124087@s.whatsapp.net'

/** Baileys' own memory of what was said, on a line that only rings. */
function line() {
  const ws = new EventEmitter()
  const kept = new MessageRetryManager(createLog('silent'), 5)
  keepOurs({ ws, messageRetryManager: kept } as unknown as Pick<Socket, 'ws' | 'messageRetryManager'>)
  const rings = (id: string) => void ws.emit('CB:message', { tag: 'message', attrs: { id, from: MARIA } })
  const keeps = (id: string) => {
    kept.addRecentMessage(MARIA, id, { conversation: id })
    return kept.getRecentMessage(MARIA, id) !== undefined
  }
  return { rings, keeps, hangUp: () => kept.clear() }
}

test('what we say can be asked for again, what came cannot', () => {
  const { rings, keeps, hangUp } = line()
  rings('theirs')
  expect(keeps('theirs')).toBe(false)
  expect(keeps('ours')).toBe(true)
  hangUp()
})

test('of what came and could not be read not much is remembered', () => {
  const { rings, keeps, hangUp } = line()
  for (let n = 0; n < 1_001; n++) rings(`unreadable ${n}`)
  expect([keeps('unreadable 0'), keeps('unreadable 1')]).toEqual([true, false])
  hangUp()
})
