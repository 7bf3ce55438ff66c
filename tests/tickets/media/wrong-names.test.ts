/** A manipulated company database: the stored name of a file leads nowhere. */
import { describe, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findStoredFile } from '../../../src/platform/files'
import { LOJA } from '../../support/company-world'
import { PNG } from '../../support/pixel'
import { until } from '../../support/until'
import { attending } from './support'

const SECRET = '../../secret.key'
/** From `media/..`, from `media/` and from the folder of the first two letters. */
const wrong = [SECRET, `../${SECRET}`, `../../${SECRET}`, '../tenant.db', 'tenant.db', '/etc/passwd']

async function withRows() {
  const { w, ana, ticket, stored } = await attending()
  const said = await stored('a.png', PNG)
  const folder = w.server.folderOf(w.tenant.uuid)
  writeFileSync(join(folder, 'secret.key'), readFileSync(join(w.dataDir, 'secret.key')))
  const name = (file: string) => {
    w.rows("UPDATE messages SET media = json_set(media, '$.file', ?) WHERE id = ? RETURNING id", file, said.id)
    w.rows('UPDATE contacts SET picture = ? WHERE id = ? RETURNING id', file, ticket.contactId)
  }
  const [{ file = '' } = {}] = w.rows<{ file: string }>("SELECT json_extract(media, '$.file') AS file FROM messages")
  const addresses = [`/api/media/${said.id}`, `/api/contacts/${ticket.contactId}/picture/x`]
  return { w, ana, ticket, said, folder, name, file, addresses }
}

const ways: Record<string, RequestInit> = {
  whole: {},
  'in parts': { headers: { range: 'bytes=0-9' } },
  'by its head': { method: 'HEAD' },
  'again, as known': { headers: { 'if-none-match': `"${SECRET}"` } },
}

for (const [way, init] of Object.entries(ways))
  test(`returns nothing for a row that names a file outside its folder, requested ${way}`, async () => {
    const { ana, name, file, addresses } = await withRows()
    const statuses = () => Promise.all(addresses.map(async (one) => (await ana.request(one, init)).status))
    name(file)
    const usual = way === 'in parts' ? 206 : 200
    expect(await statuses()).toEqual([usual, usual])
    for (const one of wrong) {
      name(one)
      expect([one, await statuses()]).toEqual([one, [404, 404]])
    }
  })

describe('a manipulated file name', () => {
  test('returns nothing for a symbolic link, to a file or to the media folder', async () => {
    const { ana, w, name, file, folder, addresses } = await withRows()
    name(file)
    const path = findStoredFile(folder, file)?.path ?? ''
    const statuses = () => Promise.all(addresses.map(async (one) => (await ana.request(one)).status))
    rmSync(path)
    symlinkSync(join(w.dataDir, 'secret.key'), path)
    expect(await statuses()).toEqual([404, 404])
    rmSync(dirname(path), { recursive: true })
    const elsewhere = join(w.dataDir, 'elsewhere')
    mkdirSync(elsewhere)
    writeFileSync(join(elsewhere, file), 'secret')
    symlinkSync(elsewhere, dirname(path))
    expect(await statuses()).toEqual([404, 404])
  })

  test('sends nothing of it to the contact, says why, and shows no address in a quote', async () => {
    const { w, ana, ticket, said, name } = await withRows()
    await until(() => w.telephones.sent.length === 1, 'the message')
    name(SECRET)
    const page = async () =>
      (await (await ana.request(`/api/messages/${ticket.id}`)).json()) as {
        messages: { id: number; ack: number; mediaUrl: string | null; failure: string | null }[]
      }
    expect((await page()).messages).toMatchObject([{ id: said.id, mediaUrl: null }])
    await ana.json(`/api/messages/${ticket.id}`, 'POST', { body: 'veja', quotedMsg: { id: said.id } })
    await ana.json('/api/messages/forward', 'POST', {
      ticketId: ticket.id,
      messageIds: [said.id],
      contacts: [w.contact().id],
    })
    await until(() => w.rows('SELECT 1 FROM outbox WHERE connection_id = ?', LOJA).length === 0, 'all to leave')
    expect(JSON.stringify(w.telephones.sent)).not.toContain('secret.key')
    expect(w.rows('SELECT failure FROM messages WHERE failure IS NOT NULL')).toEqual([{ failure: 'fileGone' }])
  })

  test('does not show a field larger than anything we store, and blocks nobody', async () => {
    const { w, ana, ticket, said } = await withRows()
    const huge = "json_object('thumbnail', hex(zeroblob(2500000)))"
    w.rows(`UPDATE messages SET media = json_patch(media, ${huge}), extra = ${huge}, quoted = ${huge} RETURNING id`)
    const answer = await ana.request(`/api/messages/${ticket.id}`)
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text.length).toBeLessThan(10_000)
    expect(JSON.parse(text)).toMatchObject({ messages: [{ id: said.id, media: null, extra: null, quotedMsg: null }] })
  })
})
