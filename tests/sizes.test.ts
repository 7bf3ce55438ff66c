/**
 * How long functions may be. When this fails, split by subject (a class, a hook, a component of its own), not by the
 * number of lines.
 */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'

const root = resolve(import.meta.dir, '..')

const MOST_LINES = 120
/** A component holds its markup, too. */
const MOST_LINES_OF_COMPONENT = 180

const closure = 'a closure that keeps state; becomes a class or several factories when next touched'
const standIn = 'a stand-in server of the simulator: one handler per address, read from the top to the bottom'
/** Functions that may be longer, and why. Remove a line once its function is short enough. */
const longer: Readonly<Record<string, string>> = {
  'src/channels/whatsapp/passkey/on-baileys.ts createPasskey': 'the steps of one exchange, which share its keys',
  'src/channels/whatsapp/session/live-socket.ts openSocket': 'one connection, from the handshake to its end',
  'src/features/billing/providers/asaas.ts asaasProvider': 'one method per call of the provider',
  'src/features/billing/providers/efi.ts efiProvider': 'one method per call of the provider',
  'src/features/flows/sample.ts sampleFlow': 'one flow, as data',
  'src/platform/databases.ts openDatabases': closure,
  'src/platform/spreadsheets/worker/csv.ts rowReader': closure,
  'src/server/server.ts openServer': 'the composition root: creates each service once, in order',
  'src/simulator/mail/accounts.ts startAccounts': standIn,
  'src/simulator/pix/asaas.ts startAsaas': standIn,
  'src/simulator/pix/efi.ts startEfi': standIn,
  'src/simulator/play/commands.ts obey': 'one case per command',
  'src/simulator/typebot/stand-in.ts startTypebot': standIn,
}
/** A list of routes, each with its gates, schemas and handler, is as long as there are routes. */
const isListOfRoutes = (path: string, name: string) => /routes\.ts$/.test(path) && name.endsWith('Routes')

type Part = { readonly type: string; readonly start: number; readonly end: number; readonly [key: string]: unknown }
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && 'type' in value

/** The functions of a file that are longer than `most` lines, by their own name or that of what holds them. */
function functionsOver(most: number, path: string, code: string): { name: string; lines: number }[] {
  const linesOf = ({ start, end }: Part) => code.slice(start, end).split('\n').length
  const visit = (value: unknown, around: string): { name: string; lines: number }[] => {
    if (Array.isArray(value)) return value.flatMap((one) => visit(one, around))
    if (!isPart(value)) return []
    const lines = linesOf(value)
    if (lines <= most) return []
    const named = value.id ?? value.key
    const name = isPart(named) && typeof named.name === 'string' ? named.name : around
    const inside = Object.values(value).flatMap((one) => visit(one, name))
    return value.type.includes('Function') ? [{ name, lines }, ...inside] : inside
  }
  return visit(parseSync(path, code).program, 'module')
}

const isComponent = (path: string, name: string) => path.endsWith('.tsx') && /^[A-Z]/.test(name)
const isTooLong = (path: string, { name, lines }: { name: string; lines: number }) =>
  lines > (isComponent(path, name) ? MOST_LINES_OF_COMPONENT : MOST_LINES) && !isListOfRoutes(path, name)

test(`no function has more than ${MOST_LINES} lines, no component more than ${MOST_LINES_OF_COMPONENT}, but for what is listed`, () => {
  const long = [...new Bun.Glob('{src,ui}/**/*.{ts,tsx}').scanSync(root)].flatMap((path) => {
    const code = readFileSync(join(root, path), 'utf8')
    if (code.split('\n').length <= MOST_LINES) return []
    return functionsOver(MOST_LINES, path, code)
      .filter((one) => isTooLong(path, one))
      .map(({ name }) => `${path} ${name}`)
  })
  expect(long.toSorted()).toEqual(Object.keys(longer))
})

test('the lengths of functions are counted in every form they have', () => {
  const code = `
export function declared() {
  return 1
}
const arrow = () => {

  return function inner() {
    return 2

  }
}
class Kind {
  method() {
    return [1].map((one) => {
      return one
    })
  }
}
export const short = () => 1
`
  const found = functionsOver(2, 'sample.ts', code).map(({ name, lines }) => `${name} ${lines}`)
  expect(found).toEqual(['declared 3', 'arrow 7', 'inner 4', 'method 5', 'method 3'])
})
