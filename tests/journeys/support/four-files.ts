/** Four files sent at once, in one viewport. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import type { Look } from './browser'
import { RAFAEL } from './demo'
import { desk } from './desk'
import type { stage } from './stage'

type Stage = Pick<Awaited<ReturnType<typeof stage>>, 'demo' | 'enter'>

export function testFourFiles({ demo, enter }: Stage, name: string, look: Look): void {
  test(`after four files the last bubble is whole, and nothing moves while the pictures load (${look.phone ? 'on a phone' : 'beside the list'})`, async () => {
    const admin = await demo.signIn(RAFAEL.email)
    const ticket = await admin.accept(await admin.ticketOf(name))
    for (let n = 1; n <= 12; n++)
      await admin.demand('POST', `/messages/${ticket.id}`, { body: `Linha ${n} da conversa.` })

    const page = await enter(RAFAEL.email, look)
    const { open, bubble, box } = desk(page)
    // The server holds its pictures back until the bubbles are rendered.
    const stand = Promise.withResolvers<void>()
    await page.route('**/api/media/*', async (route) => {
      await stand.promise
      await route.continue()
    })
    await open(name)
    await bubble('Linha 12 da conversa.').last().waitFor()
    const before = await page.locator('.msg').count()
    expect(before).toBeGreaterThan(5)
    await page.locator('input[type=file]').setInputFiles([
      { name: 'alta.png', mimeType: 'image/png', buffer: await picture(page, 300, 900) },
      { name: 'larga.png', mimeType: 'image/png', buffer: await picture(page, 900, 300) },
      { name: 'lista.txt', mimeType: 'text/plain', buffer: Buffer.from('mesa\ncadeira\n') },
      { name: 'quadrada.jpg', mimeType: 'image/jpeg', buffer: await picture(page, 600, 600, 'image/jpeg') },
    ])
    await page.getByRole('list', { name: 'Arquivos a enviar' }).getByRole('listitem').nth(3).waitFor()
    const question = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    await (await question).dismiss()
    await box.fill('Quatro arquivos')
    const watch = await watchLastBubble(page)
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await page.locator('.msg-out img[src^="/api/media/"]').nth(1).waitFor({ state: 'attached' })
    stand.resolve()
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('.msg .frame-picture')].every(
        (one) => one.src.includes('/api/media/') && one.complete && one.classList.contains('frame-loaded'),
      ),
    )
    await page
      .locator('.msg')
      .last()
      .getByRole('img', { name: /Entregue|Lida/ })
      .waitFor()

    const { moves, hidden } = await watch()
    expect(moves).toEqual([])
    expect(hidden).toBe(false)
  })
}

/** A picture as a camera makes one, drawn by the browser. */
export async function picture(page: Page, width: number, height: number, type = 'image/png'): Promise<Buffer> {
  const bytes = await page.evaluate(
    async ([width, height, type]) => {
      const canvas = new OffscreenCanvas(width, height)
      const pen = canvas.getContext('2d')
      if (!pen) throw new Error('no canvas')
      pen.fillStyle = `hsl(${width % 360} 60% 60%)`
      pen.fillRect(0, 0, width, height)
      return [...new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer())]
    },
    [width, height, type] as const,
  )
  return Buffer.from(bytes)
}

/**
 * Checks in each rendered frame whether the last file's bubble moved, changed its size or is partly covered. Its
 * position is relative to the composer, which grows by a line when the server is slow.
 */
async function watchLastBubble(page: Page): Promise<() => Promise<{ moves: number[][]; hidden: boolean }>> {
  await page.evaluate(() => {
    const seen: { moves: number[][]; hidden: boolean } = { moves: [], hidden: false }
    Object.assign(window, { seenLast: seen })
    const pictures = () => [...document.querySelectorAll('.msg-out .frame')]
    let before:
      | { readonly above: number; readonly left: number; readonly width: number; readonly height: number }
      | undefined
    const look = () => {
      const last = pictures().length === 3 ? pictures().at(-1)?.closest('.bubble') : undefined
      const composer = document.querySelector('.composer')?.getBoundingClientRect()
      const floor = document.querySelector('.chat-scroll')?.getBoundingClientRect()
      if (!last || !composer || !floor) return
      const { top, bottom, left, width, height } = last.getBoundingClientRect()
      const now = { above: composer.top - top, left, width, height }
      const was = before ?? now
      const move = [now.above - was.above, now.left - was.left, now.width - was.width, now.height - was.height]
      if (move.some((by) => Math.abs(by) > 1)) seen.moves.push(move.map(Math.round))
      seen.hidden = bottom > composer.top || top < floor.top
      before = now
    }
    const drawn = new MessageChannel()
    drawn.port1.onmessage = look
    const frame = () => {
      drawn.port2.postMessage(0)
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
  return () => page.evaluate(() => (window as unknown as { seenLast: { moves: number[][]; hidden: boolean } }).seenLast) // set above
}
