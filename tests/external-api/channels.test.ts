/** The external API over each channel: whom it reaches, and what it refuses. */
import { expect, test } from 'bun:test'
import { changeCampaignSettings } from '../../src/outbound/settings'
import { DAY } from '../../src/platform/time'
import { addPhotoTemplate, PHOTO } from '../campaigns/official'
import { LOJA } from '../support/company-world'
import { PNG } from '../support/pixel'
import { world } from '../support/world'

const IGSID = '17841400000000001'

async function place() {
  const w = world()
  changeCampaignSettings(w.cx, null, { settings: { messageInterval: 0, longerIntervalAfter: 0, coldCap: 100 } })
  const { id: instagram } = w.connection({ channel: 'instagram', open: false })
  const { id: official } = w.connection({ channel: 'whatsapp_cloud', open: false })
  const made = await w.admin().json('/api/api-tokens', 'POST', { name: 'ERP' })
  const { secret } = (await made.json()) as { secret: string } // the answer of its route
  w.whatsapp
    .person(IGSID, { connectionId: instagram, kind: 'igsid', name: 'Lavínia', username: 'studio.lavanda' })
    .says('oi')
  const post = (body: BodyInit, headers: Record<string, string>) =>
    w.request('/api/messages/send', {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${secret}`, ...headers },
    })
  const answerOf = async (response: Response) => {
    const { error, details } = (await response.json()) as { error?: string; details?: { lacks?: string } } // an answer of ours
    return error === undefined ? response.status : [error, details?.lacks].filter(Boolean).join(' ')
  }
  const send = async (body: object) =>
    answerOf(await post(JSON.stringify({ body: 'olá', ...body }), { 'content-type': 'application/json' }))
  const sendFile = async (fields: Record<string, string>, file: File) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.append('medias', file)
    return answerOf(await post(form, {}))
  }
  return { w, instagram, official, send, sendFile }
}

test('reaches a person without a number by the contact, the id of the channel and the username', async () => {
  const { w, instagram, send } = await place()
  for (const to of [{ contactId: 1 }, { number: `igsid:${IGSID}` }, { number: '@studio.lavanda' }])
    expect(await send({ ...to, whatsappId: instagram })).toBe(202)
  expect(w.rows('SELECT DISTINCT chat FROM messages WHERE from_me = 1')).toEqual([{ chat: `igsid:${IGSID}` }])
  expect(await send({ number: 'igsid:17840000000000000', whatsappId: instagram })).toBe('ERR_NO_CONTACT_FOUND')
  expect(await send({})).toBe('ERR_INVALID_INPUT')
})

test('refuses at once what the channel cannot do', async () => {
  const { w, instagram, official, send, sendFile } = await place()
  expect(await send({ contactId: 1, whatsappId: LOJA })).toBe('ERR_WAPP_INVALID_CONTACT')
  expect(await send({ number: '5521996124087', whatsappId: instagram })).toBe('ERR_WAPP_INVALID_CONTACT')
  expect(await send({ number: '5521996124087', whatsappId: official })).toBe('ERR_WINDOW_TEMPLATE')
  const text = new File(['a'], 'nota.txt', { type: 'text/plain' })
  expect(await sendFile({ contactId: '1', whatsappId: String(instagram) }, text)).toBe('ERR_CHANNEL_LACKS fileType')
  const picture = new File([PNG], 'a.png', { type: 'image/png' })
  expect(await sendFile({ contactId: '1', whatsappId: String(instagram) }, picture)).toBe(202)
  w.clock.forward(2 * DAY)
  expect(await send({ contactId: 1, whatsappId: instagram })).toBe('ERR_WINDOW_PEOPLE')
  w.clock.forward(6 * DAY)
  expect(await send({ contactId: 1, whatsappId: instagram })).toBe('ERR_WINDOW_CLOSED')
})

test('sends an approved template to a number that never wrote', async () => {
  const { w, official, send } = await place()
  const components = JSON.stringify([{ type: 'BODY', text: 'Olá {{1}}', example: { body_text: [['Ana']] } }])
  w.rows(
    `INSERT INTO message_templates (connection_id, template_id, name, language, category, status, components, status_at)
     VALUES (?, '1', 'ola', 'pt_BR', 'utility', 'APPROVED', ?, 0) RETURNING id`,
    official,
    components,
  )
  const template = { name: 'ola', language: 'pt_BR', variables: { body: ['Bia'] } }
  const to = { number: '5521996124087', whatsappId: official, template }
  expect(await send({ ...to, body: undefined })).toBe(202)
  expect(w.rows(`SELECT body, json_extract(extra, '$.template.name') AS template FROM api_send_parts`)).toEqual([
    { body: 'Olá Bia', template: 'ola' },
  ])
  expect(await send({ ...to, body: 'e mais' })).toBe('ERR_INVALID_INPUT')
  expect(await send({ ...to, body: undefined, whatsappId: LOJA })).toBe('ERR_TEMPLATE_CHANNEL')
})

test('sends the file beside a template as its header', async () => {
  const { w, official, sendFile } = await place()
  addPhotoTemplate(w, official)
  const to = { number: '5521996124087', whatsappId: String(official), template: JSON.stringify(PHOTO) }
  const picture = new File([PNG], 'foto.png', { type: 'image/png' })
  expect(await sendFile(to, picture)).toBe(202)
  expect(w.rows('SELECT kind, body FROM api_send_parts')).toEqual([{ kind: 'image', body: 'Seu pedido está pronto.' }])
  expect(await sendFile(to, new File(['a'], 'nota.txt', { type: 'text/plain' }))).toBe('ERR_TEMPLATE_VARIABLES')
})
