/**
 * Splits every texts file below `ui` by language at build time, so that a browser loads one of the four. The file's
 * exports keep their shape: `texts.of('en')` then fetches a file instead of reading an object. The addresses of all
 * texts are in the initial bundle, so they are short: a name, and one hash for the four languages. Texts of the initial
 * bundle share one file: each file costs a request and compresses alone.
 */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import type { Texts } from './shared/i18n/define.ts'
import { languages } from './shared/i18n/languages.ts'

/** `queues/texts.ts`, `i18n/backend-texts.ts`, `simulator/texts/chat.ts` */
const FILE = /\/ui\/.*\btexts(?:\/\w+)?\.ts$/
const SLICE = 'texts-slice:'
const FETCHED = 'texts-fetched'

type Together = Readonly<Record<string, readonly string[]>>

/** `together`: paths below `ui` whose texts share a file, by that file's name. */
export function splitTexts(together: Together): Plugin {
  const slices = new Map<string, string>()
  const shared = new Map<string, Promise<string>>()
  return {
    name: 'split-texts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === FETCHED || id.startsWith(SLICE) ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${FETCHED}`) return fetched
      if (id.startsWith(`\0${SLICE}`)) return `export const slice = ${slices.get(id.slice(1 + SLICE.length))}`
      if (!FILE.test(id)) return null
      const emit = (name: string, said: readonly string[]) => {
        const address = `texts-${name}-${createHash('sha256').update(said.join()).digest('hex').slice(0, 8)}`
        languages.forEach((language, at) => {
          const slice = `${address}.${language}`
          slices.set(slice, said[at] ?? '')
          this.emitFile({
            type: 'chunk',
            id: `${SLICE}${slice}`,
            fileName: `assets/${slice}.js`,
            preserveSignature: 'strict',
          })
        })
        return address
      }
      const emitTogether = async (name: string, paths: readonly string[]) => {
        const files = await Promise.all(paths.map((path) => saidBy(below(path))))
        return emit(
          name,
          languages.map(
            (_, at) =>
              `{${files.map((said, of) => `${JSON.stringify(paths[of])}:{${said.map(([key, texts]) => `${key}:${texts[at]}`).join()}}`).join()}}`,
          ),
        )
      }
      const code = [`import { fetched, fetchedWith } from '${FETCHED}'`]
      const [name, paths] = Object.entries(together).find(([, paths]) => paths.some((path) => below(path) === id)) ?? []
      if (name && paths) {
        const address = shared.get(name) ?? emitTogether(name, paths)
        shared.set(name, address)
        const path = paths.find((path) => below(path) === id)
        for (const [key] of await saidBy(id))
          code.push(`export const ${key} = fetchedWith('${await address}', '${path}', '${key}')`)
      } else {
        for (const [key, said] of await saidBy(id))
          code.push(`export const ${key} = fetched('${emit(nameOf(id), said)}')`)
      }
      return code.join('\n')
    },
  }
}

const fetched = `const load = (address, language) => import(/* @vite-ignore */ \`./\${address}.\${language}.js\`)
export const fetched = (address) => ({ of: (language) => load(address, language).then((chunk) => chunk.slice) })
export const fetchedWith = (address, file, key) => ({
  of: (language) => load(address, language).then((chunk) => chunk.slice[file][key]),
})`

const below = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A file's exports by name, in each language as JSON. */
async function saidBy(file: string): Promise<(readonly [string, readonly string[]])[]> {
  return Promise.all(
    Object.entries(await textsOf(file)).map(
      async ([name, texts]) =>
        [name, await Promise.all(languages.map(async (language) => JSON.stringify(await texts.of(language))))] as const,
    ),
  )
}

async function textsOf(file: string): Promise<Readonly<Record<string, Texts>>> {
  return import(file)
}

/** `queues`, `backend`, `simulator-chat` */
function nameOf(file: string): string {
  const [above = '', folder = '', name = ''] = file.replace(/\.ts$/, '').split('/').slice(-3)
  if (folder === 'texts') return `${above}-${name}`
  return name === 'texts' ? folder : name.replace(/-texts$/, '')
}
