/** Files of contacts reach bots by links of their own. */
import { describe, expect, test } from 'bun:test'
import { DAY, SECOND } from '../../src/platform/time'
import { messages } from '../../src/tickets/messages/tables'
import { PNG } from '../support/pixel'
import { announcedFile } from '../support/telephones'
import { until } from '../support/until'
import { company } from './support'

const PUBLIC = 'https://balcao.example'

async function withPhoto(kept = true) {
  const one = await company({ publicUrl: PUBLIC })
  const { w, maria, server, settled } = one
  if (kept) w.telephones.keepFile('t1', PNG)
  maria.says('oi')
  await settled()
  maria.says('', { kind: 'image', media: announcedFile('t1', { name: 'minha foto.png', mimetype: 'image/png' }) })
  const urlOf = () => {
    const body = JSON.parse(server.calls.at(-1)?.body ?? '{}') as { message?: { mediaUrl?: string | null } }
    return body.message?.mediaUrl
  }
  return { ...one, urlOf, get: w.request }
}
/** The same bytes written otherwise: the last letter has bits that decoding ignores. */
function withSpareBits(link: string): string {
  const bytes = (written: string) => Buffer.from(written, 'base64url').toString('hex')
  const others = ['A', 'B', 'C', 'D'].map((_, at) => link.slice(0, -1) + letters[letters.indexOf(link.slice(-1)) + at])
  return others.find((other) => other !== link && bytes(other) === bytes(link)) ?? 'none'
}
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const pathOf = (url: string | null | undefined) => (url ?? '').slice(PUBLIC.length)

describe('a file of a contact', () => {
  test('is fetched before its turn, and can be fetched by its link without a session', async () => {
    const { settled, server, urlOf, get } = await withPhoto()
    await settled()
    expect(server.calls).toHaveLength(2)
    expect(urlOf()).toMatch(/^https:\/\/balcao\.example\/api\/bot-files\/[\w-]+\/minhafoto\.png$/)
    const answer = await get(pathOf(urlOf()))
    expect([answer.status, Buffer.from(await answer.arrayBuffer()).equals(PNG)]).toEqual([200, true])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'cross-origin-resource-policy': 'cross-origin',
      'referrer-policy': 'no-referrer',
    })
    const part = await get(pathOf(urlOf()), { headers: { range: 'bytes=0-3' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 4])
  })

  test('is no longer given after a day, after it was deleted, by a changed link or too often', async () => {
    const { w, settled, urlOf, get } = await withPhoto()
    await settled()
    const path = pathOf(urlOf())
    const statusOf = async (at: string) => (await get(at)).status
    const [, link = ''] = /bot-files\/([\w-]+)/.exec(path) ?? []
    const changed = (link[20] === 'A' ? 'B' : 'A') + link.slice(21)
    expect(await statusOf(path.replace(link, link.slice(0, 20) + changed))).toBe(401)
    expect(await statusOf('/api/bot-files/x/x.png')).toBe(401)
    expect(await statusOf(path.replace(link, withSpareBits(link)))).toBe(401)
    expect(await statusOf(path)).toBe(200)
    const many = await Promise.all(Array.from({ length: 70 }, () => statusOf(path)))
    expect(many).toContain(429)
    w.clock.forward(60 * SECOND)
    w.db.update(messages).set({ isDeleted: true }).run()
    expect(await statusOf(path)).toBe(404)
    w.db.update(messages).set({ isDeleted: false }).run()
    expect(await statusOf(path)).toBe(200)
    w.clock.forward(DAY)
    expect(await statusOf(path)).toBe(401)
  })

  test('that does not come holds its turn for a while only', async () => {
    const { w, settled, server, forward, urlOf } = await withPhoto(false)
    await until(() => w.rows('SELECT 1 FROM integration_turns').length > 0, 'the turn')
    expect(server.calls).toHaveLength(1)
    forward(21 * SECOND)
    await settled()
    expect([server.calls.length, urlOf()]).toEqual([2, null])
  })
})
