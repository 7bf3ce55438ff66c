/** Dashboard, live wall and reports, as used by managers. */
import { expect, test } from 'bun:test'
import { read, utils } from 'xlsx'
import { until } from '../survival/support/until'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const SARA = 'sara@aurora.example'
/** Waits in the queue Vendas, of which Camila is a member. */
const CUSTOMER = 'João Pedro Sant’Anna'

test('a dashboard number links to its conversations, the report is exported, and the wall shows the attendants', async () => {
  await demo.command('user', 'create', SARA, '--name', 'Sara Dias', '--profile', 'supervisor')
  const boss = await demo.signIn(RAFAEL.email)
  await boss.link()

  // The wall is on a screen that nobody touches.
  const wall = await enter(SARA, { at: '/moments' })
  const waits = wall.getByRole('region', { name: 'Aguardando' })
  await waits.getByRole('link', { name: CUSTOMER }).waitFor()
  const cells = wall.getByRole('region', { name: 'Atendentes' })

  // Users without the dashboard are redirected from / to the desk.
  const page = await enter(CAMILA.email, { at: '/' })
  await page.waitForURL(/\/tickets/)
  expect(await page.getByRole('link', { name: 'Painel', exact: true }).count()).toBe(0)
  const { waiting, accept, say, bubble, chat } = desk(page)
  await waiting()
  await accept(CUSTOMER)
  await cells.getByRole('listitem').filter({ hasText: CAMILA.name }).getByRole('link', { name: CUSTOMER }).waitFor()
  await waits.getByRole('link', { name: CUSTOMER }).waitFor({ state: 'detached' })
  await say('Entregamos sim, toda terça.')
  await bubble('Entregamos sim').waitFor()
  await chat.getByRole('button', { name: 'Resolver', exact: true }).click()
  await cells.getByRole('link', { name: CUSTOMER }).waitFor({ state: 'detached' })

  // The dashboard counts it, and links to it.
  await wall.getByRole('link', { name: 'Painel', exact: true }).click()
  await wall.getByRole('heading', { name: 'Painel', exact: true }).waitFor()
  const finished = wall.getByRole('link', { name: /^Finalizados/ })
  const count = await until(async () => {
    return Number(await finished.locator('.figure-value').textContent()) || undefined
  })
  await finished.click()
  await wall.getByText(`1 a ${count} de ${count}`, { exact: true }).waitFor()
  const row = wall.getByRole('row', { name: new RegExp(CUSTOMER) })
  await row.getByText('Fechado').waitFor()
  await row.getByText(CAMILA.name).waitFor()

  // The filtered report as a spreadsheet, read back.
  const [file] = await Promise.all([wall.waitForEvent('download'), wall.getByRole('button', { name: 'Excel' }).click()])
  expect(file.suggestedFilename()).toMatch(/^Atendimentos \d{4}-\d\d-\d\d( a \d{4}-\d\d-\d\d)?\.xlsx$/)
  const book = read(await Bun.file(await file.path()).arrayBuffer())
  const sheet = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })
  expect(sheet).toHaveLength(count + 1)
  expect(sheet[0]?.slice(0, 4)).toEqual(['Protocolo', 'Contato', 'Número', 'Atendente'])
  expect(sheet.find(([, contact]) => contact === CUSTOMER)?.[3]).toBe(CAMILA.name)

  // Filtered by one contact, and cleared.
  await wall.getByRole('button', { name: /^Contato Todos/ }).click()
  const picker = wall.getByRole('dialog', { name: 'Contato' })
  await picker.getByRole('searchbox').fill('joao pedro')
  await picker.getByRole('button', { name: CUSTOMER }).click()
  await wall.getByRole('button', { name: `Contato ${CUSTOMER}` }).waitFor()
  await wall.getByText('1 a 1 de 1', { exact: true }).waitFor()
  await row.waitFor()
  await wall.getByRole('button', { name: `Contato ${CUSTOMER}` }).click()
  await picker.getByRole('button', { name: 'Escolher outro contato' }).click()
  await wall.keyboard.press('Escape')
  await wall.getByText(`1 a ${count} de ${count}`, { exact: true }).waitFor()

  // Two states at once, saved under a name, left and found again.
  await wall.getByRole('button', { name: /^Estado/ }).click()
  for (const state of ['Em atendimento', 'Fechado']) {
    const choice = wall.getByRole('menuitemcheckbox', { name: state })
    if ((await choice.getAttribute('aria-checked')) === 'false') await choice.click()
  }
  await wall.keyboard.press('Escape')
  const both = wall.getByRole('button', { name: 'Estado Em atendimento +1' })
  await both.waitFor()
  await wall.getByRole('button', { name: 'Visões salvas' }).click()
  await wall.getByRole('button', { name: 'Salvar esta visão' }).click()
  const form = wall.getByRole('dialog', { name: 'Nova visão' })
  await form.getByLabel('Nome').fill('Já atendidos')
  await form.getByRole('button', { name: 'Salvar' }).click()
  await form.waitFor({ state: 'detached' })
  await wall.getByRole('button', { name: 'Limpar' }).click()
  await both.waitFor({ state: 'detached' })
  await wall.getByRole('button', { name: 'Visões salvas' }).click()
  await wall.getByRole('button', { name: /^Já atendidos/ }).click()
  await both.waitFor()

  // Its ready-made views, and back to the conversation itself.
  await wall.getByRole('tab', { name: 'Por atendente' }).click()
  await wall.getByRole('row', { name: new RegExp(CAMILA.name) }).waitFor()
  await wall.getByRole('tab', { name: 'Atendimentos' }).click()
  await row.getByRole('link', { name: CUSTOMER }).click()
  await wall.waitForURL(/\/tickets\//)
  await wall.getByText('Entregamos sim, toda terça.').first().waitFor()
})

test('the dashboard fits a phone, and each chart has its data as a table', async () => {
  const page = await enter(SARA, { at: '/', phone: true })
  await page.getByRole('heading', { name: 'Painel', exact: true }).waitFor()
  // Today is compared with the same day of the week before, longer periods with the days before.
  const leads = page.getByRole('link', { name: /^Leads novos/ })
  await leads.getByText(/uma semana antes/).waitFor()
  await page.getByRole('button', { name: '30 dias' }).click()
  await leads.getByText(/período anterior/).waitFor()
  await page.getByText('Atendimentos por dia').waitFor()
  await page.getByRole('button', { name: 'Ver tabela' }).first().click()
  await page.getByRole('columnheader', { name: 'Recebidos' }).first().waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('figure').first().getByRole('button', { name: 'Planilha' }).click(),
  ])
  expect(file.suggestedFilename()).toContain('Por dia')
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
})
