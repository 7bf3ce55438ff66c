import { expect, test } from 'bun:test'
import type { Chat, ChatMessage } from '../../src/features/chats/contract'
import { until } from '../survival/support/until'
import { signIn } from './support/browser'
import { CAMILA, JULIANA, OTAVIO, RAFAEL } from './support/demo'
import { picture } from './support/four-files'
import { openNetwork } from './support/network'
import { stage } from './support/stage'

const { demo, enter, open } = await stage()

test('two colleagues chat with a file and see who has read, and a third cannot open it', async () => {
  const rafael = await enter(RAFAEL.email, { at: '/chats' })
  const camila = await enter(CAMILA.email)

  await rafael.getByRole('button', { name: 'Novo chat' }).click()
  const form = rafael.getByRole('dialog', { name: 'Novo chat' })
  await form.getByRole('button', { name: 'Criar chat' }).click()
  await form.getByText('Campo obrigatório').waitFor()
  await form.getByLabel('Título').fill('Coletas')
  await form.getByText(CAMILA.name).click()
  await form.getByRole('button', { name: 'Criar chat' }).click()
  const write = rafael.getByRole('textbox', { name: 'Mensagem' })
  await write.fill('O sofá sai no sábado?')
  await write.press('Enter')
  await rafael.getByRole('article', { name: RAFAEL.name }).getByText('O sofá sai no sábado?').waitFor()

  // On any page, the bell notifies her and opens the chat.
  await camila.getByRole('button', { name: '1 mensagem não lida no chat interno' }).click()
  await camila.getByRole('link', { name: /Coletas/ }).click()
  await camila.getByText('1 mensagem não lida', { exact: true }).first().waitFor()
  await rafael.getByText(`visto por ${CAMILA.name}`).waitFor()
  await camila.getByRole('button', { name: 'Chat interno: nada por ler' }).waitFor()

  // He sees her typing, and her message.
  const answer = camila.getByRole('textbox', { name: 'Mensagem' })
  await answer.pressSequentially('Sai, olha')
  const chat = rafael.getByRole('region', { name: 'Coletas' })
  await chat.getByText('Camila está digitando…').waitFor()
  await camila
    .locator('input[type=file]')
    .setInputFiles({ name: 'sofa.png', mimeType: 'image/png', buffer: await picture(camila, 300, 200) })
  await answer.press('Enter')
  const shown = chat.getByRole('article', { name: CAMILA.name })
  await shown.getByText('Sai, olha').waitFor()
  const image = shown.getByRole('img', { name: 'Sai, olha' })
  await image.waitFor()
  await camila.getByText(`visto por ${RAFAEL.name}`).waitFor()
  await rafael.getByRole('link', { name: /sofa\.png/ }).waitFor()
  await shown.getByRole('button', { name: /^Ampliar/ }).click()
  await rafael.getByRole('button', { name: 'Fechar' }).waitFor()
  await rafael.keyboard.press('Escape')

  // He corrects his message by the arrow up, and she sees it; her own is deleted for both.
  await write.fill('O portao abre as 9h')
  await write.press('Enter')
  const own = (page: typeof rafael) => page.getByRole('article', { name: RAFAEL.name })
  await own(camila).getByText('O portao abre as 9h').waitFor()
  await write.press('ArrowUp')
  const editing = rafael.getByRole('textbox', { name: 'Editando mensagem' })
  expect(await editing.inputValue()).toBe('O portao abre as 9h')
  await editing.fill('O portão abre às 10h')
  await editing.press('Enter')
  for (const page of [rafael, camila])
    await own(page).filter({ hasText: 'O portão abre às 10h' }).getByText('editada').waitFor()
  await answer.fill('não devia')
  await answer.press('Enter')
  const wrong = camila.getByRole('article', { name: CAMILA.name }).filter({ hasText: 'não devia' })
  await wrong.hover()
  await wrong.getByRole('button', { name: 'Ações da mensagem' }).click()
  await camila.getByRole('menuitem', { name: 'Apagar' }).click()
  await camila.getByRole('button', { name: 'Apagar para todos' }).click()
  await chat.getByText(`${CAMILA.name} apagou esta mensagem`).waitFor()
  await camila.getByText('Mensagem apagada').last().waitFor()

  // It is found by search.
  await rafael.getByRole('searchbox', { name: 'Buscar pessoa, chat ou mensagem' }).fill('sabado')
  const found = rafael.getByRole('region', { name: 'Chat interno' }).getByRole('region', { name: 'Mensagens' })
  await found.getByRole('link', { name: 'Coletas' }).click()
  await chat.locator('.msg-lit').getByText('O sofá sai no sábado?').waitFor()

  const address = new URL(rafael.url()).pathname
  const file = (await image.getAttribute('src')) ?? ''
  const otavio = await enter(OTAVIO.email, { at: address })
  await otavio.getByRole('heading', { name: 'Chat não encontrado' }).waitFor()
  expect(await otavio.getByText('Coletas').count()).toBe(0)
  const statusOf = (page: typeof otavio) => page.evaluate(async (path) => (await fetch(path)).status, file)
  expect([await statusOf(rafael), await statusOf(camila), await statusOf(otavio)]).toEqual([200, 200, 404])
})

