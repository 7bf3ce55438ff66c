import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateMessageIDV2 } from '@whiskeysockets/baileys'
import { clearLeftUploads } from '../../../../src/channels/whatsapp/media/left-uploads'

const HOUR = 3_600_000

test('deletes files of killed uploads and imports, but neither recent nor foreign ones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'left-'))
  const now = Date.now()
  const put = (name: string, age: number) => {
    writeFileSync(join(folder, name), 'x')
    utimesSync(join(folder, name), (now - age) / 1000, (now - age) / 1000)
    return name
  }
  put(`document${generateMessageIDV2()}-enc`, 2 * HOUR)
  put(`image${generateMessageIDV2()}-original`, 2 * HOUR)
  for (const [name, age] of [
    ['balcao-history-aB3xYz', 2 * HOUR],
    ['balcao-history-young1', HOUR / 2],
  ] as const) {
    mkdirSync(join(folder, name))
    put(join(name, 'part'), age)
    utimesSync(join(folder, name), (now - age) / 1000, (now - age) / 1000)
  }
  const stay = [
    'balcao-history-young1',
    put(`video${generateMessageIDV2()}-enc`, HOUR / 2),
    put('letter-enc', 2 * HOUR),
    put(`notes${generateMessageIDV2()}.txt`, 2 * HOUR),
  ]
  await clearLeftUploads(now, folder)
  expect(readdirSync(folder).sort()).toEqual(stay.sort())
  rmSync(folder, { recursive: true })
})
