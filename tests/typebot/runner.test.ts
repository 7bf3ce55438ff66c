/** A bot's conversation with the stand-in: contract, sessions, keywords, and what another server can do wrong. */
import { describe, expect, test } from 'bun:test'
import { handedOver } from '../../src/features/integrations/runner'
import { serverOf } from '../../src/features/typebot/server-url'
import { HOUR, MINUTE } from '../../src/platform/time'
import type { Bot } from '../../src/simulator/typebot/bots'
import { conversation, integrationTo, startedTypebot } from './support'

const menu = '*1.* Sofás\n*2.* Prazo de entrega\n*3.* Falar com uma pessoa'

describe('a conversation', () => {
  test('goes from greeting to people, by numbers and words', async () => {
    const typebot = startedTypebot()
    const { says, hears, calls } = conversation(integrationTo(typebot.url))
    expect(await hears('oi')).toEqual([
      'Olá, *Ana*!',
      'Sou a assistente virtual da Casa Aurora. O que você procura?',
      menu,
    ])
    expect(await says('sofas')).toEqual([
      { do: 'sendFile', file: { url: `${typebot.url}/media/leme.png` }, as: 'image', caption: '', afterMs: 0 },
      {
        do: 'say',
        afterMs: 0,
        text: 'Este é o *Leme*, o nosso mais vendido:\n- 2 lugares: R$ 2.490\n- 3 lugares: R$ 3.190\nQuantos lugares você precisa?',
      },
      {
        do: 'say',
        text: '*1.* 2 lugares\n*2.* 3 lugares\n*3.* 4 lugares ou mais',
        choices: {
          prompt: '',
          options: ['2 lugares', '3 lugares', '4 lugares ou mais'].map((title) => ({ id: title, title })),
        },
        afterMs: 0,
      },
    ])
    expect(await hears('2')).toEqual(['Ótima escolha: _3 lugares_. Qual é o seu CEP?'])
    expect(await hears('22041-001')).toEqual([
      'Para 22041-001 a entrega é grátis. Antes de chamar a equipe: como foi falar comigo?',
      'Responda com um número de 1 a 5.',
    ])
    expect(await hears('⭐⭐⭐⭐⭐')).toEqual(['Certo! Já chamei a equipe de vendas.', 'stop'])
    expect(calls.map(({ what, status }) => [what, status])).toEqual([
      ['startChat', 200],
      ...Array.from({ length: 4 }, () => ['continueChat', 200]),
    ])
    expect(typebot.seen[0]?.body).toMatchObject({
      message: 'oi',
      prefilledVariables: { number: '5521996124087', pushName: 'Ana', firstMessage: 'oi', ticketId: 1 },
    })
  })

  test('begins for another integration with its variables, and not with the choice that led here', async () => {
    const typebot = startedTypebot()
    const { hears, setState } = conversation(integrationTo(typebot.url))
    setState(handedOver({ cep: '22041-001' }))
    expect(await hears('2')).toContain(menu)
    const [start] = typebot.seen
    expect(start?.body).toMatchObject({ prefilledVariables: { cep: '22041-001', number: '5521996124087' } })
    expect(start?.body).not.toHaveProperty('message')
    expect(await hears('2')).not.toContain(menu)
  })

  test('pauses before each bubble, and for the bot’s own waits', async () => {
    const typebot = startedTypebot()
    const { says } = conversation(integrationTo(typebot.url, { typebotDelayMessage: 700 }))
    await says('oi')
    const actions = await says('2')
    expect(actions.map((action) => ('afterMs' in action ? action.afterMs : null))).toEqual([700, 1700, 700])
  })

  test('asks again after an unknown answer, in the bot’s words or the integration’s', async () => {
    const typebot = startedTypebot()
    const plain = conversation(integrationTo(typebot.url))
    await plain.says('oi')
    expect(await plain.hears('blá')).toEqual(['Invalid message. Please, try again.', menu])
    const own = conversation(integrationTo(typebot.url, { typebotUnknownMessage: 'Não entendi.' }))
    await own.says('oi')
    expect(await own.hears('blá')).toEqual(['Não entendi.', menu])
    expect(await own.take({ body: '', type: 'sticker' })).toEqual([{ do: 'say', text: 'Não entendi.' }])
    expect(await own.hears('1')).toHaveLength(3)
  })

  test('takes several choices and dates', async () => {
    const typebot = startedTypebot()
    const { hears } = conversation(integrationTo(typebot.url, { typebotSlug: 'pesquisa-aurora' }))
    await hears('oi')
    expect(await hears('cozinha e sala')).toEqual([
      'Anotei: Sala, Cozinha. Quando foi a sua visita?',
      'Responda com a data, como 25/12/2026.',
    ])
    expect(await hears('25/12/2026')).toEqual(['Obrigada pela visita de 25/12/2026!'])
    expect((await hears('oi'))[0]).toBe('De quais ambientes você gostou?')
  })
})

