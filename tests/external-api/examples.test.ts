/** The examples on the page of the external API: they contain the form's values, and stay valid code. */
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSecret, signedHeaders } from '../../src/platform/webhook-signature'
import { callOf, exampleOf, languages } from '../../ui/features/external-api/examples'
import { verification } from '../../ui/features/external-api/verification'
import { sections } from '../../ui/features/external-api/view'
import { pieces } from '../../ui/shared/kit/codePieces'

const awkward = { number: '5521996124087', body: `d'água "x" \\ ok\nlinha`, openTicket: true, fileName: null }
const origin = 'https://balcao.example'

test('JavaScript parses with any form values', () => {
  const transpiler = new Bun.Transpiler({ loader: 'js' })
  for (const section of sections)
    for (const fileName of [null, `nota "1'.pdf`])
      expect(() =>
        transpiler.transformSync(exampleOf('JavaScript', callOf(section, origin, { ...awkward, fileName }))),
      ).not.toThrow()
})

test('JavaScript sends exactly what the form holds, with the token of the environment', async () => {
  const received: unknown[] = []
  const server = Bun.serve({
    port: 0,
    async fetch(request) {
      const isForm = request.headers.get('content-type')?.startsWith('multipart') ?? false
      const form = isForm ? await request.formData() : null
      const file = form?.get('medias')
      received.push([
        request.headers.get('authorization'),
        form
          ? [form.get('number'), form.get('body'), file instanceof File && (await file.text())]
          : await request.json(),
      ])
      return Response.json({ id: 'msg_1' }, { status: 202 })
    },
  })
  const folder = mkdtempSync(join(tmpdir(), 'balcao-'))
  writeFileSync(join(folder, 'nota.pdf'), '%PDF')
  for (const fileName of [null, 'nota.pdf']) {
    const fields = { ...awkward, fileName }
    await Bun.write(
      join(folder, 'a.mjs'),
      exampleOf('JavaScript', callOf('send', `http://127.0.0.1:${server.port}`, fields)),
    )
    const ran = Bun.spawn([process.execPath, 'a.mjs'], {
      cwd: folder,
      env: { ...process.env, TOKEN: 't' },
      stdout: 'pipe',
    })
    expect(await new Response(ran.stdout).text()).toContain('msg_1')
  }
  await server.stop()
  rmSync(folder, { recursive: true })
  const { number, body } = awkward
  expect(received).toEqual([
    ['Bearer t', { number, body, openTicket: true }],
    ['Bearer t', [number, body.replace('\n', '\r\n'), '%PDF']],
  ])
})

test('the verification of signatures accepts what we sign, and nothing else', async () => {
  const secret = newSecret()
  process.env.WEBHOOK_SECRET = secret
  const code = `data:text/javascript;base64,${Buffer.from(verification.JavaScript).toString('base64')}`
  const { isGenuine } = (await import(code)) as { isGenuine(headers: object, body: string): boolean } // of the example
  delete process.env.WEBHOOK_SECRET
  const signed = { id: 'evt_1', timestamp: Math.floor(Date.now() / 1000), body: '{"a":"é"}' }
  const headers = signedHeaders([newSecret(), secret], signed)
  expect(isGenuine(headers, signed.body)).toBe(true)
  expect(isGenuine(headers, '{"a":"e"}')).toBe(false)
  expect(isGenuine(signedHeaders([newSecret()], signed), signed.body)).toBe(false)
  const old = { ...signed, timestamp: signed.timestamp - 400 }
  expect(isGenuine(signedHeaders([secret], old), old.body)).toBe(false)
})

test('curl passes the exact text to the server', async () => {
  const example = exampleOf('curl', callOf('send', origin, awkward))
  const shell = Bun.spawn(['sh', '-c', `curl() { printf '%s\\0' "$@"; }; TOKEN=t; ${example}`], { stdout: 'pipe' })
  const words = (await new Response(shell.stdout).text()).split('\0')
  expect(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).toEqual({
    number: awkward.number,
    body: awkward.body,
    openTicket: true,
  })
  expect(words).toContain(`${origin}/api/messages/send`)
  expect(words).toContain('Authorization: Bearer t')
})

test('every language contains the address, the token and the file', () => {
  for (const language of languages) {
    const example = exampleOf(language, callOf('send', origin, { ...awkward, fileName: 'nota.pdf' }))
    for (const part of ['/api/messages/send', 'Bearer', 'medias', 'nota.pdf', 'Idempotency-Key'])
      expect([language, part, example.includes(part)]).toEqual([language, part, true])
    expect(
      pieces(example)
        .map(({ text }) => text)
        .join(''),
    ).toBe(example)
  }
})
