/** Waiting tickets: their order, their gate, and keyboard access. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { customers } from '../../src/operator/sample/story'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const [LONGEST, NEXT, NEWEST] = ['João Pedro Sant’Anna', 'Aline Fontoura', 'Nelson Shimizu']
const MARIANA = customers[0]
const SENTENCE = 'Necessário aceitar o ticket para visualizar as mensagens'

const shown = (page: Page) => page.locator('.ticket-name').allTextContents()
const isFocused = (page: Page, text: string) =>
  page.waitForFunction((text) => document.activeElement?.textContent?.includes(text), text)

test('a new company sees waiting tickets, and why no others come', async () => {
  const page = await enter(RAFAEL.email)
  const { list, row } = desk(page)
  await row(LONGEST).waitFor()
  expect(await list.getByRole('button', { name: /^Aguardando/ }).getAttribute('aria-pressed')).toBe('true')
  await list.getByText('Nenhum número conectado').waitFor()
  // The menu names its pages.
  await page.getByRole('navigation').getByText('Conexões').waitFor()
  await list.getByRole('link', { name: 'Conectar' }).click()
  await page.waitForURL('**/connections')
  await (await demo.signIn(RAFAEL.email)).link()

  // Back on the desk, a customer has written.
  const back = await enter(RAFAEL.email)
  await desk(back).row(LONGEST).waitFor()
  expect(await desk(back).list.getByText('Nenhum número conectado').count()).toBe(0)
})

test('the longest wait comes first unless the user changes the order; late tickets are counted and can be shown alone', async () => {
  const page = await enter(RAFAEL.email)
  const { list, row } = desk(page)
  const order = async (now: string, wanted: string) => {
    await list.getByRole('button', { name: now, exact: true }).click()
    await page.getByRole('menuitemradio', { name: wanted }).click()
    await page.keyboard.press('Escape')
  }
  await row(LONGEST).waitFor()
  expect(await shown(page)).toEqual([LONGEST, NEXT, NEWEST])
  await order('Maior espera', 'Mais recentes')
  await page.waitForFunction((first) => document.querySelector('.ticket-name')?.textContent === first, NEWEST)
  expect(await shown(page)).toEqual([NEWEST, NEXT, LONGEST])
  // Stored in this browser.
  await page.reload()
  await row(NEWEST).waitFor()
  expect(await shown(page)).toEqual([NEWEST, NEXT, LONGEST])
  await order('Mais recentes', 'Maior espera')

  await list.getByRole('img', { name: '1 atrasado' }).waitFor()
  await list.getByRole('button', { name: 'Só atrasados' }).click()
  await row(NEWEST).waitFor({ state: 'detached' })
  await row(LONGEST).waitFor()
  expect(await shown(page)).toEqual([LONGEST])
})

test('a click on a waiting ticket opens the gate, where the queue is chosen and the last one is proposed', async () => {
  const admin = await demo.signIn(RAFAEL.email)
  await admin.phones.say(MARIANA.phone, 'Voltei')
  await admin.ticketOf(MARIANA.name)
  const page = await enter(RAFAEL.email)
  const { chat, open, row, box, attending } = desk(page)
  await row(NEXT).waitFor()
  await open(NEXT)
  await chat.getByText(SENTENCE).waitFor()
  await chat.getByRole('heading', { name: `${NEXT} está aguardando` }).waitFor()
  await chat
    .locator('.wait-gate')
    .getByText(/^Aguarda resposta desde \d\d:\d\d/)
    .waitFor()
  expect(await page.locator('.msg').count()).toBe(0)

  await open(MARIANA.name)
  const choice = chat.getByRole('group', { name: 'Em qual fila?' })
  await isFocused(page, 'última fila')
  await choice.getByRole('button', { name: 'Pós-venda última fila' }).click()
  await box.waitFor()
  await attending()
  await row(MARIANA.name).getByText('Pós-venda').waitFor()
})

test('by keyboard alone: to the waiting tickets and back, through the gate, and to the row again', async () => {
  const page = await enter(RAFAEL.email)
  const { list, chat, box, row } = desk(page)
  const isDown = (name: RegExp) => list.getByRole('button', { name, pressed: true }).waitFor()
  await page.locator('.ticket').first().waitFor()
  await page.keyboard.press(']')
  await isDown(/^Aguardando/)
  await isFocused(page, LONGEST)
  await page.keyboard.press('[')
  await isDown(/^Atendendo/)
  await isFocused(page, MARIANA.name)
  await page.keyboard.press('Alt+1')
  await isDown(/^Aguardando/)
  await isFocused(page, LONGEST)
  await page.keyboard.press('j')
  await isFocused(page, NEXT)
  await page.keyboard.press('Enter')
  await chat.getByText(SENTENCE).waitFor()
  await isFocused(page, 'Aceitar')
  await page.keyboard.press('Escape')
  await chat.getByText(SENTENCE).waitFor({ state: 'detached' })
  await isFocused(page, NEXT)
  await page.keyboard.press('Enter')
  await isFocused(page, 'Aceitar')
  await page.keyboard.press('Enter')
  await box.waitFor()
  await isDown(/^Atendendo/)

  // Without a queue: arrows and digits choose it.
  await page.keyboard.press('Alt+1')
  await isDown(/^Aguardando/)
  await row(NEWEST).getByRole('link').press('Enter')
  await isFocused(page, 'Vendas')
  await page.keyboard.press('ArrowDown')
  await isFocused(page, 'Pós-venda')
  await page.keyboard.press('3')
  await box.waitFor()
  await row(NEWEST).getByText('Financeiro').waitFor()
})

test('several tickets are accepted and resolved at once', async () => {
  const admin = await demo.signIn(CAMILA.email)
  await admin.crowd(3)
  const page = await enter(RAFAEL.email)
  const { list, waiting, attending } = desk(page)
  const seesToast = (words: string) => page.locator('.toast-card').getByText(words).waitFor()
  await waiting()
  await page.locator('.ticket').nth(3).waitFor()
  await list.getByRole('button', { name: 'Escolher vários atendimentos' }).click()
  for (const at of [1, 2, 3]) await page.locator('.ticket-name').nth(at).click()
  await list.getByText('3 escolhidos').waitFor()
  await list.getByRole('button', { name: 'Aceitar', exact: true }).click()
  await page.getByRole('dialog', { name: 'Aceitar 3 atendimentos' }).waitFor()
  await isFocused(page, 'Vendas')
  await page.keyboard.press('2')
  await seesToast('3 atendimentos aceitos')
  await attending()
  await page.locator('.ticket').nth(4).waitFor()
  await list.getByRole('button', { name: 'Escolher vários atendimentos' }).click()
  for (const at of [0, 1, 2]) await page.locator('.ticket-name').nth(at).click()
  await list.getByRole('button', { name: 'Resolver', exact: true }).click()
  await page
    .getByRole('alertdialog', { name: 'Resolver 3 atendimentos?' })
    .getByRole('button', { name: 'Resolver', exact: true })
    .click()
  await seesToast('3 atendimentos resolvidos')
})
