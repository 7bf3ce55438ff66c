import { expect, test } from 'bun:test'
import { until } from '../survival/support/until'
import { CAMILA, RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { enter } = await stage()

test('an answer is streamed, survives a reload, and is private', async () => {
  const page = await enter(RAFAEL.email, { at: '/ChatGPT' })
  const box = page.getByRole('textbox', { name: 'Sua pergunta' })
  // A starter waits for one's own words, behind which the cursor stands.
  await page.getByRole('button', { name: 'Responder a uma reclamação' }).click()
  await page.keyboard.press('Enter')
  expect(await page.getByRole('button', { name: 'Perguntar' }).isDisabled()).toBe(true)
  await page.keyboard.type('atraso')
  expect(await box.inputValue()).toEndWith('que reclama de: atraso')

  // The stand-in repeats the question word by word.
  const question = `Escreva ${'um aviso de atraso '.repeat(12).trim()}`
  await box.fill(question)
  await box.press('Enter')
  const said = page.locator('.ai-answer > p')
  const lengths = new Set<number>()
  await said.waitFor()
  const stop = page.getByRole('button', { name: 'Interromper' })
  await until(
    async () => {
      lengths.add((await said.textContent())?.length ?? 0)
      return !(await stop.isVisible())
    },
    { every: 50, why: () => 'the answer ends' },
  )
  expect(lengths.size).toBeGreaterThan(3)
  const answer = (await said.textContent()) ?? ''
  expect(answer).toContain(question)
  await until(() => Promise.resolve(/\/ChatGPT\/\d+$/.test(page.url())), { every: 50, why: () => 'it has an address' })

  await page.reload()
  await page.getByText(answer).waitFor()
  await page.getByRole('button', { name: 'Usar em uma conversa' }).waitFor()
  const chats = page.getByRole('region', { name: 'Suas conversas' })
  await chats.getByRole('link', { name: /^Escreva um aviso de atraso/ }).waitFor()
  const camila = await enter(CAMILA.email, { at: new URL(page.url()).pathname })
  await camila.getByRole('heading', { name: 'Conversa não encontrada' }).waitFor()
  await camila.getByText('Suas conversas com a IA aparecem aqui').waitFor()

  // A stopped answer is kept so far. The next question includes the earlier ones.
  await box.fill(question)
  await box.press('Enter')
  await page.getByText('É a pergunta 2 desta conversa.').waitFor()
  await stop.click()
  const stopped = page.getByRole('status').filter({ hasText: 'Resposta interrompida' })
  await stopped.waitFor()
  await page.reload()
  await stopped.waitFor()
  const cut = (await said.last().textContent()) ?? ''
  expect(cut).toStartWith('Servidor de demonstração')
  expect(cut.length).toBeLessThan(answer.length)
  await stopped.getByRole('button', { name: 'Tentar de novo' }).click()
  await stopped.waitFor({ state: 'detached' })

  // Sent while an answer is being written, the next question waits for its end.
  await box.fill(question)
  await box.press('Enter')
  await page.getByText('É a pergunta 3 desta conversa.').waitFor()
  expect(await said.nth(1).textContent()).toEndWith('”')
  expect(await box.inputValue()).toBe('')

  // Leaving stops it too.
  await page.getByRole('navigation').getByRole('link', { name: 'Etiquetas' }).click()
  await page.getByRole('heading', { name: 'Etiquetas', level: 1 }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Assistente de IA' }).click()
  await chats.getByRole('link', { name: /^Escreva um aviso de atraso/ }).click()
  await stopped.waitFor()

  await chats.getByRole('button', { name: /^Ações da conversa Escreva/ }).click()
  await page.getByRole('menuitem', { name: 'Renomear' }).click()
  const form = page.getByRole('dialog', { name: 'Renomear conversa' })
  await form.getByLabel('Nome da conversa').fill('Atrasos')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await chats.getByRole('link', { name: 'Atrasos' }).waitFor()
  await chats.getByRole('button', { name: 'Ações da conversa Atrasos' }).click()
  await page.getByRole('menuitem', { name: 'Apagar conversa' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Apagar conversa' }).click()
  await chats.getByRole('link', { name: 'Atrasos' }).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Pergunte ou peça um texto' }).waitFor()
})