test('a message sent while the server does not respond is shown at once, and stored once', async () => {
  const line = await openNetwork(demo.url)
  const page = await open()
  await signIn(page, { ...demo, url: line.url }, RAFAEL.email, '/chats')
  const otavio = await demo.signIn(OTAVIO.email)
  await page.getByRole('link', { name: OTAVIO.name }).click()
  const write = page.getByRole('textbox', { name: 'Mensagem' })
  await page.getByRole('article').getByText('Liberada 👍').last().waitFor() // the list shows it before the messages
  line.deafen()
  for (const text of ['primeira', 'segunda']) {
    await write.fill(text)
    await write.press('Enter')
    await page.getByRole('article', { name: RAFAEL.name }).getByText(text).waitFor()
  }
  const [chat] = (await otavio.demand<Chat[]>('GET', '/chats/list')).filter(({ title }) => title === '')
  const texts = async () => {
    const { messages } = await otavio.demand<{ messages: ChatMessage[] }>('GET', `/chats/${chat?.id}/messages`)
    return messages.slice(3).map(({ message }) => message)
  }
  await until(async () => (await texts()).length > 0, { every: 50 })
  line.mend()
  await until(async () => (await texts()).length > 1, { every: 50 })
  await page.getByRole('img', { name: 'Enviando' }).waitFor({ state: 'detached' })
  expect(await texts()).toEqual(['primeira', 'segunda'])
  const shown = page.getByRole('article').getByText('primeira')
  await shown.last().waitFor() // the page reads the chat again once its socket is back
  expect(await shown.count()).toBe(1)
  line.close()
})

test('a click on a colleague begins a talk, whose messages are answered, reacted to and mention people', async () => {
  const camila = await enter(CAMILA.email, { at: '/chats' })
  const rafael = await enter(RAFAEL.email, { at: '/chats' })
  const people = camila.getByRole('region', { name: 'Pessoas', exact: true })
  await people.getByRole('button', { name: JULIANA.name }).click()
  await camila.getByRole('heading', { name: JULIANA.name }).waitFor()
  await people.getByRole('button', { name: JULIANA.name }).waitFor({ state: 'detached' })
  const talk = camila.url()
  expect(await camila.getByRole('button', { name: 'Novo chat' }).count()).toBe(0)

  // The other one has the same talk; nobody else does.
  const juliana = await enter(JULIANA.email, { at: '/chats' })
  await juliana.getByRole('link', { name: CAMILA.name, exact: true }).click()
  await juliana.waitForURL(talk)
  const write = (page: typeof camila) => page.getByRole('textbox', { name: 'Mensagem' })
  await write(camila).fill(`@${JULIANA.name} o sofá chegou?`)
  await write(camila).press('Enter')
  const question = (page: typeof camila) =>
    page.getByRole('article', { name: CAMILA.name }).filter({ hasText: 'o sofá' })
  await question(juliana).locator('b.mention').getByText(`@${JULIANA.name}`).waitFor()
  expect(await rafael.getByText('o sofá chegou?').count()).toBe(0)

  await question(juliana).hover()
  await question(juliana).getByRole('button', { name: 'Reagir' }).click()
  await juliana.getByRole('button', { name: 'Reagir com 👍' }).click()
  const reaction = question(camila).getByRole('button', { name: `👍 ${JULIANA.name}` })
  await reaction.waitFor()
  await reaction.click()
  await question(juliana).locator('.reaction').getByText('2').waitFor()
  expect(await question(juliana).getByText('editada').count()).toBe(0)

  await question(juliana).hover()
  await question(juliana).getByRole('button', { name: 'Responder' }).first().click()
  await juliana.locator('.reply-bar').getByText('o sofá chegou?').waitFor()
  await write(juliana).fill('Chegou agora')
  await write(juliana).press('Enter')
  await juliana.locator('.reply-bar').waitFor({ state: 'detached' })
  const answer = camila.getByRole('article', { name: JULIANA.name }).filter({ hasText: 'Chegou agora' })
  await answer.locator('.bubble-quote').click()
  await camila.locator('.msg-lit').getByText('o sofá chegou?').waitFor()
})
