/** Balcão is often installed first without a certificate: nothing may depend on browser features of secure contexts. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { newUuid } from '../../../ui/shared/uuid'

test('an id is a random UUID', () => {
  const ids = Array.from({ length: 100 }, newUuid)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(100)
})

/** Its program runs on WhatsApp Web, a secure context. */
const FOR_WHATSAPP_WEB = 'features/connections/passkey/consoleScript.ts'

test('no screen uses features of secure contexts unguarded', async () => {
  const ui = join(import.meta.dir, '../../../ui')
  const found: string[] = []
  for (const file of new Bun.Glob('**/*.{ts,tsx}').scanSync(ui))
    if (
      file !== FOR_WHATSAPP_WEB &&
      /crypto\.(randomUUID|subtle)|navigator\.clipboard\./.test(await Bun.file(join(ui, file)).text())
    )
      found.push(file)
  expect(found).toEqual([])
})
