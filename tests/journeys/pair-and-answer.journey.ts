import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { dialogOf } from './support/browser'
import { RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const QUESTION = 'Vocês abrem no sábado?'
const ANSWER = 'Abrimos das 9 às 14 horas.'

test('a phone is linked by QR code, a customer writes, an attendant answers, and delivery status advances on both sides', async () => {
  const page = await enter(RAFAEL.email)

  // The company's phone, in another window, scans the code in the dialog.
  await page.getByRole('link', { name: /^Conexões/ }).click()
  await page.getByRole('button', { name: 'Conectar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Conectar Loja Centro' })
  await dialog.getByRole('img', { name: 'QR code para conectar Loja Centro' }).waitFor()
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('link', { name: 'Abrir o simulador' }).click()
  const scanner = await opened
  await scanner.getByRole('button', { name: 'Conectar aparelho' }).click()
  await scanner.getByRole('button', { name: 'Ler QR code: Loja Centro' }).click()
  await scanner.getByText('Nenhum aparelho conectado.').waitFor({ state: 'detached' })
  await scanner.close()
  await dialog.getByRole('heading', { name: 'Loja Centro está conectada' }).waitFor()
  await dialog.getByRole('button', { name: 'Fechar' }).click()
  const line = page.getByRole('row', { name: /Loja Centro/ })
  await line.getByText('Conectada').waitFor()

  // A customer writes, and the ticket appears live.
  const testbed = await page.context().newPage()
  await testbed.goto(`${demo.url}/simulator`)
  const mariana = testbed.getByRole('article', { name: 'Celular de Mariana Duarte' })
  await page.getByRole('link', { name: 'Atendimentos', exact: true }).click()
  const { waiting, attending, row, accept, say, bubble, tick } = desk(page)
  await waiting()
  await mariana.getByRole('textbox', { name: 'Mensagem' }).fill(QUESTION)
  await mariana.getByRole('button', { name: /^Enviar/ }).click()
  await row('Mariana Duarte').getByText(QUESTION).waitFor()

  // It is accepted and answered.
  await accept('Mariana Duarte')
  await chooseQueue(page)
  await bubble(QUESTION).waitFor()
  await attending()
  await row('Mariana Duarte').waitFor()
  const ticks = await watchStatuses(page)
  await say(ANSWER)
  await mariana.getByText(ANSWER).waitFor()

  // Her phone is open: she reads at once, and her messages are read.
  await tick(ANSWER, 'Lida').waitFor()
  // A screen may skip a status that lasted less than a frame, but never goes backwards.
  const seen = await ticks()
  const ladder = ['Enviando', 'Enviada', 'Entregue', 'Lida']
  expect(seen).toEqual(ladder.filter((step) => seen.includes(step)))
  expect([seen[0], seen.at(-1)]).toEqual(['Enviando', 'Lida'])
  await mariana.locator('p', { hasText: QUESTION }).getByRole('img', { name: 'lida' }).waitFor()

  // The menu only leads back to the list.
  await page.getByRole('link', { name: 'Atendimentos', exact: true }).click()
  await page.getByText(/Escolha um atendimento|Próximo da fila/).waitFor()
})

/** A ticket without a queue gets one of the attendant's own. */
async function chooseQueue(page: Page) {
  const dialog = dialogOf(page)
  await dialog.getByText('Em qual fila?').waitFor()
  await dialog
    .getByRole('button', { name: /^Vendas/ })
    .or(dialog.getByRole('radio', { name: /^Vendas/ }))
    .first()
    .click()
}

/** Records every delivery status of our next message, in order. */
async function watchStatuses(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate((text) => {
    const seen: string[] = []
    Object.assign(window, { seenStatuses: seen })
    const look = () => {
      const ours = [...document.querySelectorAll('.msg-out')].find((one) => one.textContent.includes(text))
      const now = ours?.querySelector('.tick-box')?.getAttribute('aria-label')
      if (now && now !== seen.at(-1)) seen.push(now)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
  }, ANSWER)
  return () => page.evaluate(() => (window as unknown as { seenStatuses: string[] }).seenStatuses) // set above
}
