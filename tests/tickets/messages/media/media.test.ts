/** Files, both ways: what is taken, what is refused, who may fetch it, and what a browser may do with it. */
import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { MINUTE } from '../../../../src/platform/time'
import { type MessagePage, messageCreated, messageUpdated } from '../../../../src/tickets/messages/contract'
import { PASSWORD, SALES, SUPPORT } from '../../../support/company-world'
import { announcedFile } from '../../../support/telephones'
import { quiet, until } from '../../../support/until'
import { type World, world } from '../../../support/world'

const MARIA = '5521996124087'
/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const HTML = '<!doctype html><html><script>alert(document.cookie)</script></html>'
const SVG = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'

type Said = {
  id: number
  error?: string
  mediaType: string
  mediaUrl: string | null
  body: string
  media: { mimetype: string; name: string; size: number; width: number | null; thumbnail: string | null; state: string }
}

async function attending() {
  const w = world()
  const ana = w.attendant([SALES], { name: 'Ana' })
  const ticket = w.ticket({ queueId: SALES, userId: ana.userId, contactId: w.contact({ number: MARIA }).id })
  const upload = (files: [string, BlobPart][], fields: Record<string, string> = {}, who = ana) => {
    const form = new FormData()
    for (const [name, content] of files) form.append('medias', new File([content], name))
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    return who.request(`/api/messages/${ticket.id}`, { method: 'POST', body: form })
  }
  const stored = async (name: string, content: BlobPart) => (await (await upload([[name, content]])).json()) as Said // each test checks it
  return { w, ana, ticket, upload, stored }
}

