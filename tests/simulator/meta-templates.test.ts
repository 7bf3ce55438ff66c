/** What the stand-in of Meta checks about templates: example files, changes, and the texts themselves. */
import { describe, expect, test } from 'bun:test'
import { DAY, HOUR } from '../../src/platform/time'
import type { MetaStandIn } from '../../src/simulator/meta/stand-in'
import { furnishedMeta, graphCall } from '../support/meta'
import { PNG } from '../support/pixel'
import { NOON } from '../support/world'

const BYTES = new Uint8Array(PNG)
type Answer = {
  id?: string
  h?: string
  error?: { code: number; error_subcode?: number }
  debug_info?: { type: string }
}

async function place() {
  let now = NOON
  const all = await furnishedMeta({ now: () => now })
  const { meta, systemToken } = all
  const post = async (path: string, headers: Record<string, string> = {}, body?: Uint8Array<ArrayBuffer>) =>
    (await (
      await fetch(`${meta.url}/v26.0/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${systemToken}`, ...headers },
        ...(body && { body }),
      })
    ).json()) as Answer
  const begin = (type = 'image/png', length = BYTES.length) =>
    post(`app/uploads?file_name=foto.png&file_length=${length}&file_type=${encodeURIComponent(type)}`)
  const upload = (id: string, headers: Record<string, string> = {}, bytes = BYTES) =>
    post(id, { authorization: `OAuth ${systemToken}`, file_offset: '0', ...headers }, bytes)
  const create = (more: object) =>
    graphCall(meta, systemToken, `/${all.business.id}/message_templates`, {
      name: 'foto',
      language: 'pt_BR',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'Veja.' }],
      ...more,
    })
  const forward = (ms: number) => {
    now += ms
  }
  return { ...all, begin, upload, create, forward }
}

describe('an example file', () => {
  test('is uploaded in a session, and named by its handle', async () => {
    const { begin, upload, create, meta } = await place()
    const { id = '' } = await begin()
    expect(id).toMatch(/^upload:.+\?sig=/)
    const { h = '' } = await upload(id)
    const components = [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: [h] } },
      { type: 'BODY', text: 'Veja.' },
    ]
    const { body } = await create({ components })
    const [header] = meta.world.findTemplate(String(body.id))?.components ?? []
    expect(header).toMatchObject({ example: { header_handle: [expect.stringContaining(`${meta.url}/cdn/`)] } })
    const video = components.map((one) => ('format' in one ? { ...one, format: 'VIDEO' } : one))
    expect((await create({ name: 'video', components: video })).error).toBe('100/2388085')
  })

  test('is refused with another type, or if it is too large', async () => {
    const { begin } = await place()
    expect((await begin('image/gif')).error?.error_subcode).toBe(2388091)
    expect((await begin('video/mp4', 101 * 1024 * 1024)).error?.error_subcode).toBe(2388092)
  })

  test('is refused with another length, another offset, or the usual scheme of tokens', async () => {
    const { begin, upload, systemToken } = await place()
    const { id = '' } = await begin()
    expect((await upload(id, {}, BYTES.slice(1))).debug_info?.type).toBe('PartialRequestError')
    expect((await upload(id, { file_offset: '5' })).debug_info?.type).toBe('OffsetInvalidError')
    expect((await upload(id, { authorization: `Bearer ${systemToken}` })).error?.code).toBe(190)
    expect((await upload(id)).h).toBeTruthy()
  })

  test('has an hour, and no other app can use it', async () => {
    const { begin, upload, create, forward, meta, business } = await place()
    const { id = '' } = await begin()
    forward(HOUR)
    expect((await upload(id)).error?.error_subcode).toBe(33)
    const { h = '' } = await upload((await begin()).id ?? '')
    const foreign = meta.systemToken(meta.addApp({ id: '701' }), [business])
    const wanted = { name: 'alheio', language: 'pt_BR', category: 'UTILITY' }
    const components = [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: [h] } },
      { type: 'BODY', text: 'Veja.' },
    ]
    const path = `/${business.id}/message_templates`
    expect((await graphCall(meta, foreign, path, { ...wanted, components })).error).toBe('100/2388084')
    expect((await create({ components })).error).toBeUndefined()
  })
})

