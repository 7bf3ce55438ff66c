/** `balcao import`: questions, exit codes, what it prints, and a server that runs meanwhile. */
import { describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeDump } from '../moving-in/run/dumps'
import { bareEnvironment } from '../support/clock'
import { program } from '../support/program'
import { balcao, balcaoJson, folder, installation, start } from './support'

type Report = { companies: { theirs: string; id: number | null; name: string; imported: Record<string, number> }[] }

/** Answers each question when it stands there; null is Ctrl+C. */
async function onTerminal(args: readonly string[], answers: (string | null)[]) {
  let shown = ''
  const child = Bun.spawn([...program, ...args], {
    env: bareEnvironment({}),
    terminal: {
      cols: 120,
      data(terminal, bytes) {
        shown += new TextDecoder().decode(bytes)
        const answer = shown.endsWith('[y/N] ') ? answers.shift() : undefined
        if (answer !== undefined) terminal.write(answer === null ? '\x03' : `${answer}\n`)
      },
    },
  })
  return { code: await child.exited, shown }
}

describe('balcao import', () => {
  test('without a terminal and --yes nobody can answer, and nothing is written', async () => {
    const [dataDir, { dump, media }] = [await installation(), writeDump(folder())]
    const refused = await balcao(['import', dump, '--media', media, '--data', dataDir])
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.err).toContain('Add --yes')
    expect((await balcao(['tenant', 'list', '--data', dataDir])).out.split('\n')).toHaveLength(2)
  })

  test('wrong usage is told from a dump that is none', async () => {
    const dataDir = await installation()
    const none = join(folder(), 'none.sql')
    writeFileSync(none, 'hello')
    const refused = await balcao(['import', none, '--yes', '--json', '--data', dataDir])
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(JSON.parse(refused.err)).toMatchObject({ message: expect.stringContaining('no SQL dump') })
    expect((await balcao(['import', none, '--companies', 'x', '--data', dataDir])).code).toBe(2)
    expect((await balcao(['import', none, '--redis', 'x', '--data', dataDir])).code).toBe(2)
  })

  test('prints a table for each company, what is missing and why, and which numbers to link', async () => {
    const [dataDir, { dump, media }] = [join(folder(), 'data'), writeDump(folder())]
    const { out, code } = await balcao(['import', dump, '--media', media, '--yes', '--data', dataDir])
    expect(code).toBe(0)
    expect(out).toContain('"Padaria do Zé & Filhos" (2 there) is company 2 now')
    expect(out).toMatch(/Messages +45 +43 +1 part of another, 1 not imported/)
    expect(out).toMatch(/For all companies\n.*\nPlans +2 +2\nHelp videos +1 +1\n/)
    expect(out).toContain('\n  2  Connections: scan the QR code again\n       Principal\n       Entregas\n')
    expect(out).not.toMatch(/[a-z][A-Z]\w+:$/m)
    expect(out).not.toMatch(/Subscriptions: has no counterpart here\n {7}/)
    expect(out).toMatch(/Password, shown only this once: \w+/)
  })

  test('asks on a terminal, after it showed what it found', async () => {
    const [dataDir, { dump }] = [await installation(), writeDump(folder())]
    const refused = await onTerminal(['import', dump, '--data', dataDir], ['n'])
    expect(refused.code).toBe(1)
    expect(refused.shown).toContain('Found: Ticketz, latest step')
    expect(refused.shown).toMatch(/2 +Padaria do Zé & Filhos +5 +12 +9 +45/)
    expect(refused.shown).toContain('Nothing was imported.')
    const accepted = await onTerminal(['import', dump, '--data', dataDir], ['y', 'y'])
    expect(accepted.code).toBe(0)
    expect(accepted.shown).toContain('"Empresa 1" (1 there) is company 1 now, the operator’s')
  })

  test('that is stopped at a question says the password of the installation it founded', async () => {
    const [dataDir, { dump }] = [join(folder(), 'data'), writeDump(folder())]
    const stopped = await onTerminal(['import', dump, '--data', dataDir], ['y', null])
    expect(stopped.code).toBe(1)
    expect(stopped.shown).toContain('The import was stopped.')
    const [, password] = /Password, said again by the next import: (\w+)/.exec(stopped.shown) ?? []
    const { out } = await balcao(['import', dump, '--data', dataDir, '--yes'])
    expect(out).toContain(`Password, shown only this once: ${password}`)
    expect((await balcao(['import', dump, '--data', dataDir, '--yes'])).out).not.toContain('Password, ')
  })

  test('beside a running server, whose people then sign in with their old password', async () => {
    const [dataDir, { dump, media }] = [await installation(), writeDump(folder())]
    const server = await start(['serve', '--data', dataDir])
    const args = ['import', dump, '--media', media, '--data', dataDir, '--yes']
    const first = await balcaoJson<Report>(args)
    expect(first.companies.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(await server.signIn({ email: 'ana@padaria.example', password: 'Senha-de-Ana!' })).toBeString()
    const again = await balcaoJson<Report>(args)
    expect(again.companies.map(({ imported }) => imported.messages ?? 0)).toEqual([0, 0, 0])
    expect(await server.signIn({ email: 'ana@padaria.example', password: 'Senha-de-Ana!' })).toBeString()
    expect(await server.stop()).toBe(0)
  })
})
