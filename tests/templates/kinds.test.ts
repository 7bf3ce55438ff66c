/** Kinds of templates: files above the text, names, codes, and what cannot be sent from here. */
import { describe, expect, test } from 'bun:test'
import type { TemplateInput } from '../../src/simulator/meta/cloud/templates'
import { PNG } from '../support/pixel'
import { until } from '../support/until'
import { place } from './support'

const photo: TemplateInput = {
  name: 'foto_do_pedido',
  components: [
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://cdn.example/a.jpg'] } },
    { type: 'BODY', text: 'Olá, {{1}}! Veja.', example: { body_text: [['Ana']] } },
  ],
}
const picture = () => new File([PNG], 'foto.png', { type: 'image/png' })
const ANA = { body: ['Ana'] }

describe('a file above the text', () => {
  test('has an example at Meta when the template is created', async () => {
    const { admin, address, upload, official } = await place(photo)
    const { kind, handle } = (await (await upload(picture())).json()) as { kind: string; handle: string }
    expect(kind).toBe('image')
    const wanted = { name: 'nova_foto', language: 'pt_BR', category: 'utility', body: 'Veja.' }
    const answer = await admin.json(address, 'POST', { ...wanted, headerFile: { kind, handle } })
    expect(await answer.json()).toMatchObject({ header: { kind: 'image' }, status: 'PENDING' })
    const [header] = [...official.business.templates].at(-1)?.components ?? []
    expect(header).toMatchObject({ format: 'IMAGE', example: { header_handle: [expect.stringContaining('/cdn/')] } })
  })

  test('is refused as an example if Meta does not take it, or never saw it', async () => {
    const { admin, address, upload } = await place(photo)
    expect(await (await upload(new File(['nota'], 'nota.txt'))).json()).toMatchObject({ error: 'ERR_MEDIA_TYPE' })
    const { handle } = (await (await upload(picture())).json()) as { handle: string }
    const wanted = { name: 'nova_foto', language: 'pt_BR', category: 'utility', body: 'Veja.' }
    const create = async (headerFile: object) => (await admin.json(address, 'POST', { ...wanted, headerFile })).json()
    expect(await create({ kind: 'video', handle })).toMatchObject({
      error: 'ERR_TEMPLATE_REFUSED',
      details: { reason: expect.stringContaining('VIDEO') },
    })
    expect(await create({ kind: 'image', handle: '4:unknown' })).toMatchObject({ error: 'ERR_TEMPLATE_REFUSED' })
  })

  test('is sent from here: uploaded, shown in the conversation, and on the phone', async () => {
    const { meta, list, sendWithFile, stored, chat } = await place(photo)
    await list()
    const answer = await sendWithFile(picture(), ANA)
    expect(await answer.json()).toMatchObject({ mediaType: 'image', body: 'Olá, Ana! Veja.' })
    await until(() => (stored().at(-1)?.ack ?? 0) >= 2, 'the tick')
    const sent = meta.seen.findLast(({ path }) => path.endsWith('/messages'))
    expect(sent?.body).toMatchObject({
      template: {
        components: [{ type: 'header', parameters: [{ type: 'image', image: { id: expect.any(String) } }] }, {}],
      },
    })
    await until(() => chat.received.length === 1, 'the message on the phone')
  })

  test('may be an address, which Meta fetches', async () => {
    const { meta, list, send } = await place(photo)
    await list()
    expect((await send({ ...ANA, header: 'https://aurora.example/a.png' })).status).toBe(200)
    await until(() => meta.seen.some(({ path }) => path.endsWith('/messages')), 'the request')
    expect(JSON.stringify(meta.seen.at(-1)?.body)).toContain('"link":"https://aurora.example/a.png"')
  })

  test('is refused if it is missing, of another kind, or has no place', async () => {
    const { list, send, sendWithFile, meta, official, admin, ticketId } = await place(photo)
    meta.addTemplate(official.business, { name: 'so_texto', body: 'Oi.' })
    await list()
    expect(await (await send(ANA)).json()).toMatchObject({
      error: 'ERR_TEMPLATE_VARIABLES',
      details: { slots: ['missing', null] },
    })
    const pdf = new File(['%PDF-1.4'], 'nota.pdf', { type: 'application/pdf' })
    expect(await (await sendWithFile(pdf, ANA)).json()).toMatchObject({ details: { slots: ['file', null] } })
    const form = new FormData()
    form.set('template', JSON.stringify({ name: 'so_texto', language: 'pt_BR' }))
    form.set('medias', picture())
    const answer = await admin.request(`/api/messages/${ticketId()}`, { method: 'POST', body: form })
    expect(await answer.json()).toMatchObject({ error: 'ERR_INVALID_INPUT', details: [{ field: 'medias' }] })
  })
})

