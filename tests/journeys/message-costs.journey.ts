/** The operator sets prices, and a company sees what its messages cost in a month, with a ceiling. */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const shots = process.env.BALCAO_TEST_SHOTS

/** What only Meta's reports bring: an official number in company 1 that has sent messages this month. */
function addCharges() {
  const files = [...new Bun.Glob('tenants/*/tenant.db').scanSync({ cwd: demo.data, absolute: true })]
  const month = new Date().toISOString().slice(0, 7)
  for (const path of files) {
    const db = new Database(path)
    db.run('PRAGMA busy_timeout = 5000')
    const newest = '(SELECT max(id) FROM connections WHERE deleted_at IS NULL)'
    db.run(`UPDATE connections SET channel = 'whatsapp_cloud' WHERE id = ${newest}`)
    for (const [category, billed, free] of [
      ['service', 0, 612],
      ['utility', 100, 0],
      ['marketing', 50, 0],
    ] as const)
      db.run(
        `INSERT INTO charged_days (connection_id, day, category, billed, free) SELECT ${newest}, ?, ?, ?, ? WHERE ${newest} IS NOT NULL`,
        [`${month}-01`, category, billed, free],
      )
    db.close()
  }
}

test('prices are changed, and the month’s cost and its ceiling follow', async () => {
  addCharges()
  const page = await enter(RAFAEL.email, { at: '/operator-settings' })
  const notices = page.getByRole('region', { name: 'Avisos' })
  const prices = page.getByRole('region', { name: 'Preços das mensagens' })
  await prices.getByRole('button', { name: 'Editar os preços de 01/10/2026' }).click()
  await prices.getByLabel('Marketing').fill('0,4')
  if (shots) await page.screenshot({ path: `${shots}/message-prices.png` })
  await prices.getByRole('button', { name: 'Salvar' }).click()
  await notices.getByText('Preços salvos.').waitFor()
  await prices.getByRole('cell', { name: '0,40', exact: true }).waitFor()

  await page.goto(`${demo.url}/connections`)
  await page.getByText('R$ 23,50').waitFor()
  await page.getByText('1.000 grátis: 612 usadas').waitFor()
  if (shots) await page.screenshot({ path: `${shots}/connections-cost.png` })
  await page.getByText('R$ 23,50').click()
  await page.getByRole('row', { name: /Utilidade.*100.*R\$ 3,50/ }).waitFor()
  await page.getByRole('row', { name: /Marketing.*50.*R\$ 20,00/ }).waitFor()
  await page.getByLabel('Teto do mês').fill('25')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await notices.getByText('Teto salvo.').waitFor()
  await page.getByRole('complementary', { name: 'Teto do mês' }).getByText('gastou R$ 23,50 de R$ 25,00').waitFor()
  if (shots) await page.screenshot({ path: `${shots}/message-costs.png` })
  await page.setViewportSize({ width: 390, height: 844 })
  if (shots) await page.screenshot({ path: `${shots}/message-costs-phone.png` })
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})
