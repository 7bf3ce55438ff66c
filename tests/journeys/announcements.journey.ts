/** Announcements and help videos of the operator for the users of all companies. */
import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from '../support/pixel'
import { CAMILA, RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const BIA = 'bia@padaria.example'
await demo.command('tenant', 'create', 'Padaria Sol', '--email', BIA)

test('an urgent announcement opens once, at once, for an attendant of another company, and is counted as read', async () => {
  const bia = await enter(BIA, { at: '/contacts' })
  const bell = (page: typeof bia, count: number) =>
    page.getByRole('button', {
      name: count === 0 ? 'Comunicados' : count === 1 ? '1 comunicado novo' : `${count} comunicados novos`,
      exact: true,
    })
  await bell(bia, 2).waitFor()
  const search = bia.getByRole('searchbox', { name: 'Buscar no menu' })
  await search.fill('Ana')

  const rafael = await enter(RAFAEL.email)
  await rafael.getByRole('link', { name: 'Comunicados', exact: true }).click()
  await rafael.getByRole('button', { name: 'Novo comunicado' }).click()
  const form = rafael.getByRole('dialog', { name: 'Novo comunicado' })
  await form.getByRole('button', { name: 'Criar comunicado' }).click()
  expect(await form.getByText('Obrigatório').count()).toBe(2)
  await form.getByLabel('Título').fill('WhatsApp muda a vinculação')
  await form.getByLabel('Texto').fill('Confirme o vínculo no celular.')
  await form.getByText('abre uma vez para cada pessoa').click()
  const picture = join(demo.data, '..', 'aviso.png')
  writeFileSync(picture, PNG)
  await form.locator('input[type="file"]').setInputFiles(picture)
  await form.getByRole('button', { name: 'Criar comunicado' }).click()
  // Over no field in which somebody types: it waits until the field is left.
  const urgent = bia.getByRole('dialog', { name: 'WhatsApp muda a vinculação', exact: true }) // a toast is one too
  await bia.getByText('Comunicado importante: WhatsApp muda a vinculação').waitFor()
  await search.pressSequentially(' enquanto escreve ')
  await search.press('Enter')
  expect([await search.inputValue(), await urgent.count()]).toEqual(['Ana enquanto escreve ', 0])
  await bell(bia, 3).waitFor()
  await search.blur()
  await urgent.waitFor()
  // Keys meant for something else do not dismiss it.
  await bia.keyboard.press('Enter')
  await bia.keyboard.press('Space')

  // It also opens for its author, and covers the table.
  await rafael.getByRole('button', { name: 'Entendi' }).click()
  const row = rafael.getByRole('row').filter({ hasText: 'WhatsApp muda a vinculação' })
  await row.getByText('Ativo').waitFor()

  // In the other company it opens by itself, with one button; after a reload it stays closed.
  await urgent.getByText('Confirme o vínculo no celular.').waitFor()
  await urgent.getByText('Alta').waitFor()
  await urgent.getByRole('button', { name: 'Entendi' }).click()
  await bell(bia, 2).waitFor()
  await bia.reload()
  await bell(bia, 2).click()
  expect(await urgent.count()).toBe(0)

  // The others are listed in the bell; reading them all clears its counter.
  const list = bia.getByRole('dialog', { name: '2 comunicados novos' })
  await list.getByText('Lidos', { exact: true }).waitFor()
  await list.getByRole('button', { name: 'Marcar como lidos' }).click()
  await bell(bia, 0).waitFor()
  await bia.keyboard.press('Escape')

  await rafael.reload()
  await row.getByText(/^2 de \d+$/).waitFor()

  // A withdrawn one disappears from the bell.
  await row.getByRole('button', { name: /^Editar/ }).click()
  const edit = rafael.getByRole('dialog', { name: 'Editar comunicado' })
  await edit.getByRole('switch', { name: 'Ativo' }).click()
  await edit.getByRole('button', { name: 'Salvar' }).click()
  await row.getByText('Inativo').waitFor()
  await bell(bia, 0).click()
  await bia.getByText('Manutenção no domingo, das 2h às 3h').waitFor()
  await bia.getByText('WhatsApp muda a vinculação').waitFor({ state: 'hidden' })
})

test('the page is for the operator; others see a notice and are redirected home', async () => {
  const camila = await enter(CAMILA.email)
  expect(await camila.getByRole('link', { name: 'Comunicados', exact: true }).count()).toBe(0)
  await camila.goto(`${demo.url}/announcements`)
  await camila
    .getByRole('region', { name: 'Avisos' })
    .getByText('Este usuário não possui permissão para acessar essa página! Estamos lhe redirecionando.')
    .waitFor()
  await camila.waitForURL(`${demo.url}/tickets`)
})

test('a help video loads its player only on a click, and is marked as seen in this browser', async () => {
  const camila = await enter(CAMILA.email)
  const foreign: string[] = []
  await camila.context().route(
    (url) => !url.href.startsWith(demo.url),
    async (route) => {
      foreign.push(route.request().url())
      await route.fulfill({ contentType: 'text/html', body: '<p>o player</p>' })
    },
  )
  await camila.getByRole('link', { name: 'Ajuda', exact: true }).click()
  await camila.getByText('5 vídeos, 26 minutos').waitFor()
  await camila.getByRole('button', { name: 'Primeiros passos no balcão' }).click()
  await camila.getByText('O YouTube só é chamado quando você aperta, e sem cookies.').waitFor()
  // Only one is open at a time.
  await camila.getByRole('button', { name: 'Aceitar, transferir e resolver', exact: true }).click()
  expect(await camila.getByRole('button', { name: /^Assistir/ }).count()).toBe(1)
  expect(foreign).toEqual([])
  await camila.getByRole('button', { name: 'Assistir: Aceitar, transferir e resolver' }).click()
  await camila.frameLocator('iframe').getByText('o player').waitFor()
  expect(foreign.map((address) => new URL(address).origin)).toEqual(['https://www.youtube-nocookie.com'])
  await camila.reload()
  await camila.getByText('visto', { exact: true }).waitFor()

  // The operator's changes appear on this page.
  const rafael = await enter(RAFAEL.email, { at: '/helps' })
  await rafael.getByRole('button', { name: 'Descer Primeiros passos no balcão' }).click()
  await camila.locator('.help-name').first().filter({ hasText: 'Aceitar, transferir e resolver' }).waitFor()
  await rafael.getByRole('button', { name: 'Novo vídeo' }).click()
  const form = rafael.getByRole('dialog', { name: 'Novo vídeo' })
  await form.getByLabel('Endereço ou código do YouTube').fill('https://youtu.be/k3Vt9QmZb7L')
  await form.getByText('Fica só o código: k3Vt9QmZb7L').waitFor()
  await form.getByLabel('Título').fill('Agendar uma mensagem')
  await form.getByLabel('Duração').fill('5:18')
  await form.getByRole('button', { name: 'Criar vídeo' }).click()
  await camila.getByRole('button', { name: 'Agendar uma mensagem' }).waitFor()
})