test('variables with names are filled in the order in which they appear', async () => {
  const { list, send, chat } = await place({
    name: 'por_nome',
    format: 'NAMED',
    body: 'Olá, {{nome}}! Até {{dia}}, {{nome}}.',
  })
  await list()
  expect(await (await send({ body: ['Ana', 'sexta'] })).json()).toMatchObject({ body: 'Olá, Ana! Até sexta, Ana.' })
  await until(() => chat.received.length > 0, 'the message')
})

describe('an authentication template', () => {
  const code: TemplateInput = {
    name: 'codigo',
    category: 'AUTHENTICATION',
    components: [
      { type: 'BODY', text: '*{{1}}* é seu código de verificação.' },
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'Copiar código',
            url: 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}',
          },
        ],
      },
    ],
  }

  test('takes the code once, and gives it to its button', async () => {
    const { list, send, chat } = await place(code)
    await list()
    expect(await (await send({ body: ['471108'] })).json()).toMatchObject({
      body: '*471108* é seu código de verificação.',
    })
    await until(() => chat.received.length > 0, 'the code')
    expect(await (await send({ body: ['1234567890123456'] })).json()).toMatchObject({ error: 'ERR_TEMPLATE_VARIABLES' })
  })

  test('keeps its text', async () => {
    const { list, admin, address } = await place(code)
    const [one] = (await list()).templates
    const body = { name: 'codigo', language: 'pt_BR', category: 'utility', body: 'Outro.' }
    const answer = await admin.json(`${address}/${one?.id}`, 'PUT', body)
    expect(await answer.json()).toMatchObject({ error: 'ERR_TEMPLATE_FIXED' })
  })

  test('is not sent to somebody whose number is hidden', async () => {
    const { meta, list, official, stored, w, admin, ticketId } = await place(code)
    await list()
    const hidden = meta.whatsapp(
      meta.person({ name: 'Rita', phone: '5521988880000', username: 'rita.s' }),
      official.number,
    )
    const before = ticketId()
    await hidden.text('oi')
    await until(() => ticketId() !== before, 'the ticket')
    await admin.json(`/api/tickets/${ticketId()}`, 'PUT', { status: 'open' })
    const template = { name: 'codigo', language: 'pt_BR', variables: { body: ['1'] } }
    await admin.json(`/api/messages/${ticketId()}`, 'POST', { template })
    await until(() => stored().at(-1)?.failure !== null, 'the refusal')
    expect(stored().at(-1)?.failure).toBe('needsNumber')
    expect(w.rows('SELECT 1 FROM outbox')).toEqual([])
  })
})

describe('a kind that cannot be sent from here', () => {
  test.each([
    ['carousel', { type: 'CAROUSEL' }, 'ERR_TEMPLATE_CAROUSEL'],
    ['offer', { type: 'LIMITED_TIME_OFFER' }, 'ERR_TEMPLATE_OFFER'],
    ['catalog', { type: 'BUTTONS', buttons: [{ type: 'CATALOG', text: 'Ver' }] }, 'ERR_TEMPLATE_CATALOG'],
    ['flow', { type: 'BUTTONS', buttons: [{ type: 'FLOW', text: 'Abrir' }] }, 'ERR_TEMPLATE_FLOW'],
  ] as const)('is listed as %s, and refused with the reason', async (unsupported, part, error) => {
    const { list, send } = await place({ name: 'outro_tipo', components: [{ type: 'BODY', text: 'Oi' }, part] })
    expect((await list()).templates).toMatchObject([{ unsupported, body: 'Oi' }])
    expect(await (await send(undefined)).json()).toMatchObject({
      error,
      message: expect.stringContaining('Este modelo'),
    })
  })
})