const part = (name: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; name="medias"; filename="${name}"\r\n\r\n${content}`

const filesOf = (w: World) =>
  readdirSync(join(w.house.folderOf(w.tenant.uuid), 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

describe('an attached file', () => {
  test('is sniffed, measured, stored once under its content, and sent', async () => {
    const { w, ana, stored } = await attending()
    const said = await stored('foto.bin', PNG)
    expect(said).toMatchObject({
      mediaType: 'image',
      media: { mimetype: 'image/png', name: 'foto.bin', size: PNG.length, width: 1, state: 'ready' },
    })
    expect(said.mediaUrl).toStartWith(`/api/media/${said.id}?v=`)
    expect(said.media.thumbnail).toStartWith('data:image/jpeg;base64,')
    await until(() => w.telephones.sent.length > 0)
    const [sent] = w.telephones.sent
    expect(sent).toMatchObject({ kind: 'image', media: { mimetype: 'image/png', name: 'foto.bin' } })
    expect(Buffer.from(await Bun.file(sent?.media?.path ?? '').arrayBuffer())).toEqual(PNG)
    await stored('outra.png', PNG)
    expect(filesOf(w)).toHaveLength(1)
    expect(ana.heard(messageCreated)).toHaveLength(2)
  })

  test('goes with its text, several as one message each', async () => {
    const { w, upload } = await attending()
    const answer = await upload(
      [
        ['a.png', PNG],
        ['b.pdf', PDF],
      ],
      { body: 'segue o orçamento', clientId: 'chave-0001' },
    )
    expect(answer.status).toBe(200)
    expect(w.rows('SELECT kind, body, client_id FROM messages ORDER BY id')).toEqual([
      { kind: 'image', body: 'segue o orçamento', client_id: 'chave-0001' },
      { kind: 'document', body: '', client_id: 'chave-0001.1' },
    ])
    expect(
      (
        await upload(
          [
            ['a.png', PNG],
            ['b.pdf', PDF],
          ],
          { body: 'segue o orçamento', clientId: 'chave-0001' },
        )
      ).status,
    ).toBe(200)
    expect(w.rows('SELECT 1 FROM messages')).toHaveLength(2)
  })

  test('keeps a name for people, never a path', async () => {
    const { stored } = await attending()
    expect((await stored('../../etc/passwd', PDF)).media.name).toBe('passwd')
    expect((await stored('C:\\nota\u0007fiscal.pdf', PDF)).media.name).toBe('notafiscal.pdf')
  })

  test('with a name cut in the middle of a sign can still be fetched', async () => {
    const { ana, stored } = await attending()
    const { mediaUrl } = await stored(`${'a'.repeat(199)}😀.pdf`, PDF)
    expect((await ana.request(mediaUrl ?? '')).status).toBe(200)
  })
})

describe('what is refused', () => {
  test('a form without files, with nonsense, or cut off; and nothing is left behind', async () => {
    const { w, ana, ticket, upload } = await attending()
    const raw = (body: BodyInit, type: string) =>
      ana.request(`/api/messages/${ticket.id}`, { method: 'POST', body, headers: { 'content-type': type } })
    expect((await upload([], { body: 'só texto' })).status).toBe(422)
    for (const body of [
      '',
      'nonsense',
      `${part('a.txt', 'inteiro')}\r\n--x\r\nContent-Disposition: form-data; name="medias"; filename="b"\r\n\r\nabc`,
      `${part('a.txt', 'inteiro')}\r\n`,
      '--x\r\nContent-Disposition: form-data; name="medias"; filename="a"\r\n\r\nabc',
      '--x\r\nContent-Disposition: form-data; name="medias"; filename="a"\r\n\r\nabc\r\n--x',
    ]) {
      const answer = await raw(body, 'multipart/form-data; boundary=x')
      expect([400, 413, 422]).toContain(answer.status)
      expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^ERR_/) })
    }
    expect((await raw('x', 'multipart/form-data')).status).toBe(422)
    await quiet()
    expect(w.rows('SELECT 1 FROM messages')).toEqual([])
    expect(filesOf(w)).toEqual([])
  })

  test('what is refused, or known already, after its files were read leaves no file', async () => {
    const { w, ticket, upload } = await attending()
    const send = async (content: string, fields: Record<string, string>) =>
      (await upload([['a.txt', content]], fields)).status
    expect(await send('um', { clientId: 'c-0000000' })).toBe(200)
    expect(await send('dois', { clientId: 'c-0000000' })).toBe(200)
    expect(await send('três', { quotedMsg: '{"id":' })).toBe(400)
    expect(await send('quatro', { quotedMsg: '{"id":99}' })).toBe(404)
    expect(await send('cinco', { body: 'x'.repeat(70_000) })).toBe(400)
    w.db.$client.prepare("UPDATE tickets SET status = 'closed', closed_at = 1 WHERE id = ?").run(ticket.id)
    expect(await send('seis', {})).toBe(409)
    expect(w.rows('SELECT 1 FROM messages')).toHaveLength(1)
    expect(filesOf(w)).toEqual([expect.stringContaining(new Bun.CryptoHasher('sha256').update('um').digest('hex'))])
  })

  test('a form that breaks off after a whole file leaves that file nowhere', async () => {
    const { w, ana, ticket } = await attending()
    const body = new ReadableStream({
      async start(controller) {
        const say = (text: string) => controller.enqueue(new TextEncoder().encode(text))
        say(
          `${part('a.txt', 'inteiro')}\r\n--x\r\nContent-Disposition: form-data; name="medias"; filename="b"\r\n\r\nabc`,
        )
        await until(() => filesOf(w).length === 2, 'the whole file beside the half one')
        await Bun.sleep(30) // the whole one is closed
        controller.close()
      },
    })
    const answer = await ana.request(`/api/messages/${ticket.id}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(answer.status).toBe(422)
    expect(filesOf(w)).toEqual([])
  })

  test('a recording that is none, with the files that came after it', async () => {
    const { w, upload } = await attending()
    const hollow = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d4287810442858102', 'hex')
    const answer = await upload(
      [
        ['voz.webm', hollow],
        ['depois.txt', 'texto'],
      ],
      { ptt: 'true' },
    )
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ error: 'ERR_MEDIA_UNREADABLE' })
    expect(w.rows('SELECT 1 FROM messages')).toEqual([])
    expect(filesOf(w)).toEqual([])
  })

  test('more than ten files at once', async () => {
    const { w, upload } = await attending()
    const answer = await upload(
      Array.from({ length: 11 }, (_, n): [string, BlobPart] => [`f${n}.txt`, `conteúdo ${n}`]),
    )
    expect(answer.status).toBe(413)
    await quiet()
    expect(w.rows('SELECT 1 FROM messages')).toEqual([])
    expect(filesOf(w)).toEqual([])
  })

  test('fields that are not what they should be', async () => {
    const { upload } = await attending()
    for (const fields of [
      { quotedMsg: '{' },
      { quotedMsg: '{"id":"x"}' },
      { clientId: 'curta' },
      { body: 'a'.repeat(70_000) },
      { __proto__: 'x' },
    ] as Record<string, string>[]) {
      const answer = await upload([['a.png', PNG]], fields)
      expect(answer.status).toBeLessThan(500)
    }
  })

  test('a body that takes its time is judged at its end: who was sent away meanwhile sends nothing', async () => {
    const { w, ana, ticket } = await attending()
    const [bia, carla] = [w.attendant([SALES]), w.attendant([SALES])]
    const bodies = [
      ['multipart/form-data; boundary=x', part('a.txt', 'olá'), '\r\n--x--\r\n'],
      ['application/json', '{"body":', '"olá"}'],
    ] as const
    const send = (who: typeof ana, [type, beginning, end]: (typeof bodies)[number]) => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const line = writable.getWriter()
      const say = (text: string) => line.write(new TextEncoder().encode(text))
      const headers = { 'content-type': type }
      const answer = who.request(`/api/messages/${ticket.id}`, { method: 'POST', headers, body: readable })
      const finish = async () => {
        await say(end)
        await line.close()
        return (await answer).status
      }
      return say(beginning).then(() => finish)
    }
    const begun = await Promise.all(bodies.flatMap((body) => [ana, bia, carla].map((who) => send(who, body))))
    w.house.auth.revoke({ companyId: 1, userId: bia.userId }, 'revoked')
    carla.setQueues([SUPPORT])
    const statuses = await Promise.all(begun.map((finish) => finish()))
    expect(statuses).toEqual([200, 403, 404, 200, 403, 404])
    expect(w.rows('SELECT user_id AS id FROM messages')).toEqual([{ id: ana.userId }, { id: ana.userId }])
  })

  test('a file for a ticket one may not see is refused before a byte of it is kept', async () => {
    const { w, upload } = await attending()
    const carla = w.attendant([SUPPORT])
    expect((await upload([['a.png', PNG]], {}, carla)).status).toBe(404)
    expect(filesOf(w)).toEqual([])
  })
})

