/** Dialogflow: access, answers and trial, against a stand-in that checks what Google checks. */

import { afterAll, describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import { readReply } from '../../src/features/integrations/dialogflow/reply'
import { MINUTE } from '../../src/platform/time'
import { HEARD, startDialogflow } from '../../src/simulator/dialogflow/stand-in'
import { codeOf } from '../support/code-of'
import { announcedFile } from '../support/telephones'
import { NOON } from '../support/world'
import { company } from './support'

let at = NOON
const google = startDialogflow({ now: () => at })
afterAll(() => google.stop())

async function agent() {
  at = NOON
  google.breaks(undefined)
  google.revokeTokens()
  const one = await company(
    {},
    {
      type: 'dialogflow',
      name: 'Perguntas',
      projectName: google.project,
      jsonContent: google.keyFile(),
      language: 'pt-BR',
      urlIntegration: google.url,
    },
  )
  return one
}

describe('a conversation', () => {
  test('is one session of at most 36 characters, with one token', async () => {
    const { maria, said, settled } = await agent()
    const before = google.tokensIssued()
    maria.says('qual o horário?')
    await settled()
    maria.says('x'.repeat(1000))
    await settled()
    expect(said()).toEqual(['Você disse: qual o horário?', `Você disse: ${'x'.repeat(256)}`])
    const [first, second] = google.asked.slice(-2)
    expect(first?.session).toBe(second?.session ?? '')
    expect(first?.session).toHaveLength(36)
    expect(first?.languageCode).toBe('pt-BR')
    expect(google.tokensIssued() - before).toBe(1)
  })

  test('hears a voice message, and says that it does not understand other recordings', async () => {
    const { w, maria, said, settled } = await agent()
    maria.says('oi')
    await settled()
    said()
    w.telephones.keepFile('t1', Buffer.from('OggS and more'))
    maria.says('', { kind: 'ptt', media: announcedFile('t1', { mimetype: 'audio/ogg; codecs=opus', seconds: 4 }) })
    await settled()
    expect(said()).toEqual([`Você disse: ${HEARD}`])
    w.telephones.keepFile('t2', Buffer.from('OggS and more'))
    maria.says('', { kind: 'ptt', media: announcedFile('t2', { mimetype: 'audio/ogg; codecs=opus', seconds: 61 }) })
    await settled()
    expect(said()).toEqual(['Não consegui entender sua dúvida.'])
  })

  test('asks for a new token once when the old one is refused', async () => {
    const { maria, said, settled } = await agent()
    maria.says('um')
    await settled()
    google.revokeTokens()
    maria.says('dois')
    await settled()
    expect(said()).toEqual(['Você disse: um', 'Você disse: dois'])
  })

  test('says what it does not understand, and hands over when the agent ends it', async () => {
    const { w, maria, said, settled } = await agent()
    google.answers(({ text }) =>
      text === 'tchau'
        ? { fulfillmentMessages: [{ text: { text: ['Até logo!'] } }], intent: { endInteraction: true } }
        : { fulfillmentMessages: [] },
    )
    maria.says('hein?')
    await settled()
    expect(said()).toEqual(['Não consegui entender sua dúvida.'])
    maria.says('tchau')
    await settled()
    expect(said()).toEqual(['Até logo!'])
    expect(w.ticketNow(1)).toMatchObject({ isBot: false, status: 'pending' })
  })

  test('goes to people after a payload that says nothing we know', async () => {
    const { w, maria, said, settled, log } = await agent()
    google.answers(() => ({ fulfillmentMessages: [{ payload: { desconhecido: 1 } }] }))
    maria.says('oi')
    await settled()
    expect(said()).toEqual([])
    expect(w.ticketNow(1)).toMatchObject({ isBot: false })
    expect(log().at(-1)?.data.fault).toStartWith('nothingSaid · {')
  })

  test.each([
    [403, 'PERMISSION_DENIED'],
    [429, 'RESOURCE_EXHAUSTED'],
  ])('goes to people after %d', async (status) => {
    const { w, maria, said, settled, log } = await agent()
    google.breaks(Response.json({ error: { code: status } }, { status }))
    maria.says('oi')
    await settled()
    expect(said()).toEqual([])
    expect(w.ticketNow(1)).toMatchObject({ isBot: false })
    expect(log().at(-1)).toMatchObject({ kind: 'integrationFailed', data: { fault: `HTTP ${status}` } })
  })
})

describe('a trial', () => {
  const body = () => ({ projectName: google.project, jsonContent: google.keyFile(), language: 'pt-BR' as const })

  test('of a stored key answers with the agent’s messages', async () => {
    const { admin, integration } = await agent()
    google.answers(() => ({ fulfillmentMessages: [{ text: { text: ['Oi!'] } }] }))
    const { data } = await admin.api['queue-integration'].testSession.post({
      ...body(),
      jsonContent: '',
      id: integration.id,
    })
    expect(data).toEqual({ messages: ['Oi!'] })
  })

  test('tells a refused key from an agent that does not answer', async () => {
    const { admin, integration } = await agent()
    const ask = async (given: Partial<ReturnType<typeof body>>) =>
      codeOf(await admin.api['queue-integration'].testSession.post({ ...body(), ...given, id: integration.id }))
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString()
    expect(await ask({ jsonContent: google.keyFile({ private_key: stranger }) })).toBe('ERR_TEST_SESSION_DIALOG')
    expect(google.refused.at(-1)).toBe('Invalid JWT Signature.')
    expect(await ask({ jsonContent: '{}' })).toBe('ERR_TEST_SESSION_DIALOG')
    expect(await ask({ jsonContent: google.keyFile({ private_key: 'nada' }) })).toBe('ERR_TEST_SESSION_DIALOG')
    expect(await ask({ projectName: 'outro' })).toBe('ERR_TEST_SESSION_DIALOG')
    at = NOON + 90 * MINUTE // the clock of one side is wrong
    expect(await ask({})).toBe('ERR_TEST_SESSION_DIALOG')
    at = NOON
    google.breaks(Response.json({}, { status: 500 }))
    expect(await ask({})).toBe('ERR_TEST_REPLY_DIALOG')
  })

  test('accepts a key whose line ends were escaped twice', async () => {
    const { admin, integration } = await agent()
    const key = JSON.parse(google.keyFile()) as Record<string, string> // made above
    const escaped = JSON.stringify({ ...key, private_key: key.private_key?.replaceAll('\n', '\\n') })
    const given = { ...body(), jsonContent: escaped, id: integration.id }
    expect((await admin.api['queue-integration'].testSession.post(given)).status).toBe(200)
  })
})

const trust = { commandsInTexts: true, heard: '' }
const replyOf = (queryResult: unknown) => readReply(JSON.stringify({ queryResult }), trust)

test('an answer becomes texts, pictures, choices and commands', () => {
  expect(
    replyOf({
      fulfillmentMessages: [
        { text: { text: ['', 'Olá'] } },
        { platform: 'FACEBOOK', text: { text: ['só lá'] } },
        { image: { imageUri: 'https://x.example/a.png' } },
        { quickReplies: { title: 'Escolha', quickReplies: ['A', 'B'] } },
        { card: { title: 'Sofá', subtitle: '3 lugares', buttons: [{ text: 'Ver' }] } },
        { payload: { queueId: 2 } },
      ],
    })?.commands,
  ).toEqual([
    { do: 'say', text: 'Olá' },
    { do: 'sendFile', file: { url: 'https://x.example/a.png' }, as: 'image', caption: '' },
    {
      do: 'say',
      text: 'Escolha\n*1.* A\n*2.* B',
      choices: { prompt: 'Escolha', options: ['A', 'B'].map((title) => ({ id: title, title })) },
    },
    { do: 'say', text: '*Sofá*\n3 lugares\n*1.* Ver' },
    { do: 'transfer', queueId: 2, userId: null },
  ])
  expect(replyOf({ fulfillmentText: 'só o antigo' })?.commands).toEqual([{ do: 'say', text: 'só o antigo' }])
  expect(readReply('<html>', trust)).toBeUndefined()
  expect(readReply('{}', trust)).toBeUndefined()
})
