/** Menus to be tapped, and answers in one message, on channels that have buttons and charge for messages. */
import { describe, expect, test } from 'bun:test'
import type { Choices } from '../../src/channels/contract'
import { receiveMessages } from '../../src/tickets/receiving/receive'
import { joinTexts } from '../../src/tickets/sending/one-message'
import { connectionOver } from '../campaigns/official'
import { LOJA, SALES, SUPPORT } from '../support/company-world'
import { world } from '../support/world'

type Said = { readonly body: string; readonly choices: Choices | null }

/** Maria writes over a connection of this channel, whose bot offers two queues; the second has options. */
async function place(channel: 'whatsapp' | 'whatsapp_cloud' = 'whatsapp_cloud') {
  const w = world()
  const admin = w.admin()
  const id = channel === 'whatsapp' ? LOJA : connectionOver(w, channel)
  await admin.json(`/api/whatsapp/${id}`, 'PUT', {
    queueIds: [SALES, SUPPORT],
    greetingMessage: 'Olá! Sou da loja.',
    enableQueueChatbot: true,
  })
  for (const title of ['Segunda via', 'Falar com alguém'])
    await admin.json('/api/queue-options', 'POST', {
      queueId: SUPPORT,
      title,
      message: `Sobre ${title}`,
      optionType: 'Texto',
    })
  const phone = { kind: 'phone', value: '5521996120001' } as const
  let count = 0
  const says = (body: string, tapped?: string) =>
    receiveMessages(w.cx, id, [
      {
        externalId: `dito ${++count}`,
        fromMe: false,
        chat: [phone],
        isGroup: false,
        author: null,
        pushName: 'Maria',
        kind: 'chat',
        body,
        media: null,
        quotedExternalId: null,
        quotedBody: null,
        sentAt: w.clock.now(),
        ...(tapped !== undefined && { extra: { tapped } }),
      },
    ])
  const said = (): Said[] =>
    w
      .rows<{ body: string; choices: string | null }>(
        "SELECT body, extra -> '$.choices' AS choices FROM messages WHERE connection_id = ? AND from_me = 1 ORDER BY id",
        id,
      )
      .map(({ body, choices }) => ({ body, choices: choices === null ? null : (JSON.parse(choices) as Choices) }))
  const queueOf = () => w.rows<{ queue: number | null }>('SELECT queue_id AS queue FROM tickets')[0]?.queue
  return { w, admin, id, says, said, queueOf }
}

describe('the bot’s menu', () => {
  test('can be tapped where the channel has buttons, and names the choices in words all the same', async () => {
    const { says, said } = await place()
    says('oi')
    expect(said()).toEqual([
      {
        body: 'Olá! Sou da loja.\n*1* Vendas\n*2* Suporte',
        choices: {
          prompt: 'Olá! Sou da loja.',
          open: 'Ver opções',
          options: [
            { id: `queue ${SALES}`, title: 'Vendas' },
            { id: `queue ${SUPPORT}`, title: 'Suporte' },
          ],
        },
      },
    ])
  })

  test('is text alone over a linked phone', async () => {
    const { says, said } = await place('whatsapp')
    says('oi')
    expect(said()).toEqual([{ body: 'Olá! Sou da loja.\n*1* Vendas\n*2* Suporte', choices: null }])
  })

  test('is answered by what was tapped, whatever its title says, also to go back', async () => {
    const { says, said, queueOf } = await place()
    says('oi')
    says('qualquer coisa', `queue ${SUPPORT}`)
    expect(queueOf()).toBe(SUPPORT)
    expect(
      said()
        .at(-1)
        ?.choices?.options.map(({ title }) => title),
    ).toEqual(['Segunda via', 'Falar com alguém', 'Voltar'])
    says('Voltar', 'back')
    expect(queueOf()).toBeNull()
    says('Vendas')
    expect(queueOf()).toBe(SALES)
  })

  test('of an earlier menu is answered by its title', async () => {
    const { w, says, queueOf } = await place()
    says('oi')
    says('Suporte', `queue ${SUPPORT}`)
    says('Segunda via', 'option 999')
    expect(w.rows("SELECT body FROM messages WHERE from_me = 1 AND body LIKE 'Sobre Segunda via%'")).toHaveLength(1)
    expect(queueOf()).toBe(SUPPORT)
  })
})

describe('texts that follow one another', () => {
  const say = (text: string, prompt?: string) => ({
    do: 'say' as const,
    text,
    ...(prompt !== undefined && { choices: { prompt, options: [{ id: '1', title: 'Sim' }] } }),
  })
  const file = { do: 'sendFile' as const }

  test('become one, with the choices of the last', () => {
    expect(
      joinTexts<object & { do: string }>([say('Oi'), say('Tudo bem?'), say('Posso?\n1 Sim', 'Posso?')], 4096),
    ).toEqual([say('Oi\n\nTudo bem?\n\nPosso?\n1 Sim', 'Oi\n\nTudo bem?\n\nPosso?')])
  })

  test('stay apart around files, behind choices, and where they would be too long', () => {
    const parts = [say('a'), file, say('b', 'b'), say('c'), say('d'.repeat(4095))]
    expect(joinTexts<object & { do: string }>(parts, 4096)).toEqual(parts)
  })
})

test('a connection joins answers where messages cost money, unless it is set otherwise', async () => {
  const { admin, id } = await place()
  const joins = async (of: number) =>
    ((await (await admin.request(`/api/whatsapp/${of}`)).json()) as { joinsAnswers: boolean }).joinsAnswers
  expect([await joins(LOJA), await joins(id)]).toEqual([false, true])
  await admin.json(`/api/whatsapp/${id}`, 'PUT', { joinsAnswers: false })
  await admin.json(`/api/whatsapp/${LOJA}`, 'PUT', { joinsAnswers: true })
  expect([await joins(LOJA), await joins(id)]).toEqual([true, false])
})
