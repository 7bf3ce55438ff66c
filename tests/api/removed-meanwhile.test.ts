/** A user removed during an upload changes nothing. */
import { expect, test } from 'bun:test'
import { gateOf } from '../../src/platform/http'
import { SALES } from '../support/company-world'
import { BASE } from '../support/world'
import { furnishedWorld } from './furnished'
import { moduleFiles } from './module-files'
import { keyOf, methodOf, routeTable } from './route-table'

/** A body whose last byte is sent when `rest` is called. */
async function slowly(form: FormData) {
  const whole = new Response(form)
  const type = whole.headers.get('content-type') ?? ''
  const bytes = await whole.bytes()
  let rest = () => {}
  const isWaiting = Promise.withResolvers<void>()
  const hold = new Promise<void>((resolve) => {
    rest = resolve
  })
  let pieces = 0
  const body = new ReadableStream({
    async pull(controller) {
      pieces++
      if (pieces === 1) return controller.enqueue(bytes.subarray(0, -1))
      isWaiting.resolve()
      await hold
      controller.enqueue(bytes.subarray(-1))
      controller.close()
    },
  })
  return { body, type, isWaiting: isWaiting.promise, rest }
}

const anyFile = () => {
  const form = new FormData()
  form.set('shortcode', 'folheto')
  form.set('file', new File(['atalho,mensagem\noi,Bom dia\n'], 'folheto.csv'))
  return form
}

test('an upload that ends after its sender was removed is refused on every file route', async () => {
  const { w, ids } = await furnishedWorld()
  const uploads = w.app.routes
    .filter((route) => gateOf(route)?.upload === 'form' && gateOf(route)?.by !== 'key')
    .map(keyOf)
  expect(uploads.length).toBeGreaterThanOrEqual(11)
  /** But for the count of stored bytes: a file that no row names is on the disk until it is removed. */
  const changes = () => Number(w.db.$client.prepare('SELECT total_changes()').pluck().get()) - counts
  let counts = 0
  const storedBytes = () => w.db.$client.prepare('SELECT bytes FROM stored_bytes').pluck().get()
  const outcomes: unknown[] = []
  for (const key of uploads) {
    const boss = w.attendant([SALES, ids.queue], { profile: 'admin', super: true })
    for (const { give } of moduleFiles) give?.(w, ids, boss.userId)
    const { path, form = anyFile } = routeTable[key]?.example(ids) ?? { path: '/' }
    const { body, type, isWaiting, rest } = await slowly(form())
    const answering = w.app.handle(
      new Request(`${BASE}${path}`, {
        method: methodOf(key),
        headers: { authorization: `Bearer ${await boss.token()}`, 'content-type': type },
        body,
      }),
    )
    await Promise.race([isWaiting, answering])
    w.server.auth.revoke({ companyId: w.tenant.id, userId: boss.userId }, 'revoked')
    const [before, bytesBefore] = [changes(), storedBytes()]
    rest()
    const answer = await answering
    const { error } = (await answer.json()) as { error: string } // the catalogue's shape
    if (storedBytes() !== bytesBefore) counts++
    outcomes.push([key, answer.status, error, changes() - before])
  }
  expect(outcomes).toEqual(uploads.map((key) => [key, 403, 'ERR_SESSION_EXPIRED', 0]))
})
