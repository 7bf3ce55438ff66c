/** The examples on the page of the external API: they contain the form's values, and stay valid code. */
import { expect, test } from 'bun:test'
import { callOf, exampleOf, languages, pieces } from '../../ui/features/external-api/examples'
import { sections } from '../../ui/features/external-api/view'

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
