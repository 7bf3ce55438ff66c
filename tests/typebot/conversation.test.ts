/** A customer's conversation with a bot, from the menu of queues to people. */
import { expect, test } from 'bun:test'
import { SECOND } from '../../src/platform/time'
import { company } from '../integrations/support'
import { SALES, SUPPORT } from '../support/company-world'
import { startedTypebot } from './support'

const menu = '*1.* Sofás\n*2.* Prazo de entrega\n*3.* Falar com uma pessoa'
const greeting = ['Olá, *Maria Alves*!', 'Sou a assistente virtual da Casa Aurora. O que você procura?']

test('an integration answers in its queue: text, picture, choices, people', async () => {
  const typebot = startedTypebot()
  const talk = await company(
    {},
    {
      type: 'typebot',
      commandsInTexts: true,
      name: 'Vitrine',
      urlIntegration: typebot.url,
      urlToken: '',
      typebotSlug: 'vitrine-aurora',
      typebotDelayMessage: 0,
      typebotExpires: 0,
    },
  )
  const { maria, said, settled, w } = talk
  maria.says('oi')
  await settled()
  expect(said()).toEqual([...greeting, menu])
  maria.says('1')
  await settled()
  expect(said()).toEqual(['image', expect.stringContaining('*Leme*'), expect.stringContaining('*1.* 2 lugares')])
  for (const answer of ['3 lugares', '22041-001', '5']) {
    maria.says(answer)
    await settled()
  }
  expect(said().at(-1)).toBe('Certo! Já chamei a equipe de vendas.')
  expect(w.ticketNow(1)).toMatchObject({ isBot: false, status: 'pending', queueId: SUPPORT })
  expect((await talk.calls()).map(({ what, status, fault }) => [what, status, fault])).toEqual([
    ...['continueChat', 'continueChat', 'continueChat', `GET 127.0.0.1:${typebot.port}/media/leme.png`].map((what) => [
      ...[what, 200, null],
    ]),
    ...[
      ['continueChat', 200, null],
      ['startChat', 200, null],
    ],
  ])
})

test('a picture that cannot be fetched is left out, and a proxy’s page hands over to people', async () => {
  const typebot = startedTypebot()
  const { maria, said, settled, w, log } = await company(
    {},
    {
      type: 'typebot',
      commandsInTexts: true,
      name: 'Vitrine',
      urlIntegration: typebot.url,
      urlToken: '',
      typebotSlug: 'vitrine-aurora',
      typebotDelayMessage: 0,
      typebotExpires: 0,
    },
  )
  maria.says('oi')
  await settled()
  said()
  typebot.fail('hugeMedia')
  maria.says('1')
  await settled()
  expect(said()).toHaveLength(2)
  typebot.fail('html')
  maria.says('2 lugares')
  await settled()
  expect(said()).toEqual([])
  expect(w.ticketNow(1)).toMatchObject({ isBot: false, status: 'pending' })
  expect(log().at(-1)).toMatchObject({ kind: 'integrationFailed', data: { fault: 'html' } })
})

test('a queue that names the bot itself goes back to the menu of queues with #, and restarts with 00', async () => {
  const typebot = startedTypebot()
  const { admin, maria, said, settled, forward, w } = await company({ queueIds: [SALES, SUPPORT] })
  for (const [key, value] of Object.entries({
    urlTypebotBuilder: typebot.url,
    urlTypebotViewer: typebot.url,
    tokenTypebot: typebot.token,
  }))
    await admin.json(`/api/settings/${key}`, 'PUT', { value })
  const { status } = await admin.api
    .queue({ id: SALES })
    .put({ typeChatbot: 'typebot', workspaceTypebot: 'wsp-aurora', typebotId: 'bot-vitrine' })
  expect(status).toBe(200)
  maria.says('oi')
  said()
  maria.says('1')
  const heard = async () => {
    await settled()
    // A second before each message.
    for (let at = 0; at < 6; at++) {
      forward(SECOND)
      await settled()
    }
    return said()
  }
  expect(await heard()).toEqual([...greeting, `${menu}\n\n# - Menu inicial`])
  maria.says('00')
  expect(await heard()).toEqual([...greeting, `${menu}\n\n# - Menu inicial`])
  maria.says('#')
  expect(await heard()).toEqual(['Escolha uma das opções:\n*1* Vendas\n*2* Suporte'])
  expect(w.ticketNow(1)).toMatchObject({ isBot: true, queueId: null })
  maria.says('1')
  expect(await heard()).toHaveLength(3)
})
