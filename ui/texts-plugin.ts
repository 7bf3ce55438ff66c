/**
 * Splits every file of texts below `ui` by language when the screens are built, so that a browser loads one of the four. What the
 * file exports keeps its shape: `texts.of('en')` then fetches a file instead of reading an object. Everybody loads where the
 * texts of every chapter are, so an address is short: a name, and one hash for the four languages.
 */
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import type { Texts } from './shared/i18n/define.ts'
import { languages } from './shared/i18n/languages.ts'

/** `queues/texts.ts`, `i18n/backend-texts.ts`, `simulator/texts/chat.ts` */
const FILE = /\/ui\/.*\btexts(?:\/\w+)?\.ts$/
const SLICE = 'texts-slice:'
const FETCHED = 'texts-fetched'

export function splitTexts(): Plugin {
  const slices = new Map<string, string>()
  return {
    name: 'split-texts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === FETCHED || id.startsWith(SLICE) ? `\0${id}` : null),
    async load(id) {
      if (id === `\0${FETCHED}`) return fetched
      if (id.startsWith(`\0${SLICE}`)) return `export const slice = ${slices.get(id.slice(1 + SLICE.length))}`
      if (!FILE.test(id)) return null
      const code = [`import { fetched } from '${FETCHED}'`]
      for (const [name, texts] of Object.entries(await textsOf(id))) {
        const said = await Promise.all(languages.map(async (language) => JSON.stringify(await texts.of(language))))
        const address = `${addressOf(id)}-${createHash('sha256').update(said.join()).digest('hex').slice(0, 8)}`
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
        code.push(`export const ${name} = fetched('${address}')`)
      }
      return code.join('\n')
    },
  }
}

const fetched = `export const fetched = (address) => ({
  of: (language) => import(/* @vite-ignore */ \`./\${address}.\${language}.js\`).then((chunk) => chunk.slice),
})`

async function textsOf(file: string): Promise<Readonly<Record<string, Texts>>> {
  return import(file)
}

/** `texts-queues`, `texts-backend`, `texts-simulator-chat` */
function addressOf(file: string): string {
  const [above = '', folder = '', name = ''] = file.replace(/\.ts$/, '').split('/').slice(-3)
  if (folder === 'texts') return `texts-${above}-${name}`
  return `texts-${name === 'texts' ? folder : name.replace(/-texts$/, '')}`
}