describe('fetching a file', () => {
  test('is for those who may read the message: not another queue, not another company, not a stranger', async () => {
    const { w, ana, stored } = await attending()
    const { mediaUrl } = await stored('a.png', PNG)
    const b = w.company()
    const answers = [ana, w.attendant([SALES]), w.attendant([SUPPORT]), b.admin()].map((who) =>
      who.request(mediaUrl ?? ''),
    )
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 404, 404])
    expect((await w.request(mediaUrl ?? '')).status).toBe(403)
  })

  test('works with the session’s cookie alone, and the cookie opens nothing else', async () => {
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

  test('gives parts of it, and says what it cannot give', async () => {
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

  test('is kept by the browser and not sent again, as long as this person may see it', async () => {
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

  test('has an address that is no other company’s, unless the file is the same', async () => {
    const w = world()
    const urls = [w, w.company()].map(async (company, index) => {
      w.telephones.keepFile(`t${index}`, Buffer.concat([PNG, Buffer.from([index])]))
      company.whatsapp.person(MARIA).says('', { kind: 'image', media: announcedFile(`t${index}`) })
      const ana = company.attendant()
      await until(() => ana.heard(messageUpdated).length > 0, 'the fetched file')
      return ana.heard(messageUpdated)[0]?.message.mediaUrl
    })
    const [here, there] = await Promise.all(urls)
    expect(here).toStartWith('/api/media/1')
    expect(there).toStartWith('/api/media/1')
    expect(there).not.toBe(here)
  })

  test('of what belongs to no ticket is of whoever sees the message', async () => {
    const w = world()
    const [ana, carla, admin] = [w.attendant([SALES]), w.attendant([SUPPORT]), w.admin()]
    const connection = w.connection({ queueIds: [SALES] })
    const maria = w.whatsapp.person(MARIA, { connectionId: connection.id })
    w.telephones.keepFile('t1', PNG)
    const told = maria.message('veja', { fromMe: true, pushName: null, kind: 'image', media: announcedFile('t1') })
    w.telephones.deliver(w.refOf(connection.id), told)
    await until(() => w.rows("SELECT 1 FROM messages WHERE media LIKE '%ready%'").length > 0, 'the fetched file')
    const statuses = async () =>
      Promise.all([ana, carla, admin].map(async (one) => (await one.request('/api/media/1')).status))
    expect(await statuses()).toEqual([404, 404, 200])
    maria.says('obrigada')
    const [ticket] = w.rows<{ id: number }>('SELECT id FROM tickets')
    const page = (await (await ana.request(`/api/messages/${ticket?.id}`)).json()) as MessagePage // the route's answer
    expect(page.messages[0]?.ticketId).toBeNull()
    expect(page.messages[0]?.mediaUrl).toStartWith('/api/media/1?v=')
    expect(await statuses()).toEqual([200, 404, 200])
  })

  test('never runs anything: what could is offered as a download, and nothing is guessed', async () => {
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

  test('of a message without one, or that is not there, finds nothing', async () => {
    const { ana } = await attending()
    await ana.json('/api/messages/1', 'POST', { body: 'sem arquivo' })
    for (const id of ['1', '999']) expect((await ana.request(`/api/media/${id}`)).status).toBe(404)
    for (const id of ['0', '-1', 'x', '1.5', '..%2f..%2fcontrol.db', '%00'])
      expect((await ana.request(`/api/media/${id}`)).status).toBe(400)
  })
})

test('a fetched file is announced to those who see the ticket, and to nobody else', async () => {
  const w = world()
  const connection = w.connection({ queueIds: [SALES] })
  const [ana, carla] = [w.attendant([SALES]), w.attendant([SUPPORT])]
  w.telephones.keepFile('t1', PNG)
  w.whatsapp.person(MARIA, { connectionId: connection.id }).says('', { kind: 'image', media: announcedFile('t1') })
  await until(() => ana.heard(messageUpdated).length > 0, 'the fetched file')
  expect(carla.heard(messageUpdated)).toEqual([])
})

describe('a file that came in', () => {
  const arriving = () => {
    const w = world()
    const ana = w.attendant()
    return { w, ana, maria: w.whatsapp.person(MARIA) }
  }

  test('is announced at once and fetched afterwards', async () => {
    const { w, ana, maria } = arriving()
    w.telephones.keepFile('t1', PNG)
    maria.says('olha', { kind: 'image', media: announcedFile('t1', { name: 'foto.png', mimetype: 'image/png' }) })
    expect(ana.heard(messageCreated)).toMatchObject([
      { message: { mediaUrl: null, media: { state: 'missing' }, body: 'olha' } },
    ])
    const { message } = await until(() => ana.heard(messageUpdated)[0], 'the fetched file')
    expect(message).toMatchObject({
      media: { state: 'ready', mimetype: 'image/png', width: 1 },
    })
    expect(message.mediaUrl).toStartWith('/api/media/1?v=')
    expect((await ana.request(message.mediaUrl ?? '')).status).toBe(200)
    expect(w.rows('SELECT 1 FROM downloads')).toEqual([])
  })

  test('under a name with half a sign in it can be fetched', async () => {
    const { w, ana, maria } = arriving()
    w.telephones.keepFile('t1', PNG)
    maria.says('', { kind: 'image', media: announcedFile('t1', { name: 'foto\ud83d.png', mimetype: 'image/png' }) })
    await until(() => ana.heard(messageUpdated).length > 0, 'the fetched file')
    expect((await ana.request('/api/media/1')).status).toBe(200)
  })

  test('that calls itself a picture and is a page is a download', async () => {
    const { w, ana, maria } = arriving()
    w.telephones.keepFile('t1', Buffer.from(HTML))
    maria.says('', { kind: 'document', media: announcedFile('t1', { mimetype: 'text/html', name: 'x.html' }) })
    await until(() => ana.heard(messageUpdated).length > 0, 'the fetched file')
    const { headers } = await ana.request('/api/media/1')
    expect(`${headers.get('content-type')} ${headers.get('content-disposition')}`).toStartWith(
      'application/octet-stream attachment',
    )
  })

  test('that does not come is tried again later, given up after four tries, and can be asked for by hand', async () => {
    const { w, ana, maria } = arriving()
    maria.says('', { kind: 'image', media: announcedFile('t1') })
    const tries = () => w.rows<{ attempts: number }>('SELECT attempts FROM downloads')[0]?.attempts
    for (let n = 1; n <= 3; n++) {
      await until(() => tries() === n, `try ${n}`)
      w.house.fetcher.wakeDue(w.cx)
      await quiet()
      expect(tries()).toBe(n)
      w.clock.forward(5 ** n * 1000)
      w.house.fetcher.wakeDue(w.cx)
    }
    await until(() => ana.heard(messageUpdated).length > 0, 'giving up')
    expect(ana.heard(messageUpdated)[0]).toMatchObject({ message: { mediaUrl: null, media: { state: 'failed' } } })
    expect(w.rows('SELECT 1 FROM downloads')).toEqual([])

    w.telephones.keepFile('t1', PNG)
    w.clock.forward(MINUTE)
    expect((await ana.json('/api/messages/media/1/download', 'POST', {})).status).toBe(200)
    await until(() => ana.heard(messageUpdated).at(-1)?.message.media?.state === 'ready', 'the fetched file')
    expect((await ana.json('/api/messages/media/1/download', 'POST', {})).status).toBe(404)
  })

  test('waits while the connection is closed and is fetched when it opens', async () => {
    const { w, ana, maria } = arriving()
    w.telephones.tell(w.refOf(1), { status: 'TIMEOUT' })
    w.telephones.keepFile('t1', PNG)
    maria.says('', { kind: 'image', media: announcedFile('t1') })
    expect(w.telephones.called('download')).toEqual([])
    await quiet()
    expect(w.rows('SELECT attempts FROM downloads')).toEqual([{ attempts: 0 }])
    w.connect(1)
    await until(() => ana.heard(messageUpdated).length > 0, 'the fetched file')
  })
})
