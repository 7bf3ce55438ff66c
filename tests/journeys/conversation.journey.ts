import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()

const WROTE = 'na verdade o pedido saiu ontem. vc recebe amanhã, por favor aguarde.'

test('the AI menu shortens a draft and restores it, and suggests a reply', async () => {
  const boss = await demo.signIn(RAFAEL.email)
  const ticket = await boss.accept(await boss.ticketOf('João Pedro Sant’Anna'))
  const page = await enter(RAFAEL.email)
  const { open, box, bubble } = desk(page)
  await open(ticket.contact.name)
  await box.fill(WROTE)
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Escrever com IA' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Encurtar')
  const proposal = page.getByRole('region', { name: 'Encurtar' })
  await proposal.getByText('O pedido saiu ontem.', { exact: true }).waitFor()
  expect(await proposal.getByText(WROTE).count()).toBe(1)
  expect(await proposal.getByText('nenhuma IA').count()).toBe(1)
  expect(await box.inputValue()).toBe(WROTE) // nothing changes by itself
  await proposal.getByRole('button', { name: 'Usar' }).click()
  expect(await box.inputValue()).toBe('O pedido saiu ontem.')
  await page.getByRole('button', { name: 'Desfazer' }).click()
  expect(await box.inputValue()).toBe(WROTE)
  expect(await page.getByRole('button', { name: 'Desfazer' }).count()).toBe(0)

  await choose('Deixar formal')
  const formal = page.getByRole('region', { name: 'Deixar formal' })
  await formal.getByRole('button', { name: 'Usar' }).waitFor()
  await formal.getByRole('button', { name: 'Descartar' }).first().click()
  await formal.waitFor({ state: 'detached' })
  expect(await box.inputValue()).toBe(WROTE)

  await box.fill('')
  await choose('Sugerir resposta')
  await page.getByRole('region', { name: 'Sugerir resposta' }).getByRole('button', { name: 'Usar' }).click()
  expect(await box.inputValue()).toStartWith('Olá! Recebemos a sua mensagem')
  expect(await bubble('Recebemos a sua mensagem').count()).toBe(0) // never sent by itself
})

test('the gallery shows pictures, files and links, and leads to their messages', async () => {
  const boss = await demo.signIn(RAFAEL.email)
  await boss.link()
  const ticket = await boss.accept(await boss.ticketOf('Aline Fontoura'))
  await boss.demand('POST', `/messages/${ticket.id}`, { body: 'Catálogo: https://aurora.example/sofas' })
  for (let n = 1; n <= 30; n++) await boss.demand('POST', `/messages/${ticket.id}`, { body: `Linha ${n}` })
  const { phones } = await demo.signIn(CAMILA.email)
  const page = await enter(RAFAEL.email)
  const { open, box, bubble } = desk(page)
  await open(ticket.contact.name)
  await box.waitFor()
  await page.locator('input[type=file]').setInputFiles([
    { name: 'recibo.png', mimeType: 'image/png', buffer: await picture(page, 'Comprovante', 500, 1100) },
    { name: 'sala.png', mimeType: 'image/png', buffer: await picture(page, 'Sala', 900, 600) },
    { name: 'lista.txt', mimeType: 'text/plain', buffer: Buffer.from('mesa\ncadeira\n') },
  ])
  await page.getByRole('textbox', { name: 'Legenda de sala.png' }).fill('A sala pronta')
  await box.fill('Os dois comprovantes')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await bubble('A sala pronta').waitFor()
  await page.locator('.msg-out img[src^="/api/media/"]').nth(1).waitFor({ state: 'attached' })

  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Mídia, arquivos e links' }).click()
  const gallery = page.getByRole('dialog', { name: 'Mídia, arquivos e links' })
  await gallery
    .getByRole('button', { name: /^Imagem|^Foto/ })
    .first()
    .click()
  const viewer = page.locator('.yarl__root')
  await viewer.getByText('A sala pronta').waitFor()
  expect(await viewer.locator('.lightbox-head').textContent()).toContain(RAFAEL.name)
  await page.keyboard.press('ArrowLeft')
  await viewer.getByText('Os dois comprovantes').waitFor()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })

  await gallery.getByRole('tab', { name: 'Arquivos' }).click()
  await gallery.getByRole('button', { name: /lista\.txt/ }).waitFor()
  await gallery.getByRole('tab', { name: 'Links' }).click()
  const link = gallery.getByRole('listitem').filter({ hasText: 'aurora.example' })
  await link.filter({ hasText: 'sofas' }).waitFor()
  await phones.say(ticket.contact.number ?? '', 'Vi em https://aurora.example/mesas')
  await link.filter({ hasText: 'mesas' }).waitFor()
  await link.filter({ hasText: 'sofas' }).getByRole('button', { name: 'Mostrar na conversa' }).click()
  await gallery.waitFor({ state: 'detached' })
  await bubble('Catálogo: https://aurora.example/sofas').waitFor()
})

/** A picture with a caption, drawn by the browser. */
async function picture(page: Page, word: string, width: number, height: number): Promise<Buffer> {
  const bytes = await page.evaluate(
    async ([word, width, height]) => {
      const canvas = new OffscreenCanvas(width, height)
      const pen = canvas.getContext('2d')
      if (!pen) throw new Error('no canvas')
      pen.fillStyle = `hsl(${width % 360} 60% 80%)`
      pen.fillRect(0, 0, width, height)
      pen.fillStyle = '#123'
      pen.font = '48px sans-serif'
      pen.fillText(word, 40, 80)
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())]
    },
    [word, width, height] as const,
  )
  return Buffer.from(bytes)
}
