/** Files that attendants attach: what is accepted, refused, and left behind. */
import { describe, expect, test } from 'bun:test'
import { messageCreated } from '../../../src/tickets/messages/contract'
import { SALES, SUPPORT } from '../../support/company-world'
import { PNG } from '../../support/pixel'
import { quiet, until } from '../../support/until'
import { attending, COMPOUND, filesOf, PDF, part } from './support'

const field = (name: string, content: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}`

describe('an attached file', () => {
  test('is inspected, measured, stored once by its content, and sent', async () => {
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

  test.each([
    ['lista.csv', 'nome;preço', 'text/csv'],
    ['LEIAME.TXT', 'olá', 'text/plain'],
    ['contrato.doc', COMPOUND, 'application/msword'],
    ['tabela.xls', COMPOUND, 'application/vnd.ms-excel'],
    ['contrato.txt', COMPOUND, 'application/x-cfb'],
    ['foto.doc', PNG, 'image/png'],
    ['contrato.constructor', 'olá', 'application/octet-stream'],
  ])('gets the type with which phones open it: %s', async (name, content, mimetype) => {
    const { w, stored } = await attending()
    await stored(name, content)
    expect((await until(() => w.telephones.sent[0])).media).toMatchObject({ name, mimetype })
  })

  test('is sent with its text; several files are one message each', async () => {
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

  test('keeps its display name, never a path', async () => {
    const { stored } = await attending()
    expect((await stored('../../etc/passwd', PDF)).media.name).toBe('passwd')
    expect((await stored('C:\\nota\u0007fiscal.pdf', PDF)).media.name).toBe('notafiscal.pdf')
  })

  test('can be downloaded with a name cut within a character', async () => {
    const { ana, stored } = await attending()
    const { mediaUrl } = await stored(`${'a'.repeat(199)}😀.pdf`, PDF)
    expect((await ana.request(mediaUrl ?? '')).status).toBe(200)
  })
})

describe('a refused upload', () => {
  test('without files, with invalid content, or interrupted, leaves nothing behind', async () => {
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

  test('refused or repeated after its files were read, leaves no file', async () => {
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

  test('interrupted after a whole file, stores that file nowhere', async () => {
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

  test('with an invalid recording drops the files after it', async () => {
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

  test('has more than ten files', async () => {
    const { w, upload } = await attending()
    const answer = await upload(
      Array.from({ length: 11 }, (_, n): [string, BlobPart] => [`f${n}.txt`, `conteúdo ${n}`]),
    )
    expect(answer.status).toBe(413)
    await quiet()
    expect(w.rows('SELECT 1 FROM messages')).toEqual([])
    expect(filesOf(w)).toEqual([])
  })

  test.each([
    ['parts', '--x\r\n'.repeat(4_000_000), { parts: 30 }],
    ['fields', `${field('a', 'b')}\r\n`.repeat(21), { fields: 20 }],
    ['in one field', field('body', 'a'.repeat(300_001)), { fieldBytes: 300_000 }],
    ['in all fields', `${field('a', 'b'.repeat(50_000))}\r\n`.repeat(7), { fieldBytes: 300_000 }],
  ])('stops reading at its limit: %s', async (_, form, details) => {
    const { w, ana, ticket } = await attending()
    const taken: number[] = []
    const all = new TextEncoder().encode(`${form}\r\n${part('a.txt', 'olá')}\r\n--x--\r\n`)
    const body = new ReadableStream({
      pull(controller) {
        const at = taken.length * 1_000_000
        taken.push(at)
        if (at > all.length) controller.close()
        else controller.enqueue(all.subarray(at, at + 1_000_000))
      },
    })
    const answer = await ana.request(`/api/messages/${ticket.id}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ error: 'ERR_PAYLOAD_TOO_LARGE', details })
    expect(taken.length).toBeLessThan(4)
    expect(w.rows('SELECT 1 FROM messages')).toEqual([])
    expect(filesOf(w)).toEqual([])
  })

  test('has invalid fields', async () => {
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

  test('is checked at its end if it is slow: a user who lost access meanwhile sends nothing', async () => {
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
    w.server.auth.revoke({ companyId: 1, userId: bia.userId }, 'revoked')
    carla.setQueues([SUPPORT])
    const statuses = await Promise.all(begun.map((finish) => finish()))
    expect(statuses).toEqual([200, 403, 404, 200, 403, 404])
    expect(w.rows('SELECT user_id AS id FROM messages')).toEqual([{ id: ana.userId }, { id: ana.userId }])
  })

  test('for an invisible ticket is refused before a byte is stored', async () => {
    const { w, upload } = await attending()
    const carla = w.attendant([SUPPORT])
    expect((await upload([['a.png', PNG]], {}, carla)).status).toBe(404)
    expect(filesOf(w)).toEqual([])
  })
})