describe('a session', () => {
  test('expires so many minutes after its start, or never', async () => {
    const typebot = startedTypebot()
    const brief = conversation(integrationTo(typebot.url, { typebotExpires: 1 }))
    await brief.says('oi')
    brief.forward(MINUTE)
    expect(await brief.hears('3')).toEqual(['Certo! Já chamei a equipe de vendas.', 'stop'])
    await brief.says('oi')
    brief.forward(MINUTE + 1)
    expect((await brief.hears('3'))[0]).toBe('Olá, *Ana*!')
    const endless = conversation(integrationTo(typebot.url))
    await endless.says('oi')
    endless.forward(24 * HOUR)
    expect(await endless.hears('3')).toHaveLength(2)
  })

  test('begins anew, once, when the other side has lost it', async () => {
    const typebot = startedTypebot()
    const { hears, calls } = conversation(integrationTo(typebot.url))
    await hears('oi')
    typebot.fail('sessionGone')
    expect((await hears('1'))[2]).toBe(menu)
    expect(calls.map(({ what, status }) => [what, status])).toEqual([
      ...[
        ['startChat', 200],
        ['continueChat', 404],
        ['startChat', 200],
      ],
    ])
    expect(await hears('1')).toHaveLength(3)
  })

  test('is for one bot: another slug begins another', async () => {
    const typebot = startedTypebot()
    const integration = integrationTo(typebot.url) as { typebotSlug: string }
    const { hears } = conversation(integration as ReturnType<typeof integrationTo>)
    await hears('oi')
    integration.typebotSlug = 'pesquisa-aurora'
    expect((await hears('1'))[0]).toBe('De quais ambientes você gostou?')
  })

  test('has keywords that finish and restart it', async () => {
    const typebot = startedTypebot()
    const { says, hears } = conversation(
      integrationTo(typebot.url, {
        typebotKeywordFinish: 'Encerrar',
        typebotKeywordRestart: '00',
        typebotRestartMessage: 'De novo:',
      }),
    )
    await hears('oi')
    await hears('1')
    expect(await hears(' 00 ')).toEqual([
      ...['De novo:', 'Olá, *Ana*!', 'Sou a assistente virtual da Casa Aurora. O que você procura?', menu],
    ])
    expect(await says('ENCERRAR')).toEqual([{ do: 'close', text: '', farewell: true }])
    expect((await hears('oi'))[2]).toBe(menu)
  })
})

describe('another server’s faults', () => {
  test('hand over to people: hanging, pages instead of JSON, unknown bots, nothing to say', async () => {
    const typebot = startedTypebot()
    const { says, calls } = conversation(integrationTo(typebot.url), 200)
    typebot.fail('html')
    expect(says('oi')).rejects.toThrow('html')
    await says('oi').catch(() => undefined)
    typebot.fail('hang')
    expect(says('1')).rejects.toThrow('timeout')
    const empty = conversation(integrationTo(typebot.url))
    typebot.fail('empty')
    expect(empty.says('oi')).rejects.toThrow('notJson')
    expect(conversation(integrationTo(typebot.url, { typebotSlug: 'nenhum' })).says('oi')).rejects.toThrow('HTTP 404')
    expect(calls[0]).toMatchObject({ status: 200, fault: 'html' })
  })

  test('leave nobody with a bot that ends without a word', async () => {
    const typebot = startedTypebot()
    const { says } = conversation(integrationTo(typebot.url))
    await says('oi')
    typebot.fail('empty')
    expect(await says('1')).toEqual([{ do: 'stop' }])
  })
})

test('a bot that asks without a word leaves nobody in silence', async () => {
  const silent: Bot = {
    id: 'bot',
    publicId: 'calado',
    name: 'Calado',
    icon: '🤐',
    workspaceId: 'wsp-aurora',
    groups: {
      start: {
        bubbles: () => [{ id: 'v', type: 'something-new', content: {} }],
        input: { id: 't', type: 'text input', options: {} },
        next: () => 'start',
      },
    },
  }
  const typebot = startedTypebot({ bots: [silent] })
  expect(conversation(integrationTo(typebot.url, { typebotSlug: 'calado' })).says('oi')).rejects.toThrow('noMessages')
})

test('the address may have /api and a slash', () => {
  for (const url of [
    'https://bot.example',
    'https://bot.example/',
    ' https://bot.example/api ',
    'https://bot.example/api/v1/',
  ])
    expect(serverOf(url)).toBe('https://bot.example')
})

test('a file that the bot cannot fetch goes to people', async () => {
  const asks: Bot = {
    id: 'bot',
    publicId: 'arquivo',
    name: 'Arquivo',
    icon: '📎',
    workspaceId: 'wsp-aurora',
    groups: {
      start: { bubbles: () => [], input: { id: 'f', type: 'file input', options: {} }, next: () => 'end' },
    },
  }
  const typebot = startedTypebot({ bots: [asks] })
  const { hears, take } = conversation(integrationTo(typebot.url, { typebotSlug: 'arquivo' }))
  expect(await hears('oi')).toEqual(['Envie o arquivo por aqui.'])
  expect(await take({ body: '', type: 'document' })).toEqual([{ do: 'stop' }])
})
