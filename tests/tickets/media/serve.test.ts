/** Files in the browser: who may load them, in which ranges, and what a browser may do with them. */
import { describe, expect, test } from 'bun:test'
import { type MessagePage, messageUpdated } from '../../../src/tickets/messages/contract'
import { PASSWORD, SALES, SUPPORT } from '../../support/company-world'
import { messageId } from '../../support/message-id'
import { PNG } from '../../support/pixel'
import { announcedFile } from '../../support/telephones'
import { until } from '../../support/until'
import { world } from '../../support/world'
import { attending, HTML, MARIA, PDF, SVG } from './support'

describe('loading a file', () => {
  test('requires permission to read the message: no other queue, no other company, no stranger', async () => {
    const { w, ana, stored } = await attending()
    const { mediaUrl } = await stored('a.png', PNG)
    const b = w.company()
    const answers = [ana, w.attendant([SALES]), w.attendant([SUPPORT]), b.admin()].map((who) =>
      who.request(mediaUrl ?? ''),
    )
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 404, 404])
    expect((await w.request(mediaUrl ?? '')).status).toBe(403)
  })

  test('works with the session’s cookie alone, which opens nothing else', async () => {
    const { w, ana, stored } = await attending()
    const { mediaUrl } = await stored('a.png', PNG)
    const signed = await w.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ana.email, password: PASSWORD }),
    })
    const headers = { cookie: (signed.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
    expect((await w.request(mediaUrl ?? '', { headers })).status).toBe(200)
    expect((await w.request('/api/tickets', { headers })).status).toBe(403)
    expect(
      (
        await w.request('/api/messages/1', {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: '{"body":"x"}',
        })
      ).status,
    ).toBe(403)
  })

  test('supports ranges, and refuses invalid ones', async () => {
    const { ana, stored } = await attending()
    const content = Buffer.from('0123456789')
    const { mediaUrl } = await stored('a.txt', content)
    const part = async (range: string) => {
      const answer = await ana.request(mediaUrl ?? '', { headers: { range } })
      return [answer.status, answer.headers.get('content-range'), await answer.text()]
    }
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=0-0')).toEqual([206, 'bytes 0-0/10', '0'])
    expect(await part('bytes=5-99999')).toEqual([206, 'bytes 5-9/10', '56789'])
    expect(await part('bytes=10-')).toEqual([416, 'bytes */10', ''])
    expect(await part('bytes=5-2')).toEqual([416, 'bytes */10', ''])
  })

  test('is cached by the browser and revalidated, as long as the user may see it', async () => {
    const { w, ana, stored } = await attending()
    const { mediaUrl } = await stored('a.png', PNG)
    const first = await ana.request(mediaUrl ?? '')
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const kept = { headers: { 'if-none-match': first.headers.get('etag') ?? '' } }
    const again = await ana.request(mediaUrl ?? '', kept)
    expect([again.status, await again.text()]).toEqual([304, ''])
    const blind = w.attendant([SUPPORT])
    w.db.$client.prepare('UPDATE tickets SET queue_id = ?').run(SALES)
    expect((await blind.request(mediaUrl ?? '', kept)).status).toBe(404)
    const stranger = w.company().admin()
    expect((await stranger.request(mediaUrl ?? '', kept)).status).toBe(404)
  })

  test('has a URL that matches no other company’s, unless the file is the same', async () => {
    const w = world()
    const urls = [w, w.company()].map(async (company, index) => {
      w.telephones.keepFile(`t${index}`, Buffer.concat([PNG, Buffer.from([index])]))
      company.whatsapp.person(MARIA).says('', { kind: 'image', media: announcedFile(`t${index}`) })
      const ana = company.attendant()
      await until(() => ana.heard(messageUpdated).length > 0, 'the fetched file')
      return ana.heard(messageUpdated)[0]?.message.mediaUrl
    })
    const [here, there] = await Promise.all(urls)
    expect(here).toStartWith(`/api/media/${messageId(1)}`)
    expect(there).toStartWith(`/api/media/${messageId(1)}`)
    expect(there).not.toBe(here)
  })

  test('without ticket is allowed to users who see the message', async () => {
    const w = world()
    const [ana, carla, admin] = [w.attendant([SALES]), w.attendant([SUPPORT]), w.admin()]
    const connection = w.connection({ queueIds: [SALES] })
    const maria = w.whatsapp.person(MARIA, { connectionId: connection.id })
    w.telephones.keepFile('t1', PNG)
    const announced = maria.message('veja', { fromMe: true, pushName: null, kind: 'image', media: announcedFile('t1') })
    w.telephones.deliver(w.refOf(connection.id), announced)
    await until(() => w.rows("SELECT 1 FROM messages WHERE media LIKE '%ready%'").length > 0, 'the fetched file')
    const statuses = async () =>
      Promise.all([ana, carla, admin].map(async (one) => (await one.request(`/api/media/${messageId(1)}`)).status))
    expect(await statuses()).toEqual([404, 404, 200])
    maria.says('obrigada')
    const [ticket] = w.rows<{ id: number }>('SELECT id FROM tickets')
    const page = (await (await ana.request(`/api/messages/${ticket?.id}`)).json()) as MessagePage // the route's answer
    expect(page.messages[0]?.ticketId).toBeNull()
    expect(page.messages[0]?.mediaUrl).toStartWith(`/api/media/${messageId(1)}?v=`)
    expect(await statuses()).toEqual([200, 404, 200])
  })

  test('never executes anything: risky types are downloads, and nothing is sniffed', async () => {
    const { ana, stored } = await attending()
    const shown = async (name: string, content: BlobPart) => {
      const { mediaUrl } = await stored(name, content)
      const { headers } = await ana.request(mediaUrl ?? '')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain('sandbox')
      return `${headers.get('content-type')} ${headers.get('content-disposition')?.split(';')[0]}`
    }
    expect(await shown('pagina.html', HTML)).toBe('application/octet-stream attachment')
    expect(await shown('foto.png', HTML)).toBe('application/octet-stream attachment')
    expect(await shown('desenho.svg', SVG)).toBe('application/octet-stream attachment')
    expect(await shown('foto.png', SVG)).toBe('application/octet-stream attachment')
    expect(await shown('script.js', 'alert(1)')).toBe('application/octet-stream attachment')
    expect(await shown('foto.html', PNG)).toBe('image/png inline')
    expect(await shown('nota.pdf', PDF)).toBe('application/pdf inline')
  })

  test('fails for a message without file, or an unknown one', async () => {
    const { ana } = await attending()
    const said = (await (await ana.json('/api/messages/1', 'POST', { body: 'sem arquivo' })).json()) as { id: number } // the route's answer
    for (const id of [said.id, 999]) expect((await ana.request(`/api/media/${id}`)).status).toBe(404)
    for (const id of ['0', '-1', 'x', '1.5', '..%2f..%2fcontrol.db', '%00'])
      expect((await ana.request(`/api/media/${id}`)).status).toBe(400)
  })
})
