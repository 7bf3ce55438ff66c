import { expect, test } from 'bun:test'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const LIA = 'lia@aurora.example'

test('an admin finds a setting, changes it, sees it in the history, and sets opening hours and holidays', async () => {
  const page = await enter('rafael@aurora.example')
  await page.getByRole('link', { name: 'Configurações', exact: true }).click()
  const search = page.getByRole('searchbox', { name: 'Buscar configuração' })

  // Found without accents, saved at once, also on colleagues' pages.
  await search.fill('ligacoes')
  const calls = page.getByRole('switch', { name: 'Aceitar ligações' })
  await calls.waitFor()
  await page.getByRole('switch', { name: 'Atender grupos' }).waitFor({ state: 'detached' })
  expect(await page.getByRole('switch').count()).toBe(1)
  const before = await calls.isChecked()
  await calls.click()
  await page.getByRole('switch', { name: 'Aceitar ligações', checked: !before }).waitFor()
  await search.fill('')

  // Opening hours: choosing them shows their tab.
  await page.getByLabel('Horário que vale').selectOption('company')
  await page.getByRole('tab', { name: 'Horários' }).click()
  await page.getByLabel('Segunda-feira, das').fill('9')
  await page.getByLabel('Segunda-feira, até as').fill('17')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Horários atualizados com sucesso.').waitFor()

  // Next year's national holidays are added with one click, without the optional ones.
  const year = Temporal.Now.plainDateISO('America/Sao_Paulo').year + 1
  await page.getByRole('button', { name: 'Feriados nacionais' }).click()
  const national = page.getByRole('dialog', { name: 'Feriados nacionais' })
  await national.getByRole('button', { name: String(year) }).click()
  await national.getByRole('button', { name: 'Adicionar 10' }).click()
  await national.waitFor({ state: 'detached' })
  await page.getByRole('row', { name: /^Natal / }).waitFor()
  expect(await page.getByRole('row', { name: /^Carnaval/ }).count()).toBe(0)

  // The operator manages the help videos here too.
  await page.getByRole('tab', { name: 'Ajuda' }).click()
  await page.getByRole('button', { name: 'Primeiros passos no balcão', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Novo vídeo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()

  // All of it is in the history, in the screen's words; a colleague's change appears live.
  await page.getByRole('tab', { name: 'Histórico' }).click()
  const row = (words: RegExp) => page.getByRole('row', { name: words })
  await row(/Aceitar ligações .*Ligado.*Desligado|Aceitar ligações .*Desligado.*Ligado/).waitFor()
  await row(/Segunda-feira: 08:00-18:00.*09:00-17:00/).waitFor()
  await demo.command('user', 'create', '--company', '1', LIA, '--name', 'Lia Campos', '--profile', 'admin')
  const lia = await demo.signIn(LIA)
  await lia.demand('PUT', '/settings/waitingRed', { value: '30' })
  await row(/Espera em vermelho.*15 minutos.*30 minutos/).waitFor()
  await page.getByRole('button', { name: /^O quê/ }).click()
  await page.getByRole('menuitemradio', { name: 'Feriado' }).click()
  await row(/Aceitar ligações/).waitFor({ state: 'detached' })
  await row(/Natal/).first().waitFor()
})