describe('a text', () => {
  const body = (text: string, more: object = {}) => ({ components: [{ type: 'BODY', text, ...more }] })
  const with_ = (part: object) => ({ components: [{ type: 'BODY', text: 'Veja.' }, part] })
  const buttons = (...types: string[]) =>
    with_({
      type: 'BUTTONS',
      buttons: types.map((type, at) => ({ type, text: `b${at}`, url: 'https://a.example', phone_number: '+551' })),
    })
  test.each([
    ['numbered with a gap', body('Olá {{2}}, oi.', { example: { body_text: [['a']] } }), '100/2388073'],
    ['ending in a variable', body('Olá {{1}}', { example: { body_text: [['a']] } }), '100/2388299'],
    ['with too few examples', body('Olá {{1}} e {{2}}.', { example: { body_text: [['a']] } }), '100/2388043'],
    ['with empty lines', body('Olá\n\n\nfim'), '100/2388043'],
    ['with emoji in its heading', with_({ type: 'HEADER', format: 'TEXT', text: 'Oba 🎉' }), '100/2388072'],
    ['with two lines in its footer', with_({ type: 'FOOTER', text: 'a\nb' }), '100/2388073'],
    ['with three links', buttons('URL', 'URL', 'URL'), '100/2388081'],
    ['with mixed buttons', buttons('QUICK_REPLY', 'URL', 'QUICK_REPLY'), '100/2388081'],
    ['with names without examples', { parameter_format: 'NAMED', ...body('Olá {{nome}}, oi.') }, '100/2388043'],
  ])('%s is refused', async (_, more, error) => {
    const { create } = await place()
    expect((await create(more)).error).toBe(error)
  })

  test('can be changed once a day, in the same category', async () => {
    const { meta, business, systemToken, forward } = await place()
    const one = meta.addTemplate(business, { name: 'aviso' })
    const change = async (more: object = {}) => {
      const { error } = await graphCall(meta, systemToken, `/${one.id}`, { ...body('Outro.'), ...more })
      one.status = 'APPROVED'
      return error
    }
    expect(await change({ category: 'MARKETING' })).toBe('100/2388039')
    expect(await change()).toBeUndefined()
    expect(await change()).toBe('100/2388026')
    forward(DAY)
    expect(await change()).toBeUndefined()
    one.status = 'PENDING'
    expect((await graphCall(meta, systemToken, `/${one.id}`, body('Já.'))).error).toBe('100/2388025')
  })
})

test('a file of a header must be the number’s own, and of its kind', async () => {
  const { meta, business, number, systemToken, whatsapp } = await place()
  meta.addTemplate(business, {
    name: 'foto',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Veja.' },
    ],
  })
  await whatsapp.text('oi')
  const send = (id: string) => sendHeader(meta, systemToken, number.id, { to: '5511988887777', id })
  const form = new FormData()
  form.set('messaging_product', 'whatsapp')
  form.set('file', new File([BYTES], 'a.png', { type: 'image/png' }))
  const { body } = await graphCall(meta, systemToken, `/${number.id}/media`, form, 'POST')
  expect(await send('123')).toBe('132012')
  expect(await send(String(body.id))).toBeUndefined()
})

async function sendHeader(meta: MetaStandIn, token: string, numberId: string, { to, id }: { to: string; id: string }) {
  const header = { type: 'header', parameters: [{ type: 'image', image: { id } }] }
  const template = { name: 'foto', language: { code: 'pt_BR' }, components: [header] }
  const { error } = await graphCall(meta, token, `/${numberId}/messages`, {
    messaging_product: 'whatsapp',
    to,
    type: 'template',
    template,
  })
  return error
}
