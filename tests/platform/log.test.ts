/** Log redaction. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createLog } from '../../src/platform/log'

test('the log redacts secrets at any depth', async () => {
  const code = `
    import { createLog } from '${join(import.meta.dir, '../../src/platform/log')}'
    const log = createLog('info')
    log.info({ password: 'SEGREDO', token: 'SEGREDO', body: 'SEGREDO', headers: { authorization: 'SEGREDO', cookie: 'SEGREDO', 'set-cookie': 'SEGREDO' }, a: { b: { qrcode: 'SEGREDO' } }, ok: 'visível' }, 'linha')`
  const child = Bun.spawn(['bun', '-e', code], { stdout: 'pipe', stderr: 'pipe' })
  const out = await new Response(child.stderr).text()
  expect(await new Response(child.stdout).text()).toBe('')
  expect(out).toContain('visível')
  expect(out).not.toContain('SEGREDO')
  expect(createLog('silent').level).toBe('silent')
})
